import Diary
import JSON
public import Platform

/// The folder of texts that are not yet in the journal.
///
/// A draft is two files: the text, which the editor has open, and beside it what the text is about.
/// It is there before the editor starts and goes when the transaction that stores it is durable, so
/// that whatever dies in between leaves it behind. While the editor is open there may be a third, a
/// copy of the last whole text, and others that are the editor's own.
public struct Drafts: Sendable {
  public let directory: String

  public init(in directory: String) {
    self.directory = directory
  }

  /// A draft that somebody is writing: no other window will offer it while this one lives.
  public struct Open: ~Copyable {
    public let draft: Draft
    /// The file for the editor.
    public let path: String
    fileprivate let about: String
    private let lock: FileLock

    fileprivate init(_ draft: Draft, path: String, about: String, lock: consuming FileLock) {
      self.draft = draft
      self.path = path
      self.about = about
      self.lock = lock
    }

    /// What the editor left in the file.
    public func text() throws(FileError) -> [UInt8] {
      try File.readRegular(path, limit: Drafts.longest)
    }

    /// Whoever lets the editor write brings this up to date now and then.
    public var copy: DraftCopy { DraftCopy(of: path, at: Drafts.copy(of: path)) }

    /// Puts a text back that the editor has lost: from the copy, or from where the editor itself
    /// saves when its terminal goes away.
    public func recover() throws(FileError) {
      try Drafts.recover(path)
    }

    /// Whether the editor has left something of which only it can make a text.
    public var hasSwapFile: Bool { Drafts.hasSwapFile(of: path) }

    /// Ends the draft: what was in it is safe elsewhere, or nobody wants it.
    public consuming func discard() throws(FileError) {
      try remove()
    }

    /// Takes the files away while the draft is still held.
    public func remove() throws(FileError) {
      try Drafts.remove(path, about)
    }
  }

  /// More than anybody writes.
  static let longest = 256 << 20

  /// Puts `text` into a new file of drafts.
  public func begin(_ draft: Draft, text: String) throws(FileError) -> Open {
    try File.makeDirectory(directory)
    let name = "\(directory)/\(draft.kind)-\(Identifier.random().text)"
    try File.writeAtomically(Array(draft.json.text().utf8), to: name + ".json")
    let lock = try FileLock(name + ".json")
    try File.writeAtomically(Array(text.utf8), to: name + ".md")
    return Open(draft, path: name + ".md", about: name + ".json", lock: lock)
  }

  /// A draft that nobody is writing, with the beginning of its text.
  public struct Unfinished: Sendable {
    public let draft: Draft
    public let path: String
    fileprivate let about: String
    /// What stands in it, as far as it is text.
    public let text: String
    /// Whether the editor has left something of which only it can make a text.
    public let hasSwapFile: Bool
  }

  /// The drafts that were left behind, the latest first.
  public func unfinished() -> [Unfinished] {
    // A folder that is not there, or cannot be read, holds no draft that could be offered.
    let names = (try? File.list(directory)) ?? []
    return names.filter { $0.hasSuffix(".json") }
      .compactMap { unfinished(about: "\(directory)/\($0)") }
      .sorted { $0.draft.startedAt > $1.draft.startedAt }
  }

  /// What is in the place of a file of a draft and is not read: a pipe, a device or a folder
  /// (`invalid`), or more than anybody writes (`tooBig`). It stays where it is.
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

  /// Takes up a draft that was left behind; `nil` where another window was faster.
  public func take(_ unfinished: Unfinished) throws(FileError) -> Open? {
    guard let lock = try FileLock(trying: unfinished.about) else { return nil }
    guard File.exists(unfinished.path) else {
      // That window has ended it already, and the lock made the file anew.
      try File.remove(unfinished.about)
      return nil
    }
    return Open(unfinished.draft, path: unfinished.path, about: unfinished.about, lock: lock)
  }

  /// Overwrites and removes the drafts of a text that is to be gone for good: of changes to it, and
  /// of the text itself, which one has left that was killed after its text was stored.
  func purge(_ kind: RecordKind, id: String, contents: [RecordContent]) throws(FileError) {
    let names = (try? File.list(directory)) ?? []
    for about in names.filter({ $0.hasSuffix(".json") }).map({ "\(directory)/\($0)" }) {
      guard let draft = draft(about: about), let lock = try? FileLock(trying: about) else {
        continue
      }
      let path = Self.text(of: about)
      try? Self.recover(path)
      if draft.isOf(kind, id) || contents.contains(where: { Self.holds($0, draft, path) }) {
        try Self.erase(path, about)
      }
      _ = consume lock
    }
    try File.eraseUnfinished(in: directory)
  }

  /// Whether all of a content is in a draft. Of a draft whose text is gone, because the program was
  /// killed while it removed both files, a part is enough.
  private static func holds(_ content: RecordContent, _ draft: Draft, _ path: String) -> Bool {
    let parts = [content.title, content.body].filter { !$0.isEmpty }
    let about = "\(draft.note?.title ?? "")\n\(draft.original)"
    guard let bytes = try? File.readRegular(path, limit: longest) else {
      return parts.contains(where: about.contains)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return !parts.isEmpty && parts.allSatisfy { text.contains($0) || about.contains($0) }
  }

  /// What the text beside the file is about; `nil` where that is no draft of ours.
  private func draft(about: String) -> Draft? {
    guard let bytes = try? File.readRegular(about, limit: Self.longest),
      let json = try? JSONParser.parse(bytes)
    else { return nil }
    return Draft(json)
  }

  private static func text(of about: String) -> String { about.dropLast(".json".count) + ".md" }
}

extension Draft {
  fileprivate func isOf(_ kind: RecordKind, _ id: String) -> Bool {
    switch subject {
    case .note(let note): kind == .note && note.edited?.id.text == id
    case .entry(let day, _): kind == .entry && EntryRow.id(day) == id
    case .toDo(_, let edited): kind == .toDo && edited?.id.text == id
    }
  }
}
