import Context
import Diary
import Exchange
import JSON
import Journal
import Localization
import Platform
import Records

/// Writes a folder with a file for each text, which other programs change too: a calendar that is
/// synchronized with a phone, or a folder of Markdown files.
///
/// What was last seen of each file is kept with the origins of its texts. A file that is different now
/// was changed by another program: nothing is written then, because an import has to read it first.
struct FolderExport: Sendable {
  let app: App
  let request: ExportService.Request

  /// A file to write, with the items in it.
  private struct NewFile {
    var path: String
    var text: String
    var items: [Found]
    /// Whether another program's file is as it would be written: nothing was changed here.
    var isUnchanged: Bool
  }

  /// An item with its record, and with where it was last seen in the folder.
  private typealias Found = (record: RecordReference, item: Item, origin: Origin?)

  func run() async throws -> ExportService.Report {
    let name = request.path ?? ""
    let folder = app.directory.file(name)
    if File.exists(folder), !File.isDirectory(folder) {
      throw Explanation(.fileFailed(path: name, reason: Message.reasonNotDirectory), status: .usage)
    }
    try File.makeDirectory(folder)
    let place = File.realPath(folder) ?? folder
    let opened = try SourceOpening(app: app).open(name)
    let app = app
    let request = request
    // What is written is saved with the texts, so that the next import knows it.
    let journal = try await app.journal(for: .writing)
    return try await journal.make(
      "export \(request.format.rawValue)", on: app.clock.today, at: app.clock.now
    ) { journal in
      let export = ExportItems(format: request.format, source: place)
      var report = ExportService.Report()
      let seen = try Self.seen(request.format, place, in: journal)
      var files = try Self.files(
        request, export, app.civilTime, opened.source, seen, in: journal, report: &report)
      let gone = Self.gone(from: seen, files)
      for index in files.indices where gone[files[index].path] != nil {
        files[index].isUnchanged = false
      }
      try Self.check(
        &files, seen, in: folder, named: name, isFirst: opened.source.files.isEmpty,
        keepsGone: request.format.facts.deletesGone)
      try Self.write(files, to: folder)
      for file in files where !file.isUnchanged {
        let bytes = Array(file.text.utf8)
        for (record, item, _) in file.items {
          try Self.save(
            item, of: record, file: file.path, seen: Journal.hash(bytes), export, in: journal)
        }
        for known in gone[file.path] ?? [] where known.isDeleted {
          try journal.forgetFile(of: known)
        }
      }
      try Self.remove(seen, without: gone, besides: files, in: folder)
      return report
    }.result
  }

  // MARK: Files

  private static func files(
    _ request: ExportService.Request, _ export: ExportItems, _ time: CivilTime, _ folder: Source,
    _ seen: [String: [KnownOrigin]], in journal: isolated Journal,
    report: inout ExportService.Report
  ) throws -> [NewFile] {
    let records = try journal.archivedNumbers(request.filter, byDay: request.format.facts.isByDay)
    var found: [Found] = []
    func find(_ records: [RecordReference]) throws {
      for record in records {
        found += try export.items(of: record, in: journal).map { (record, $0.item, $0.origin) }
      }
    }
    for record in records { report.written[record.kind] += 1 }
    try find(records)
    if case .folder = request.format.facts.writing {
      let files = markdown(found, time, folder)
      if request.filter.hasNoLimits { return files }
      // Files keep what the filter leaves out.
      var known = Set(records)
      let kept = files.flatMap { seen[$0.path] ?? [] }
        .filter { !$0.isDeleted && known.insert($0.record).inserted }
      try find(kept.map(\.record))
      return markdown(found, time, folder)
    }
    let writer = CalendarWriter(time: time)
    return found.compactMap { record, item, origin in
      guard let text = writer.file(of: item) else { return nil }
      return NewFile(
        path: origin?.file ?? CalendarWriter.fileName(of: item), text: text,
        items: [(record, item, origin)], isUnchanged: isSame(item, origin))
    }
  }

  private static func markdown(
    _ found: [Found], _ time: CivilTime, _ folder: Source
  ) -> [NewFile] {
    let found = found.map { found in
      let isNew = found.origin == nil
      return Found(
        found.record, isNew ? MarkdownFolder.withoutPath(found.item) : found.item, found.origin)
    }
    let isKnown =
      folder.graphSettings != nil
      || folder.files.contains {
        $0.path.hasPrefix(".obsidian/") || $0.path.hasPrefix("logseq/")
      }
    let settings = isKnown ? nil : MarkdownFolder.settings(for: found.map(\.item), in: folder)
    let writer = MarkdownFolder(time: time, in: folder, settings: settings)
    var files: [NewFile] = []
    func add(_ file: MarkdownFile, _ items: [Found]) {
      files.append(
        NewFile(
          path: file.path, text: file.text, items: items,
          isUnchanged: !items.isEmpty
            && items.allSatisfy { isSame($0.item, $0.origin) && $0.origin?.file == file.path }))
    }
    /// The item in the file in which it was last seen.
    func placed(_ found: Found) -> Item {
      var item = found.item
      if let origin = found.origin {
        MarkdownFolder.move(&item, to: origin.file)
        if let old = Item(origin) { MarkdownFolder.stay(&item, where: old) }
      }
      return item
    }
    var day: (day: Day?, items: [Found])?
    func addDay() {
      guard let (date, items) = day else { return }
      let entries = items.filter { $0.record.kind == .entry }
      let toDos = items.filter { $0.record.kind == .toDo }
      let written = writer.dayFiles(
        of: date, entries: entries.map(placed), toDos: toDos.map(placed))
      for file in written { add(file.file, file.items.map { (entries + toDos)[$0] }) }
    }
    for (found, date) in inOrderOfPages(found) {
      if day?.day != date || day == nil {
        addDay()
        day = (date, [])
      }
      day?.items.append(found)
    }
    addDay()
    for found in found where found.record.kind == .note {
      if let file = writer.file(ofNote: found.item) { add(file, [found]) }
    }
    if let settings {
      files.append(
        NewFile(path: settings.path, text: settings.text, items: [], isUnchanged: false))
    }
    return files
  }

  /// The entries and to-dos with the days of their pages.
  private static func inOrderOfPages(_ found: [Found]) -> [(found: Found, page: Day?)] {
    var pages: [(index: Int, found: Found, page: Day?)] = []
    for (index, found) in found.enumerated() {
      switch found.item.content {
      case .entry(let entry): pages.append((index, found, entry.day))
      case .toDo: pages.append((index, found, MarkdownFolder.page(of: found.item)))
      case .note: break
      }
    }
    pages.sort { left, right in
      (left.page?.number ?? .min, left.index) < (right.page?.number ?? .min, right.index)
    }
    return pages.map { ($0.found, $0.page) }
  }

  /// Whether an item is as it was last seen.
  private static func isSame(_ item: Item, _ origin: Origin?) -> Bool {
    guard let origin, origin.seen != nil else { return false }
    return origin.hash == Journal.hash(item.json.text(.compact))
  }

  // MARK: What other programs changed

  /// The files of the folder as they were last seen.
  private static func seen(
    _ format: ExchangeFormat, _ place: String, in journal: isolated Journal
  ) throws -> [String: [KnownOrigin]] {
    let known = try journal.origins(in: format.rawValue, inside: place)
    return Dictionary(grouping: known.filter { $0.origin.seen != nil }) { $0.origin.file }
  }

  /// What files had when they were last seen and will not have: it was deleted here, or is in another file
  /// now. What is only not exported this time stays.
  private static func gone(
    from seen: [String: [KnownOrigin]], _ files: [NewFile]
  ) -> [String: [KnownOrigin]] {
    var written: [String: Set<RecordReference>] = [:]
    var moved: [String: Set<RecordReference>] = [:]
    for file in files {
      for (record, _, origin) in file.items {
        written[file.path, default: []].insert(record)
        if let origin, origin.file != file.path { moved[origin.file, default: []].insert(record) }
      }
    }
    var gone: [String: [KnownOrigin]] = [:]
    for (path, origins) in seen {
      let all = origins.filter {
        !(written[path]?.contains($0.record) ?? false)
          && ($0.isDeleted || moved[path]?.contains($0.record) ?? false)
      }
      if !all.isEmpty { gone[path] = all }
    }
    return gone
  }

  /// Refuses to write where another program has changed or removed a file.
  ///
  /// - Parameters:
  ///   - isFirst: whether the folder has no files: then all are written.
  ///   - keepsGone: whether a file that is gone is not written again until its text was deleted or changed here.
  private static func check(
    _ files: inout [NewFile], _ seen: [String: [KnownOrigin]], in folder: String,
    named name: String, isFirst: Bool, keepsGone: Bool
  ) throws {
    if keepsGone, !isFirst {
      files.removeAll { file in
        file.isUnchanged && seen[file.path] != nil && !File.exists("\(folder)/\(file.path)")
      }
    }
    for index in files.indices {
      let file = files[index]
      let path = "\(folder)/\(file.path)"
      let last = seen[file.path]?.last?.origin.seen
      guard File.exists(path) else {
        if last != nil, !isFirst, !keepsGone {
          throw Explanation.exportChangedOutside(file.path, folder: name)
        }
        files[index].isUnchanged = false
        continue
      }
      let bytes = (try? File.readRegular(path, limit: SourceFile.limit)) ?? []
      let current = Journal.hash(bytes)
      if current == Journal.hash(Array(file.text.utf8)) || file.isUnchanged && current == last {
        files[index].isUnchanged = file.isUnchanged && current == last
      } else if current != last {
        throw Explanation.exportChangedOutside(file.path, folder: name)
      }
    }
  }

  private static func write(_ files: [NewFile], to folder: String) throws {
    try File.writeAtomically(
      files.filter { !$0.isUnchanged }.map { ("\(folder)/\($0.path)", Array($0.text.utf8)) })
  }

  private static func save(
    _ item: Item, of record: RecordReference, file: String, seen: [UInt8], _ export: ExportItems,
    in journal: isolated Journal
  ) throws {
    let text = item.json.text(.compact)
    let all = try journal.origins(of: record, in: export.format.rawValue)
      .filter { $0.origin.key == item.key }
    let old =
      all.last { $0.origin.path == "\(export.source)/\(file)" }
      ?? all.last { $0.origin.source == export.source }
    try journal.save(
      Origin(
        format: export.format.rawValue, source: export.source, file: file, key: item.key,
        hash: Journal.hash(text), seen: seen, item: text, shown: old?.origin.shown),
      of: record, inPlaceOf: old)
  }

  /// Removes the files that have nothing left, and of which nothing else was changed.
  private static func remove(
    _ seen: [String: [KnownOrigin]], without gone: [String: [KnownOrigin]],
    besides files: [NewFile], in folder: String
  ) throws {
    let written = Set(files.map(\.path))
    for (file, all) in gone where !written.contains(file) && all.count == seen[file]?.count {
      let path = "\(folder)/\(file)"
      guard let bytes = try? File.readRegular(path, limit: SourceFile.limit),
        Journal.hash(bytes) == all[0].origin.seen
      else { continue }
      try File.remove(path)
    }
  }
}
