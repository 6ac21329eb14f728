import App
package import Context
import Diary
import JSON
package import Journal
import Localization
import Platform
import Terminal
import Views
import Zip

/// Writes what the user has made public as a folder of pages or as a book.
package struct PagesExport: Sendable {
  let app: App

  package struct Request: Sendable {
    package var path: String
    package var filter = ArchiveFilter()
    /// `nil` for that of the settings.
    package var title: String?
    /// Whether to show every text, not only those with the tag.
    package var showsAll = false

    package init(path: String) { self.path = path }
  }

  package struct Report: Sendable {
    package var texts: [PublishedText]
    /// How many files of a folder were written or removed.
    package var changed = 0
    /// The texts that were not in the folder before, those that were changed since, and the IDs of those
    /// that are not any more.
    package var new: [PublishedText] = []
    package var rewritten: [PublishedText] = []
    package var vanished: [String] = []
  }

  /// The texts that the pages would show.
  package func texts(_ request: Request) async throws -> [PublishedText] {
    let texts = PublicTexts(app: app, filter: filter(of: request))
    return try await app.journal(for: .reading).run { try texts.days(in: $0).texts }
  }

  /// The tag that opens texts; `nil` if all are shown.
  package func tag(of request: Request) -> String? {
    request.showsAll ? nil : request.filter.tags.first ?? app.settings.publicTag
  }

  private func filter(of request: Request) -> ArchiveFilter {
    var filter = request.filter
    filter.includesDeleted = false
    guard let tag = tag(of: request) else { return filter }
    filter.typedTag = tag
    filter.tags = Array(filter.tags.dropFirst())
    return filter
  }

  private func read(_ request: Request) async throws -> (diary: PublicDiary, [PublishedText]) {
    let texts = PublicTexts(app: app, filter: filter(of: request))
    var (days, listed) = try await app.journal(for: .reading).run { try texts.days(in: $0) }
    if request.showsAll, !listed.isEmpty {
      try app.prompts.confirm(.pagesAllQuestion(count: listed.count))
    }
    let (year, activity) = try await texts.activity()
    for index in days.indices { days[index].activity = activity[days[index].day] }
    let title = request.title ?? app.settings.pagesTitle
    return (PublicDiary(title: title, days: days, year: year), listed)
  }

  private var publicReader: Reader { PublicTexts(app: app, filter: ArchiveFilter()).reader }

  // MARK: Books

  /// Writes a book: an EPUB, or one page for a printer if the name ends in `.html`.
  package func writeBook(_ request: Request) async throws -> Report {
    let name = request.path.lowercased()
    guard name.hasSuffix(".epub") || name.hasSuffix(".html") else {
      throw Explanation(
        .bookNeedsName(path: request.path), hint: .bookNeedsNameHint, status: .usage)
    }
    let path = app.directory.file(request.path)
    guard !File.isDirectory(path) else {
      throw Explanation(
        .fileFailed(path: request.path, reason: Message.reasonIsDirectory), status: .usage)
    }
    let (diary, texts) = try await read(request)
    guard !texts.isEmpty else {
      throw Explanation(
        .bookEmpty, hint: tag(of: request).map { .pagesNothingHint(tag: $0) })
    }
    if File.exists(path), !File.isSpecial(path) {
      try app.prompts.confirm(.exportReplaceQuestion(path: request.path))
    }
    let output = try ExportOutput(path, app.output)
    let book = diary.book(in: publicReader)
    if name.hasSuffix(".html") {
      try book.forEachPart { try output.write($0) }
    } else {
      let archive = ZipWriter { try output.write($0) }
      do {
        try archive.addUncompressed(Book.type.path, Book.type.text)
        try book.forEachFile { file in
          try archive.add(file.path) { write in try write(file.text) }
        }
        try archive.finish()
      } catch ZipError.libraryMissing(let reason) {
        throw Explanation.zlibMissing(reason)
      }
    }
    try output.finish()
    return Report(texts: texts)
  }

  // MARK: The folder

  package func writeFolder(_ request: Request) async throws -> Report {
    let folder = app.directory.file(request.path)
    if File.exists(folder), !File.isDirectory(folder) {
      throw Explanation(
        .fileFailed(path: request.path, reason: Message.reasonNotDirectory), status: .usage)
    }
    try Self.check(folder, named: request.path)
    let (diary, texts) = try await read(request)
    try File.makeDirectory(folder, permissions: 0o755)
    // Of two exports at once, the later one removes what only the first one has.
    let lock = try FileLock(folder)
    defer { _ = lock }
    let known = try Self.check(folder, named: request.path)
    if texts.isEmpty, !known.texts.isEmpty {
      try app.prompts.confirm(.pagesVanishQuestion(count: known.texts.count))
    }
    let site = Site(diary, id: known.id, theme: app.theme, reader: publicReader)
    return try write(site, texts, to: folder, known)
  }

  /// What the last export has written into a folder.
  private struct Known {
    /// That of the feed, which never changes.
    var id: String?
    var files: Set<String> = []
    /// The texts, by their IDs, with the hashes of what was shown of them.
    var texts: [String: String] = [:]
  }

  private static let manifest = ".commitdiary.json"

  /// - Throws: if the folder has files that are not pages.
  @discardableResult
  private static func check(_ folder: String, named name: String) throws -> Known {
    try File.eraseUnfinished(in: folder)
    let foreign = Explanation(
      .pagesForeignFolder(path: name), hint: .pagesForeignFolderHint, status: .usage)
    guard File.exists("\(folder)/\(manifest)") else {
      let names = try File.listIfThere(folder)
      guard names.allSatisfy({ $0.hasPrefix(".git") || $0.hasPrefix(File.unfinishedPrefix) }) else {
        throw foreign
      }
      return Known()
    }
    guard let bytes = try? File.readRegular("\(folder)/\(manifest)", limit: 64 << 20),
      let json = try? JSONParser.parse(bytes), json["commitdiary"] == "pages",
      json["version"] == 1
    else { throw foreign }
    var known = Known(id: json["id"]?.string.flatMap { Identifier.uuid($0) })
    // Names from a file are not followed elsewhere.
    known.files = Set((json["files"]?.array ?? []).compactMap(\.string).filter(Site.isPath))
    for member in json["texts"]?.object ?? []
    where member.name.utf8.allSatisfy(\.isASCIILetterOrDigit) {
      known.texts[member.name] = member.value.string ?? ""
    }
    return known
  }

  private func write(
    _ site: Site, _ listed: [PublishedText], to folder: String, _ known: Known
  ) throws -> Report {
    var report = Report(texts: listed)
    let texts = Dictionary(listed.map { ($0.id.text, $0.hash) }, uniquingKeysWith: { $1 })
    report.new = listed.filter { known.texts[$0.id.text] == nil }
    report.rewritten = listed.filter { text in
      known.texts[text.id.text].map { $0 != text.hash } ?? false
    }
    report.vanished = Set(known.texts.keys).subtracting(texts.keys).sorted()
    func save(_ text: String, to name: String) throws {
      let (bytes, path) = (Array(text.utf8), "\(folder)/\(name)")
      // Otherwise a file outside the folder would be written.
      if File.isLink(path) { try File.remove(path) }
      // A file that has not changed keeps its time.
      if let old = try? File.readRegular(path, limit: bytes.count), old == bytes { return }
      try File.writeAtomically(bytes, to: path, permissions: 0o644)
      report.changed += 1
    }
    func list(_ files: Set<String>, _ texts: [String: String]) throws {
      let json: JSONValue = [
        "commitdiary": "pages", "version": 1, "id": .string(site.id),
        "files": .array(files.sorted().map { .string($0) }),
        "texts": .object(
          texts.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }),
      ]
      try save(json.text(), to: Self.manifest)
    }
    // First, so that the next export knows what this one has written if it is interrupted. It will still
    // say what became public.
    let files = Set(site.paths)
    if !files.isSubset(of: known.files) { try list(files.union(known.files), known.texts) }
    try site.forEachFile { try save($0.text, to: $0.path) }
    for name in known.files.subtracting(files) where File.exists("\(folder)/\(name)") {
      try File.remove("\(folder)/\(name)")
      report.changed += 1
    }
    try list(files, texts)
    return report
  }
}

extension App {
  package var pages: PagesExport { PagesExport(app: self) }
}
