public import Diary
import Platform

/// A git note as another tool has left it.
public struct OtherGitNote: Hashable, Sendable {
  /// The reference below `refs/notes/`.
  public var source: String
  /// The commit that it is on.
  public var sha: String
  /// `nil` if it is too large to be read.
  public var bytes: [UInt8]?
  public var size: Int
}

/// The git notes of other tools, read only: every reference below `refs/notes/` but those of this program.
public struct OtherGitNotes: Sendable {
  private let clone: Clone
  private let trees: [(source: String, tree: NotesTree)]

  private static let referenceLimit = 100
  /// The size of a note in bytes up to which it is read.
  private static let noteLimit = 256 << 10
  /// How many commits with notes that no branch of `HEAD` has are looked at.
  private static let lostLimit = 2_000

  /// - Parameter own: the references of this program.
  public init(in clone: Clone, besides own: Set<String>) {
    self.clone = clone
    trees = Self.references(of: clone).filter { !own.contains($0.name) }
      .prefix(Self.referenceLimit).compactMap { reference, tip in
        let tree = try? clone.notesTree(of: NotesReference(known: reference), at: tip)
        return tree.map { (String(reference.dropFirst("refs/notes/".count)), $0) }
      }
  }

  public var isEmpty: Bool { trees.isEmpty }

  private static func references(of clone: Clone) -> [(name: String, tip: String)] {
    // Most clones have none, which is seen without git.
    let common = clone.commonDirectory
    let packed = GitFolder.bytes(of: common + "/packed-refs").map {
      String(decoding: $0, as: UTF8.self).containsBytes(" refs/notes/")
    }
    guard
      File.isDirectory(common + "/refs/notes") || packed == true
        || File.exists(common + "/reftable"),
      let result = try? clone.program.run([
        // The object is not asked for: one that is missing would end the list.
        "for-each-ref", "--count=\(referenceLimit * 2)", "--format=%(objectname) %(refname)",
        "refs/notes/",
      ]), result.status.isSuccess
    else { return [] }
    return result.text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      return words.count == 2 ? (String(words[1]), String(words[0])) : nil
    }
  }

  /// The notes on these commits, by commit.
  public func notes(on commits: Set<String>) -> [String: [OtherGitNote]] {
    var found: [String: [OtherGitNote]] = [:]
    for (source, tree) in trees {
      let here = commits.filter(tree.hasNote)
      guard !here.isEmpty,
        let read = try? clone.sizedNotes(on: here, in: tree, limit: Self.noteLimit)
      else { continue }
      for (sha, note) in read {
        found[sha, default: []].append(
          OtherGitNote(source: source, sha: sha, bytes: note.bytes, size: note.size))
      }
    }
    return found
  }

  /// Commits with notes that may be earlier versions of one of these: they are not in the history of `HEAD`, and
  /// have the date of one of these, or their subject is in its message, as a squash has it.
  public func lost(before commits: [Commit], bodies: [String: String]) -> [Commit] {
    let known = Set(commits.map(\.sha))
    let noted = Set(trees.flatMap { $0.tree.commits }).subtracting(known)
    guard !noted.isEmpty,
      let result = try? clone.program.run(
        ["rev-list", "--stdin", "--ignore-missing", "--max-count=\(Self.lostLimit * 5)"],
        input: Array((noted.map { $0 + "\n" } + ["^HEAD\n"]).joined().utf8)),
      result.status.isSuccess
    else { return [] }
    let lost = Set(result.text.split(separator: "\n").map(String.init)).intersection(noted)
    guard !lost.isEmpty, lost.count <= Self.lostLimit else { return [] }
    let dates = Set(commits.map(\.date.instant))
    let lines = Set(
      bodies.values.flatMap { $0.split(whereSeparator: \.isNewline) }.map {
        String($0.drop { $0 == "*" || $0 == "-" || $0.isWhitespace })
      })
    let names = Set(lost.compactMap { UInt64($0.prefix(16), radix: 16) })
    return ((try? clone.commits(named: names)) ?? []).filter {
      dates.contains($0.date.instant) || lines.contains($0.subject)
    }
  }
}
