public import Diary
import Platform

extension Clone {
  /// The commit of a revision such as `HEAD~2`, a tag or an abbreviated name.
  public func resolve(_ revision: String) throws(GitError) -> Commit {
    guard let single = Clone.single(revision) else { throw .unknownRevision(revision) }
    let result = try program.run(
      ["log", "-1"] + CommitRecord.options + ["--end-of-options", single, "--"])
    var records = CommitRecords(agentMarks)
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
    let existing = try existing(commits.compactMap { ObjectName($0) })
    return commits.first { ObjectName($0).map(existing.contains) ?? false }
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

  /// The changed files of a commit with the size of each change, as a few lines of text; empty if
  /// git takes too long. A merge is compared with its first parent.
  public func stat(of sha: String) -> String {
    guard Clone.isIdentifier(sha),
      let result = try? program.run(
        [
          "diff-tree", "--no-commit-id", "-r", "--root", "--diff-merges=first-parent",
          "--stat=72,50,10", "--no-color", "--no-ext-diff", "--no-textconv", "--end-of-options",
          sha, "--",
        ], deadline: .seconds(2)), result.status.isSuccess
    else { return "" }
    return result.text
  }

  static func isIdentifier(_ text: String) -> Bool {
    (4...64).contains(text.utf8.count)
      && text.utf8.allSatisfy(\.isHexDigit)
  }
}

// MARK: Many commits

extension Clone {
  /// The commits with these names, the newest first. Missing commits are left out.
  ///
  /// - Parameter names: The first eight bytes of each name, as histories store them.
  public func commits(named names: Set<UInt64>) throws(GitError) -> [Commit] {
    let marks = agentMarks
    var commits: [Commit] = []
    try read(CommitRecord.format, of: names.sorted().map { Hexadecimal.text($0) }, by: program) {
      commits.append(CommitRecord.commit($0, marks))
    }
    return
      commits
      .filter { $0.packedName.map(names.contains) ?? false }
      .sorted { $0.date.instant > $1.date.instant }
  }

  /// The commits with these names and their trailers, one `Key: value` on each line. Missing commits
  /// are left out.
  public func trailers(
    of names: Set<UInt64>
  ) throws(GitError) -> [(commit: Commit, trailers: String)] {
    let marks = agentMarks
    var found: [(commit: Commit, trailers: String)] = []
    try read(
      CommitRecord.format + "%x00%(trailers:only=true,unfold=true)",
      of: names.sorted().map { Hexadecimal.text($0) }, by: program
    ) { fields in
      found.append((CommitRecord.commit(fields, marks), String(decoding: fields[6], as: UTF8.self)))
    }
    return found
  }

  /// The messages of commits below their subjects, and whether they have an agent's mark, by their names.
  /// Missing commits are left out.
  public func bodies(
    of shas: [String]
  ) throws(GitError) -> [String: (body: String, isMarked: Bool)] {
    var found: [String: (body: String, isMarked: Bool)] = [:]
    let marks = agentMarks
    try read(CommitRecord.format + "%x00%b", of: shas, by: program) { fields in
      let commit = CommitRecord.commit(fields, marks)
      found[commit.sha] = (String(decoding: fields[6], as: UTF8.self), commit.isMarked)
    }
    return found
  }

  /// The first lines of the messages of commits, by their names. Missing commits are left out.
  package func subjects(of shas: some Collection<String>) throws(GitError) -> [String: String] {
    var found: [String: String] = [:]
    try read("%H%x00%s", of: shas, by: followingProgram) { fields in
      found[String(decoding: fields[0], as: UTF8.self)] = String(
        decoding: fields[1], as: UTF8.self)
    }
    return found
  }

  private func read(
    _ format: String, of names: some Collection<String>, by program: GitProgram,
    _ take: ([[UInt8]]) -> Void
  ) throws(GitError) {
    if names.isEmpty { return }
    try program.readCommits(
      ["--no-walk", "--ignore-missing", "--stdin"], format: format,
      input: Array(names.map { $0 + "\n" }.joined().utf8), take)
  }
}

extension Commit {
  /// The first eight bytes of the commit's name; `nil` if the name is too short.
  public var packedName: UInt64? {
    sha.utf8.count >= 16 ? UInt64(sha.prefix(16), radix: 16) : nil
  }
}
