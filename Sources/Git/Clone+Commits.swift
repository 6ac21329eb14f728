public import Diary
import Platform

extension Clone {
  /// The commit of a revision such as `HEAD~2`, a tag or an abbreviated name.
  public func resolve(_ revision: String) throws(GitError) -> Commit {
    guard let single = Clone.single(revision) else { throw .unknownRevision(revision) }
    let result = try program.run(
      ["log", "-1"] + CommitRecord.options + ["--end-of-options", single, "--"])
    var records = CommitRecords()
    records.feed(result.output)
    if result.status.isSuccess, let commit = records.next() { return commit }
    throw try error(errorOutput: result.errorOutput, revision: revision)
  }

  /// The error for a `git log` that failed for `revision`.
  func error(errorOutput: [UInt8], revision: String) throws(GitError) -> GitError {
    let error = GitError(errorOutput: errorOutput, revision: revision, path: root)
    if case .unknownRevision = error, try isUnborn(revision) { return .noCommits(path: root) }
    return error
  }

  /// The revision in a form that can name only one commit, or `nil` if it is a range, which `git
  /// log` would accept too.
  private static func single(_ revision: String) -> String? {
    guard !revision.isEmpty, !revision.hasPrefix("^"), !revision.utf8.contains(0) else {
      return nil
    }
    // `:/text` extends to the end of the revision and always names a commit.
    if revision.hasPrefix(":/") { return revision }
    var depth = 0
    var previous: Character = " "
    for letter in revision {
      if letter == "{" { depth += 1 }
      if letter == "}" { depth -= 1 }
      if depth == 0, letter == ".", previous == "." { return nil }
      previous = letter
    }
    return revision + "^{commit}"
  }

  /// Whether `revision` is relative to a `HEAD` that has no commit yet.
  private func isUnborn(_ revision: String) throws(GitError) -> Bool {
    guard revision.hasPrefix("HEAD") || revision.hasPrefix("@") else { return false }
    return try !program.run(["rev-parse", "--verify", "--quiet", "HEAD"]).status.isSuccess
  }

  /// The first of these commits that exists in the clone, on any branch.
  public func firstExisting(of commits: [String]) throws(GitError) -> String? {
    let names = commits.filter(Clone.isIdentifier)
    guard !names.isEmpty else { return nil }
    let result = try program.run(
      ["cat-file", "--batch-check=%(objectname) %(objecttype)"],
      input: Array(names.map { $0 + "\n" }.joined().utf8))
    // For a missing object, git prints `missing` instead of its type.
    let found = result.text.split(separator: "\n").first { $0.hasSuffix(" commit") }
    return found.map { String($0.dropLast(" commit".count)) }
  }

  /// The oldest ancestor of `HEAD` without a parent; `nil` in a shallow clone, which does not have
  /// it.
  ///
  /// Git reads the whole history for this.
  public func rootCommit() -> String? {
    guard !isShallow,
      let result = try? program.run(
        ["rev-list", "--max-parents=0", "HEAD", "--"], deadline: .seconds(10)),
      result.status.isSuccess
    else { return nil }
    return result.text.split(separator: "\n").last.map(String.init)
  }

  /// Git's patch ID, which does not change in a rebase; `nil` if the commit changes nothing, is a
  /// merge, or takes too long to compute.
  public func patchID(of sha: String, deadline: Duration = .seconds(2)) -> String? {
    guard Clone.isIdentifier(sha), !LocalClone(self).shallowCommits.contains(sha) else {
      return nil
    }
    guard
      let (first, second) = try? program.pipeline(
        PatchID.difference + ["--end-of-options", sha, "--"], PatchID.command,
        deadline: deadline),
      first.isSuccess, second.status.isSuccess,
      let identifier = second.text.split(separator: " ").first
    else { return nil }
    return String(identifier)
  }

  /// The changed files of a commit with the size of each change, as a few lines of text; empty if
  /// git takes too long. A merge is compared with its first parent.
  public func stat(of sha: String, deadline: Duration = .seconds(2)) -> String {
    guard Clone.isIdentifier(sha),
      let result = try? program.run(
        [
          "diff-tree", "--no-commit-id", "-r", "--root", "--diff-merges=first-parent",
          "--stat=72,50,10", "--no-color", "--no-ext-diff", "--no-textconv", "--end-of-options",
          sha, "--",
        ], deadline: deadline), result.status.isSuccess
    else { return "" }
    return result.text
  }

  static func isIdentifier(_ text: String) -> Bool {
    (4...64).contains(text.utf8.count)
      && text.utf8.allSatisfy(\.isHexDigit)
  }
}
