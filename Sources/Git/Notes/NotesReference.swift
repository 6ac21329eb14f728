public import Diary
import Platform

/// A reference to git notes, such as `refs/notes/commitdiary`.
public struct NotesReference: Hashable, Sendable {
  public let name: String

  /// The reference of this program.
  public static let standard = NotesReference(known: "refs/notes/commitdiary")

  /// A reference that was checked before.
  public init(known name: String) { self.name = name }

  /// A reference as `git notes --ref` takes it: `commitdiary`, `notes/commitdiary`, or in full.
  /// `nil` if it would not be below `refs/notes/`.
  public init?(typed: String) {
    var name = typed
    if name.hasPrefix("refs/notes/") {
      name.removeFirst("refs/notes/".count)
    } else if name.hasPrefix("notes/") {
      name.removeFirst("notes/".count)
    } else if name.hasPrefix("refs/") {
      return nil
    }
    guard Self.isValid(name) else { return nil }
    self.name = "refs/notes/" + name
  }

  /// Where `git fetch` keeps the notes of a remote, such as `refs/notes-remote/origin/commitdiary`.
  public func tracking(_ remote: String) -> NotesReference {
    NotesReference(
      known: "refs/notes-remote/\(remote)/\(name.dropFirst("refs/notes/".count))")
  }

  /// The rules of `git check-ref-format`.
  static func isValid(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty && !part.hasPrefix(".") && !part.hasPrefix("-") && !part.hasSuffix(".")
        && !part.hasSuffix(".lock") && part != "@" && !part.containsBytes("..")
        && !part.containsBytes("@{")
        && !part.unicodeScalars.contains { $0.isControl || " ~^:?*[\\".unicodeScalars.contains($0) }
    }
  }
}

/// Why a notes reference could not be read or written.
public enum NotesReferenceError: Error, Hashable {
  case git(GitError)
  /// The reference refers to another one, for example to a branch.
  case symbolic(reference: String)
  /// The reference is not a commit with a tree of git notes.
  case notNotes(reference: String)
  case tooManyNotes(reference: String, limit: Int)
  /// The new git notes have more bytes than are read at once.
  case tooLarge(reference: String, mebibytes: Int)
  /// Another program has changed the reference again and again.
  case busy(reference: String)
  /// Git cannot change the reference, or the settings of the clone, while this file exists. A git that
  /// was killed leaves it behind.
  case locked(name: String, file: String)
  /// The remote could not be reached, or has refused the notes.
  case remote(name: String, detail: String)
}

extension Clone {
  /// The commit of the reference, read from the clone's files.
  public enum NotesTip: Hashable, Sendable {
    case commit(String)
    case nothing
    /// Only git can read it.
    case unknown
  }

  public func notesTipInFiles(
    of reference: NotesReference
  ) throws(NotesReferenceError) -> NotesTip {
    if File.exists(commonDirectory + "/reftable") { return .unknown }
    let (loose, packed) = try files(of: reference)
    if let bytes = try? File.readRegular(loose, limit: 4096) {
      let text = String(decoding: bytes, as: UTF8.self).trimmed
      return ObjectName(hexadecimal: text.utf8) == nil ? .unknown : .commit(String(text))
    }
    if File.exists(loose), !File.isDirectory(loose) { return .unknown }
    guard let bytes = GitFolder.bytes(of: packed) else {
      return File.exists(packed) ? .unknown : .nothing
    }
    for line in bytes.split(separator: UInt8(ascii: "\n"))
    where line.reversed().starts(with: reference.name.utf8.reversed()) {
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
      if words.count == 2, words[1].elementsEqual(reference.name.utf8) {
        return .commit(String(decoding: words[0], as: UTF8.self))
      }
    }
    return .nothing
  }

  /// The files in which the reference may be. Git would wait for a FIFO in their place.
  func files(
    of reference: NotesReference
  ) throws(NotesReferenceError) -> (loose: String, packed: String) {
    let files = ("\(commonDirectory)/\(reference.name)", commonDirectory + "/packed-refs")
    for file in [files.0, files.1] where File.isEndless(file) { throw .git(.irregularFile(file)) }
    return files
  }
}

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
}

extension NotesWrite {
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
  var line: String { "\(name) <\(email)> \(rawDate)" }

  /// The variables by which git uses this author, who need not be in its settings.
  var variables: [String: String] {
    var variables: [String: String] = [:]
    for role in ["AUTHOR", "COMMITTER"] {
      variables["GIT_\(role)_NAME"] = name
      variables["GIT_\(role)_EMAIL"] = email
      variables["GIT_\(role)_DATE"] = rawDate
    }
    return variables
  }

  private var rawDate: String {
    let minutes = abs(date.offset) / 60
    let zone = minutes / 60 * 100 + minutes % 60
    let digits = String(repeating: "0", count: max(0, 4 - String(zone).count)) + String(zone)
    return "\(max(date.instant.secondsSince1970, 0)) " + (date.offset < 0 ? "-" : "+") + digits
  }
}
