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
      try line(["symbolic-ref", "--quiet", "--short", "HEAD"]) ?? currentBranch
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
  func uncommitted() throws(GitError) -> [String] { try status().map(\.path).sorted() }

  /// The paths of this working tree that are not committed, and whether git does not know them yet.
  func status() throws(GitError) -> [(path: String, isNew: Bool)] {
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
    let result = try git.successfully([
      "--work-tree=\(root)", "status", "--porcelain=v1", "-z", "--no-renames",
      "--untracked-files=normal", "--ignore-submodules=dirty",
    ])
    // Each entry has two letters and a space in front of the path.
    return result.output.split(separator: 0).map {
      (String(decoding: $0.dropFirst(3), as: UTF8.self), $0.starts(with: "??".utf8))
    }
  }

  private func stashes(on branch: String) throws(GitError) -> [String] {
    let result = try program.run(
      ["log", "--walk-reflogs", "-z", "--format=%gs"] + CommitRecord.plain + ["refs/stash", "--"])
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
  /// Files with the branch of a rebase or a bisection: `HEAD` has a commit meanwhile.
  private static let origins = [
    "rebase-merge/head-name", "rebase-apply/head-name", "BISECT_START",
  ]
  private static let prefix = "refs/heads/"

  /// The short name of the branch that is checked out, read from the files of the clone; `nil` if there
  /// is none, or if its references are not in files.
  public var currentBranch: String? {
    if UnresponsiveClones.contains(root) { return nil }
    let head = text(of: "HEAD")
    if head.hasPrefix("ref:") {
      let name = head.dropFirst("ref:".count).trimmed
      // A clone with the format reftable has this name in the file.
      return name == Self.prefix + ".invalid" ? nil : Self.shortName(name)
    }
    for file in Self.origins {
      let name = text(of: file)
      if name.isEmpty || name == "detached HEAD" { continue }
      if let short = Self.shortName(name[...]) { return short }
      // A bisection has the short name, or the whole ID of a commit.
      let isCommit = [40, 64].contains(name.utf8.count) && name.utf8.allSatisfy(\.isHexDigit)
      if file == "BISECT_START", !isCommit { return name }
    }
    return nil
  }

  /// The names that a branch had before it was renamed, as far as its log has them.
  public func formerNames(ofBranch name: String) -> [String] {
    let path = "\(commonDirectory)/logs/\(Self.prefix)\(name)"
    guard !UnresponsiveClones.contains(root),
      let bytes = GitFolder.bytes(of: path)
    else { return [] }
    // The message is behind a tab.
    let mark = "\tBranch: renamed "
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      guard let start = line.firstRange(of: mark)?.upperBound else { return nil }
      return line[start...].split(separator: " ").first.flatMap(Self.shortName)
    }.suffix(Self.mostNames)
  }

  private static let mostNames = 20

  private static func shortName(_ reference: Substring) -> String? {
    reference.hasPrefix(prefix) ? String(reference.dropFirst(prefix.count)) : nil
  }

  private func text(of file: String) -> String {
    GitFolder.text(of: "\(gitDirectory)/\(file)") ?? ""
  }
}

extension Clone {
  /// The branch of each commit since an instant, by the first eight bytes of the commit's name. A
  /// commit that several branches contain belongs to the one from which git reaches it first; local
  /// branches come before those of remotes.
  public func branches(since instant: Instant) throws(GitError) -> [UInt64: String] {
    // The committer date may be a little before the author date.
    let early = max(instant.secondsSince1970 - 86_400, 1)
    let result = try program.successfully(
      ["log", "--branches", "--remotes", "--source", "--since=@\(early) +0000", "--format=%H %S"]
        + CommitRecord.plain + ["--"])
    var branches: [UInt64: String] = [:]
    for line in result.text.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 1)
      guard fields.count == 2, let name = UInt64(fields[0].prefix(16), radix: 16) else { continue }
      branches[name] = Self.branch(String(fields[1]))
    }
    return branches
  }

  /// `topic` for `refs/heads/topic` and for `refs/remotes/origin/topic`.
  private static func branch(_ reference: String) -> String {
    let parts = reference.split(separator: "/", omittingEmptySubsequences: false)
    let prefix =
      reference.hasPrefix("refs/remotes/") ? 3 : reference.hasPrefix("refs/heads/") ? 2 : 0
    return parts.count > prefix ? parts[prefix...].joined(separator: "/") : reference
  }
}
