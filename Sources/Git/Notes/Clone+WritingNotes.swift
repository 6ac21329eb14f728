import Diary
import Platform

extension Clone {
  /// Writes git notes as one commit on top of the tree's.
  ///
  /// - Parameter merged: another commit of notes that the new one contains.
  /// - Returns: the new commit of the reference; `nil` if another program has changed the reference
  ///   since the tree was read.
  public func write(
    _ changes: [NotesWrite], to reference: NotesReference, in tree: NotesTree,
    merging merged: String? = nil, by author: NotesAuthor
  ) throws(NotesReferenceError) -> String? {
    var input = "commit \(reference.name)\nmark :1\ncommitter \(author.line)\n"
    input += "data \(Self.message.utf8.count + 1)\n\(Self.message)\n\n"
    if let tip = tree.tip { input += "from \(tip)\n" }
    if let merged { input += "merge \(merged)\n" }
    var bytes = Array(input.utf8)
    let depth = tree.usualDepth(adding: changes.count)
    for change in changes {
      let entries = tree.entries[change.commit] ?? []
      let path = entries.first?.path ?? tree.path(for: change.commit, depth: depth)
      for entry in entries.dropFirst(change.content == nil ? 0 : 1) {
        bytes += "D \(entry.path)\n".utf8
      }
      switch change.content {
      case .bytes(let note):
        bytes += "M 100644 inline \(path)\ndata \(note.count)\n".utf8
        bytes += note
        bytes.append(UInt8(ascii: "\n"))
      case .blob(let name): bytes += "M 100644 \(name) \(path)\n".utf8
      case nil: break
      }
    }
    bytes += "\nget-mark :1\ndone\n".utf8
    return try importing(bytes)
  }

  private static let message = "Notes written by 'commitdiary'"

  /// Replaces the history of the reference by that of another commit of notes, or by none, so that
  /// what was removed from the notes is in no commit. The notes stay.
  ///
  /// - Returns: the new commit; `nil` if another program has changed the reference.
  public func replaceNotesHistory(
    of reference: NotesReference, at tip: String, by other: String? = nil, author: NotesAuthor
  ) throws(NotesReferenceError) -> String? {
    var name: String?
    if let other, try tree(of: tip) == tree(of: other) { name = other }
    if name == nil {
      let new = try write(
        ["commit-tree", "-m", Self.message] + (other.map { ["-p", $0] } ?? []) + ["\(tip)^{tree}"],
        variables: author.variables, mustSucceed: true)
      name = String(new.text.trimmed)
    }
    guard let name, try moveNotes(of: reference, from: tip, to: name, by: author) else {
      return nil
    }
    // The log of the reference would keep the old commits for months.
    _ = try write(["reflog", "expire", "--expire=all", "--expire-unreachable=all", reference.name])
    return name
  }

  private func tree(of commit: String) throws(NotesReferenceError) -> [UInt8] {
    try successfully(["rev-parse", "--verify", "\(commit)^{tree}"]).output
  }

  /// Sets the reference to another commit of notes.
  ///
  /// - Parameter tip: the commit of the reference; `nil` if there is no reference yet.
  /// - Returns: whether no other program has changed the reference.
  public func moveNotes(
    of reference: NotesReference, from tip: String?, to other: String, by author: NotesAuthor
  ) throws(NotesReferenceError) -> Bool {
    let old = tip ?? String(repeating: "0", count: other.utf8.count)
    return try write(
      ["update-ref", "-m", Self.message, reference.name, other, old], variables: author.variables
    ).status.isSuccess
  }

  /// Runs a command that writes objects or references. Git runs programs then that a clone may name, such
  /// as its hooks, so that it gets a git folder of this program.
  func write(
    _ arguments: [String], input: [UInt8]? = nil, variables: [String: String] = [:],
    mustSucceed: Bool = false
  ) throws(NotesReferenceError) -> ChildResult {
    try mapped { () throws(GitError) in
      let folder = try OwnGitFolder(
        for: commonDirectory, .linked, environment: program.environment)
      var git = folder.program(in: root)
      git.environment = git.environment.adding(variables)
      // The reference contains the originals of replaced objects.
      git.environment["GIT_NO_REPLACE_OBJECTS"] = "1"
      return try mustSucceed
        ? git.successfully(arguments, input: input) : git.run(arguments, input: input)
    }
  }

  // MARK: fast-import

  /// Runs `git fast-import`, which writes all objects and then changes the reference, if it is still
  /// at the parent of the new commit.
  private func importing(_ input: [UInt8]) throws(NotesReferenceError) -> String? {
    let result = try write(
      ["fast-import", "--quiet", "--done", "--date-format=raw"], input: input)
    let name = String(result.text.trimmed)
    guard result.status.isSuccess, ObjectName(hexadecimal: name.utf8) != nil else {
      if result.errorText.containsBytes("Not updating")
        || result.errorText.containsBytes("cannot lock ref")
        || result.errorText.containsBytes("Unable to create")
      {
        return nil
      }
      throw .git(GitError(errorOutput: result.errorOutput, path: root))
    }
    return name
  }
}

extension NotesTree {
  /// The depth of folders for new notes: that of most notes, or as many as git would use.
  fileprivate func usualDepth(adding count: Int) -> Int {
    var counts = [0, 0, 0, 0]
    for entry in entries.values.joined() {
      let depth = entry.path.utf8.count { $0 == UInt8(ascii: "/") }
      counts[min(depth, 3)] += 1
    }
    let total = counts.reduce(0, +)
    if total > count { return counts.indices.max { counts[$0] < counts[$1] } ?? 0 }
    return total + count > 65_536 ? 2 : total + count > 256 ? 1 : 0
  }

  /// The path of a new note.
  fileprivate func path(for commit: String, depth: Int) -> String {
    var folders: [Substring] = []
    var rest = commit[...]
    while folders.count < depth {
      folders.append(rest.prefix(2))
      rest = rest.dropFirst(2)
      // A file with the name of the folder stays.
      if others.contains(folders.joined(separator: "/")) { return commit }
    }
    return (folders + [rest]).joined(separator: "/")
  }
}
