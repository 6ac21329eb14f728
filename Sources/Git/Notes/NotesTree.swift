public import Diary
import Platform

/// The git notes of a reference: for each commit the blobs with its notes.
public struct NotesTree: Sendable {
  /// The commit of the reference; `nil` if there is no reference yet.
  public let tip: String?
  var entries: [String: [NotesEntry]] = [:]
  /// Paths that are not git notes.
  var others: Set<String> = []

  /// The commits with git notes.
  public var commits: Set<String> { Set(entries.keys) }

  public func hasNote(on commit: String) -> Bool { entries[commit] != nil }

  /// Whether both trees have the same git note on a commit, or none.
  public func isSame(as other: NotesTree, on commit: String) -> Bool {
    entries[commit]?.map(\.blob).sorted() == other.entries[commit]?.map(\.blob).sorted()
  }

  /// The change that puts the git note of this tree on a commit; `nil` if it is not a single file.
  public func copy(of commit: String) -> NotesWrite? {
    guard let entries = entries[commit] else { return NotesWrite(commit: commit, bytes: nil) }
    guard entries.count == 1, entries[0].isFile else { return nil }
    return NotesWrite(commit: commit, content: .blob(entries[0].blob))
  }
}

/// A file in a tree of git notes.
struct NotesEntry: Hashable, Sendable {
  var path: String
  var blob: String
  /// Whether it is a regular file, and not a link or another repository.
  var isFile: Bool

  /// Git divides the name of a commit into folders of two digits, at any depth.
  static func commit(of path: ArraySlice<UInt8>, digits count: Int) -> String? {
    let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.dropLast().allSatisfy({ $0.count == 2 }),
      parts.reduce(0, { $0 + $1.count }) == count
    else { return nil }
    let name = parts.joined()
    let isName = name.allSatisfy { $0.isHexDigit && !(0x41...0x46).contains($0) }
    return isName ? String(decoding: name, as: UTF8.self) : nil
  }
}

/// The change of the git note on a commit.
public struct NotesWrite: Sendable {
  enum Content {
    case bytes([UInt8])
    case blob(String)
  }

  let commit: String
  /// `nil` to remove the git note.
  let content: Content?

  init(commit: String, content: Content?) {
    self.commit = commit
    self.content = content
  }

  public init(commit: String, bytes: [UInt8]?) {
    self.init(commit: commit, content: bytes.map(Content.bytes))
  }
}

/// The author of a commit of notes.
public struct NotesAuthor: Sendable {
  public var name: String
  public var email: String
  public var date: Moment

  public init(name: String, email: String, date: Moment) {
    func plain(_ text: String) -> String {
      String(text.unicodeScalars.filter { !$0.isControl && $0 != "<" && $0 != ">" })
    }
    self.name = plain(name)
    self.email = plain(email)
    self.date = date
  }

  /// For example `Mona <mona@example.com> 1763715766 +0900`.
  var line: String {
    let minutes = abs(date.offset) / 60
    let zone = minutes / 60 * 100 + minutes % 60
    let digits = String(repeating: "0", count: max(0, 4 - String(zone).count)) + String(zone)
    return "\(name) <\(email)> \(max(date.instant.secondsSince1970, 0)) "
      + (date.offset < 0 ? "-" : "+") + digits
  }
}
