public import Diary
import Platform

extension Clone {
  private static let mostCommits = 50
  private static let lastCommits = 5
  private static let bases = [
    "refs/remotes/origin/HEAD", "refs/remotes/origin/main", "refs/remotes/origin/master",
    "refs/heads/main", "refs/heads/master",
  ]

  /// - Parameter typed: the name of a branch; `nil` for the one that is checked out.
  public func work(onBranch typed: String?) throws(GitError) -> BranchWork {
    let current =
      try line(["symbolic-ref", "--quiet", "--short", "HEAD"]) ?? LocalClone(self).currentBranch
    guard let name = typed ?? current else {
      let head = try resolve("HEAD")
      let commits = try recentCommits(CommitQuery(limit: Self.lastCommits))
      var work = BranchWork(name: head.shortSHA, commits: commits)
      work.uncommitted = try uncommitted()
      return work
    }
    let reference = "refs/heads/\(name)"
    // Not a revision such as `main~2`.
    guard try line(["show-ref", "--verify", "--hash", reference]) != nil else {
      if typed == nil { throw .noCommits(path: root) }
      throw .unknownRevision(name)
    }
    let base = try base(of: name)
    let query =
      base.map { CommitQuery(from: "\($0)..\(reference)", limit: Self.mostCommits) }
      ?? CommitQuery(from: reference, limit: Self.lastCommits)
    var work = BranchWork(
      name: name, base: base.map(Self.shortName), commits: try recentCommits(query))
    if name == current { work.uncommitted = try uncommitted() }
    work.stashes = try stashes(on: name)
    return work
  }

  /// The branch that this one will join: for the main one, its copy at the remote.
  private func base(of name: String) throws(GitError) -> String? {
    for reference in Self.bases where reference != "refs/heads/\(name)" {
      guard try line(["rev-parse", "--verify", "--quiet", reference + "^{commit}"]) != nil else {
        continue
      }
      let target = try line(["symbolic-ref", "--quiet", reference]) ?? reference
      // Of a local branch beside the main one, only the latter is a base.
      if target.hasPrefix("refs/heads/"), Self.bases.contains("refs/heads/\(name)") { continue }
      return target
    }
    return nil
  }

  private static func shortName(_ reference: String) -> String {
    for prefix in ["refs/remotes/", "refs/heads/"] where reference.hasPrefix(prefix) {
      return String(reference.dropFirst(prefix.count))
    }
    return reference
  }

  /// The paths of this working tree that are not committed.
  ///
  /// Git compares a file whose time has changed, and would run the filters of the clone for that; in
  /// submodules too, whose filters are not known here. Other commands than `status` would save the
  /// result of comparing without filters in the index.
  private func uncommitted() throws(GitError) -> [String] {
    if isBare { return [] }
    let filters = try program.run([
      "config", "--null", "--name-only", "--get-regexp", #"^filter\..*\.(clean|process|required)$"#,
    ])
    var git = program
    git.environment = git.environment.adding(
      settings: filters.text.split(separator: "\0").map { name in
        (String(name), name.hasSuffix(".required") ? "false" : "")
      })
    // A clone can name another folder as its working tree.
    let result = try git.run([
      "--work-tree=\(root)", "status", "--porcelain=v1", "-z", "--no-renames",
      "--untracked-files=normal", "--ignore-submodules=dirty",
    ])
    guard result.status.isSuccess else {
      throw GitError(errorOutput: result.errorOutput, path: root)
    }
    // Each entry has two letters and a space in front of the path.
    return result.output.split(separator: 0).map {
      String(decoding: $0.dropFirst(3), as: UTF8.self)
    }
    .sorted()
  }

  private func stashes(on branch: String) throws(GitError) -> [String] {
    let result = try program.run([
      "log", "--walk-reflogs", "-z", "--format=%gs", "--encoding=UTF-8", "--no-color",
      "--no-show-signature",
      "--no-patch", "refs/stash", "--",
    ])
    guard result.status.isSuccess else { return [] }
    return result.output.split(separator: 0).compactMap { entry in
      let text = String(decoding: entry, as: UTF8.self)
      for prefix in ["WIP on \(branch): ", "On \(branch): "] where text.hasPrefix(prefix) {
        return String(text.dropFirst(prefix.count))
      }
      return nil
    }
  }

  /// The line that a command prints; `nil` if it fails.
  private func line(_ words: [String]) throws(GitError) -> String? {
    let result = try program.run(words)
    return result.status.isSuccess ? String(result.text.trimmed) : nil
  }
}

extension Clone {
  private static let mostFiles = 1000

  /// The message and the changed files of a commit, compared with its first parent. Renames are
  /// found as far as git does that without a long search.
  public func changes(of sha: String) throws(GitError) -> CommitChanges {
    let result = try program.run([
      "log", "-1", "-m", "--first-parent", "--root", "--numstat", "--find-renames", "-l200", "-z",
      "--format=%b%x00", "--encoding=UTF-8", "--no-color", "--no-notes", "--no-show-signature",
      "--no-ext-diff", "--no-textconv", "--end-of-options", sha, "--",
    ])
    guard result.status.isSuccess else {
      throw GitError(errorOutput: result.errorOutput, revision: sha, path: root)
    }
    return Self.changes(from: result.output)
  }

  /// How long reading a diff may take. Git needs long to compare files of many megabytes.
  private static let diffLimit = Duration.seconds(5)

  /// The beginning of the diff of a file that `changes` has returned.
  public func diff(of sha: String, _ file: CommitChanges.File) throws(GitError) -> FileDiff {
    let end = ContinuousClock.now + Self.diffLimit
    var stream = try program.stream(
      [
        "--literal-pathspecs", "diff-tree", "--no-commit-id", "-r", "--root",
        "--diff-merges=first-parent", "--patch", "--find-renames", "-l200", "--no-color",
        "--no-ext-diff", "--no-textconv", "--end-of-options", sha, "--", file.path,
      ] + (file.oldPath.map { [$0] } ?? []), silenceLimit: Self.diffLimit)
    var parser = DiffParser()
    while let bytes = try stream.next() {
      parser.feed(bytes)
      if parser.isFull || ContinuousClock.now > end { return parser.beginning() }
    }
    guard try stream.wait().isSuccess else {
      throw GitError(errorOutput: stream.errorOutput, revision: sha, path: root)
    }
    return parser.whole()
  }

  /// Parses the body up to the first NUL, and then `added TAB removed TAB path NUL`. For a rename, the
  /// path is empty and both names follow.
  static func changes(from output: [UInt8]) -> CommitChanges {
    var fields = output.split(separator: 0, omittingEmptySubsequences: false)[...]
    let body = fields.popFirst().map { String(decoding: $0, as: UTF8.self) } ?? ""
    var changes = CommitChanges(body: body, files: [])
    while let field = fields.popFirst() {
      let text = String(decoding: field, as: UTF8.self).drop { $0.isNewline }
      let parts = text.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      var path = String(parts[2])
      var oldPath: String?
      if path.isEmpty {
        oldPath = fields.popFirst().map { String(decoding: $0, as: UTF8.self) }
        path = fields.popFirst().map { String(decoding: $0, as: UTF8.self) } ?? ""
      }
      guard changes.files.count < mostFiles else {
        changes.isCut = true
        break
      }
      changes.files.append(
        .init(path: path, oldPath: oldPath, added: Int(parts[0]), removed: Int(parts[1])))
    }
    return changes
  }
}
