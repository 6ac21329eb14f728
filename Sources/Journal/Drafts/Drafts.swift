import Diary
import JSON
public import Platform
import Records
import Sync

/// The directory of texts that are not yet saved in the journal.
///
/// A draft consists of two files: the text, which the editor opens, and a JSON file that says what
/// the text belongs to. It is created before the editor starts and removed once the transaction
/// that saves the text is durable, so that it survives a crash. While the editor is open, there may
/// also be a copy of the last complete text and the editor's own files.
public struct Drafts: Sendable {
  public let directory: String

  public init(in directory: String) {
    self.directory = directory
  }

  /// A draft that is being written. Other processes do not offer it while this value exists.
  public struct Open: ~Copyable {
    public let draft: Draft
    /// The file for the editor.
    public let path: String
    fileprivate let about: String
    fileprivate let lock: FileLock

    /// The text in the file.
    public func text() throws(FileError) -> [UInt8] {
      try File.readRegular(path, limit: Drafts.longest)
    }

    /// The copy of the draft. The caller updates it regularly while the editor runs.
    public var copy: DraftCopy { DraftCopy(of: path, at: Drafts.copy(of: path)) }

    /// Restores a text that the editor has lost, from the copy or from the editor's emergency file.
    public func recover() throws(FileError) {
      try Drafts.recover(path)
    }

    /// Whether the editor left a swap file, which only the editor can recover.
    public var hasSwapFile: Bool { Drafts.hasSwapFile(of: path) }

    /// Removes the draft, of which the lock is still held. Its text is saved elsewhere or was discarded by the user.
    public func remove() throws(FileError) {
      try Drafts.remove(path, about)
    }
  }

  /// The maximum size of a text, in bytes: larger than anyone types.
  static let longest = 256 << 20

  /// Creates a draft with `text` in a new file.
  public func begin(_ draft: Draft, text: String) throws(FileError) -> Open {
    try File.makeDirectory(directory)
    let name = "\(directory)/\(draft.kind)-\(Identifier.random().text)"
    try File.writeAtomically(Array(draft.json.text().utf8), to: name + ".json")
    let lock = try FileLock(name + ".json")
    try File.writeAtomically(Array(text.utf8), to: name + ".md")
    return Open(draft: draft, path: name + ".md", about: name + ".json", lock: lock)
  }

  /// A draft that no process has open, with its text.
  public struct Unfinished: Sendable {
    public let draft: Draft
    public let path: String
    fileprivate let about: String
    /// The text, with invalid UTF-8 repaired.
    public let text: String
    /// Whether the editor left a swap file, which only the editor can recover.
    public let hasSwapFile: Bool
  }

  /// The unfinished drafts, latest first.
  public func unfinished() -> [Unfinished] {
    // A directory that is missing or unreadable has no drafts to offer.
    let names = (try? File.list(directory)) ?? []
    return names.filter { $0.hasSuffix(".json") }
      .compactMap { unfinished(about: "\(directory)/\($0)") }
      .sorted { $0.draft.startedAt > $1.draft.startedAt }
  }

  /// Files with the names of drafts that cannot be read: pipes, devices or directories (`invalid`),
  /// and files that are too large (`tooBig`). They are not changed.
  public func unusable() -> [FileError] {
    let names = (try? File.list(directory)) ?? []
    return names.filter { name in [".json", ".md", ".kept"].contains { name.hasSuffix($0) } }
      .map { "\(directory)/\($0)" }
      .compactMap { path in
        guard File.exists(path) else { return nil }
        guard File.isRegular(path) else { return FileError(path: path, code: .invalid) }
        let size = File.size(path) ?? 0
        return size > Self.longest ? FileError(path: path, code: .tooBig) : nil
      }
  }

  private func unfinished(about: String) -> Unfinished? {
    let path = Self.text(of: about)
    guard let draft = draft(about: about), let lock = try? FileLock(trying: about) else {
      return nil
    }
    try? Self.recover(path)
    guard let text = try? File.readRegular(path, limit: Self.longest) else { return nil }
    _ = consume lock
    return Unfinished(
      draft: draft, path: path, about: about, text: String(decoding: text, as: UTF8.self),
      hasSwapFile: Self.hasSwapFile(of: path))
  }

  /// Opens an unfinished draft; `nil` if another process opened it first.
  public func take(_ unfinished: Unfinished) throws(FileError) -> Open? {
    guard let lock = try FileLock(trying: unfinished.about) else { return nil }
    guard File.exists(unfinished.path) else {
      // The other process has removed the draft already, and taking the lock has created the file
      // again.
      try File.remove(unfinished.about)
      return nil
    }
    return Open(draft: unfinished.draft, path: unfinished.path, about: unfinished.about, lock: lock)
  }

  /// Overwrites and removes the drafts of a text that is purged: drafts of changes to it, and
  /// drafts of the text itself, which remain if the program was killed right after it saved the
  /// text.
  ///
  /// - Parameters:
  ///   - day: the day of an entry, by which its drafts name it.
  ///   - contents: the versions of the text.
  ///   - seen: those that were known where it was purged. What was kept of them is theirs too if it has one
  ///     of their lines.
  ///   - keepsAdditions: whether what is only in a draft is kept: the user has not purged it here.
  /// - Throws: `again` if an editor has one of them open, which would save the text again.
  func purge(
    _ name: RecordName, day: Day, contents: [Text], seen: [Text] = [],
    keepingAdditions keepsAdditions: Bool = false
  ) throws(FileError) {
    let texts = seen.map(\.written)
    var open: FileError?
    for about in try descriptions() {
      guard let draft = try readDraft(about: about) else { continue }
      let path = Self.text(of: about)
      guard let lock = try? FileLock(trying: about) else {
        if draft.keptFrom.isEmpty, draft.isOf(name, day) {
          open = FileError(path: path, code: .again)
        }
        continue
      }
      try? Self.recover(path)
      let text = try Self.readIfUsable(path).map { String(decoding: $0, as: UTF8.self) }
      if !draft.keptFrom.isEmpty {
        try remove(linesOf: texts, from: draft, text ?? "", about)
      } else if draft.isOf(name, day) || contents.contains(where: { Self.holds($0, draft, text) }) {
        if keepsAdditions, draft.entryDay != nil {
          try keepAdditions(to: draft, on: day, text ?? "", besides: texts)
        }
        try Self.erase(path, about)
      }
      _ = consume lock
    }
    try File.eraseUnfinished(in: directory)
    if let open { throw open }
  }

  private func descriptions() throws(FileError) -> [String] {
    try File.listIfThere(directory).filter { $0.hasSuffix(".json") }.map { "\(directory)/\($0)" }
  }

  // MARK: What was kept of purged entries

  /// The drafts of what was kept, with their files.
  public func kept() -> [(about: String, draft: Draft)] {
    ((try? descriptions()) ?? []).compactMap { about in
      guard let draft = draft(about: about), !draft.keptFrom.isEmpty else { return nil }
      return (about, draft)
    }
  }

  /// Saves that other devices know of these.
  public func markTold(_ kept: [(about: String, draft: Draft)]) {
    for (about, draft) in kept where !draft.isTold {
      guard let lock = try? FileLock(trying: about) else { continue }
      var draft = draft
      draft.isTold = true
      try? File.writeAtomically(Array(draft.json.text().utf8), to: about)
      _ = consume lock
    }
  }

  /// Removes the paragraphs that were written in certain versions, which were seen where the entry was
  /// purged.
  func purge(keptFrom versions: Set<String>) throws(FileError) {
    for (about, draft) in kept() {
      let removed = draft.keptFrom.filter { versions.contains($0.key) }.values.flatMap(\.self)
      if removed.isEmpty { continue }
      guard let lock = try FileLock(trying: about) else {
        throw FileError(path: Self.text(of: about), code: .again)
      }
      let text = try Self.readIfUsable(Self.text(of: about)) ?? []
      try remove(linesOf: removed, from: draft, String(decoding: text, as: UTF8.self), about)
      _ = consume lock
    }
  }

  /// Removes the paragraphs of a draft that have a line of one of these texts.
  private func remove(
    linesOf texts: [String], from draft: Draft, _ text: String, _ about: String
  ) throws(FileError) {
    let rest = AddedParagraphs.paragraphs(of: text, withoutLinesOf: texts)
    var other = draft
    other.keptFrom = draft.keptFrom.compactMapValues { paragraphs in
      let rest = paragraphs.flatMap { AddedParagraphs.paragraphs(of: $0, withoutLinesOf: texts) }
      return rest.isEmpty ? nil : rest
    }
    if other.keptFrom == draft.keptFrom, rest == AddedParagraphs.paragraphs(of: text) { return }
    if !rest.isEmpty, !other.keptFrom.isEmpty {
      _ = try begin(other, text: rest.joined(separator: "\n\n") + "\n")
    }
    try Self.erase(Self.text(of: about), about)
  }

  /// Keeps the paragraphs that someone was adding to an entry in an editor.
  private func keepAdditions(
    to draft: Draft, on day: Day, _ text: String, besides removed: [String]
  ) throws(FileError) {
    let kept = AddedParagraphs.find(in: text, since: [draft.original], without: removed) { _ in true
    }
    if kept.isEmpty { return }
    var other = Draft(.entry(of: day, version: nil), original: "", startedAt: draft.startedAt)
    other.keptFrom = ["draft": kept]
    _ = try begin(other, text: kept.joined(separator: "\n\n") + "\n")
  }

  /// Whether a draft contains the title and the body of `content`. If the program was killed while
  /// it removed a draft, only the JSON file remains, and either part is enough.
  private static func holds(_ content: Text, _ draft: Draft, _ text: String?) -> Bool {
    let parts = [content.title, content.body].filter { !$0.isEmpty }
    let about = "\(draft.note?.text.title ?? "")\n\(draft.original)"
    guard let text else { return parts.contains(where: about.contains) }
    return !parts.isEmpty && parts.allSatisfy { text.contains($0) || about.contains($0) }
  }

  /// The draft that a JSON file describes; `nil` if the file is not one of ours.
  private func draft(about: String) -> Draft? { (try? readDraft(about: about)) ?? nil }

  private func readDraft(about: String) throws(FileError) -> Draft? {
    guard let bytes = try Self.readIfUsable(about), let json = try? JSONParser.parse(bytes)
    else { return nil }
    return Draft(json)
  }

  /// `nil` if the file is missing, too large, or not a regular file. It is no draft then.
  private static func readIfUsable(_ path: String) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      return try File.readRegular(path, limit: longest)
    } catch {
      guard [.notFound, .invalid, .tooBig].contains(error.code) else { throw error }
      return nil
    }
  }

  private static func text(of about: String) -> String { about.dropLast(".json".count) + ".md" }
}

extension Draft {
  fileprivate func isOf(_ name: RecordName, _ day: Day) -> Bool {
    switch subject {
    case .note(let note): name.kind == .note && note.edited?.id.text == name.id
    case .entry(let drafted, _, _), .jot(let drafted, _, _): name.kind == .entry && drafted == day
    case .toDo(_, let edited): name.kind == .toDo && edited?.id.text == name.id
    }
  }
}
