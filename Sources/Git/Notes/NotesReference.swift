import Diary
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

extension LocalClone {
  /// The commit of the reference, read from the clone's files.
  public enum NotesTip: Hashable, Sendable {
    case commit(String)
    case nothing
    /// Only git can read it.
    case unknown
  }

  public func notesTip(of reference: NotesReference) throws(NotesReferenceError) -> NotesTip {
    if File.exists(commonDirectory + "/reftable") { return .unknown }
    let loose = "\(commonDirectory)/\(reference.name)"
    let packed = commonDirectory + "/packed-refs"
    for file in [loose, packed] where File.isEndless(file) { throw .git(.irregularFile(file)) }
    if let bytes = try? File.readRegular(loose, limit: 4096) {
      let text = String(decoding: bytes, as: UTF8.self).trimmed
      return ObjectName(hexadecimal: text.utf8) == nil ? .unknown : .commit(String(text))
    }
    if File.exists(loose), !File.isDirectory(loose) { return .unknown }
    guard let bytes = try? File.readRegular(packed, limit: GitFolder.fileLimit) else {
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
}
