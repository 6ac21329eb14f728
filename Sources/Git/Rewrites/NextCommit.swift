import Diary
import Platform

/// Where work goes on in a clone: the next commit is made on this branch, on top of this commit.
public struct WorkPosition: Hashable, Sendable {
  /// `nil` if `HEAD` is detached.
  public var branch: String?
  /// `nil` on a branch without commits.
  public var head: String?
  /// How much of the reflog of `HEAD` there was.
  public var logged: Int
  /// How much of the reflog of the branch there was; `nil` if `HEAD` is not the branch, as during a rebase.
  public var branchLogged: Int?

  public init(branch: String?, head: String?, logged: Int, branchLogged: Int?) {
    self.branch = branch
    self.head = head
    self.logged = logged
    self.branchLogged = branchLogged
  }
}

extension Clone {
  public func position() throws(GitError) -> WorkPosition {
    var head: String?
    do throws(GitError) { head = try resolve("HEAD").sha } catch {
      guard case .noCommits = error else { throw error }
    }
    func length(_ file: String) -> Int { GitFolder.bytes(of: file)?.count ?? 0 }
    let branch = currentBranch
    let isOnBranch =
      branch != nil && GitFolder.text(of: gitDirectory + "/HEAD")?.hasPrefix("ref:") == true
    return WorkPosition(
      branch: branch, head: head, logged: length(headLog),
      branchLogged: isOnBranch ? branch.map { length(log(of: $0)) } : nil)
  }

  private var headLog: String { gitDirectory + "/logs/HEAD" }

  private func log(of branch: String) -> String { "\(commonDirectory)/logs/refs/heads/\(branch)" }

  /// Whether the branch of a position still exists. A position without one always does.
  public func hasBranch(of position: WorkPosition) -> Bool {
    guard let branch = position.branch, position.head != nil else { return true }
    return isBranch(branch) ?? true
  }

  /// The first own commit on the branch since a position: made by `git commit`, on top of what was there or of what
  /// that has become by amend or rebase. Commits that pull, merge or reset brings are none. Without a branch, it is
  /// one on top of `HEAD` as it was.
  ///
  /// - Parameters:
  ///   - emails: the user's addresses, besides those of git's settings.
  ///   - isSameTree: whether this is the working tree of the position. Another one has its own log of `HEAD`.
  public func firstOwnCommit(
    since position: WorkPosition, emails: [String], isSameTree: Bool
  ) throws(GitError) -> String? {
    for sha in candidates(since: position, isSameTree) where try isOwn(sha, emails: emails) {
      return sha
    }
    return nil
  }

  /// The commits that `git commit` has made since, the oldest first.
  private func candidates(since position: WorkPosition, _ isSameTree: Bool) -> [String] {
    let heads = isSameTree ? GitFolder.bytes(of: headLog) : nil
    if let heads {
      // It stays when the branch is deleted.
      let found = commits(
        in: Self.lines(of: heads, after: position.logged, from: position.head), since: position)
      if !found.isEmpty { return found }
    }
    if let branch = position.branch, let length = position.branchLogged,
      let bytes = GitFolder.bytes(of: log(of: branch))
    {
      return Self.lines(of: bytes, after: length, from: position.head).filter(\.isCommit)
        .map(\.new.text)
    }
    return heads == nil ? commitsWithoutReflog(since: position) : []
  }

  /// - Parameters:
  ///   - length: how much there was when `head` was the commit. The log may have become shorter since.
  private static func lines(of bytes: [UInt8], after length: Int, from head: String?)
    -> [ReflogLine]
  {
    func lines(_ bytes: some Sequence<UInt8>) -> [ReflogLine] {
      Array(bytes)[...].split(separator: 0x0A).compactMap(ReflogLine.init)
    }
    let last = bytes.prefix(length).split(separator: 0x0A).last.flatMap(ReflogLine.init)
    if head == nil || length == 0 || last?.new.text == head {
      return lines(bytes.dropFirst(length))
    }
    let all = lines(bytes)
    return all.lastIndex { $0.new.text == head }.map { Array(all[($0 + 1)...]) } ?? []
  }

  /// The commits in lines of the log of `HEAD` that were made where the position is.
  private func commits(in lines: [ReflogLine], since position: WorkPosition) -> [String] {
    var branch = position.branch
    var tip = position.head
    var isThere = true
    var found: [String] = []
    for line in lines {
      if let names = line.names(after: "Branch: renamed refs/heads/"), names.from == branch {
        branch = names.to.hasPrefix("refs/heads/") ? String(names.to.dropFirst(11)) : names.to
      } else if let names = line.names(after: "checkout: moving from ") {
        isThere =
          branch.map { names.to == $0 } ?? (line.new.text == tip && isBranch(names.to) != true)
      } else if !isThere {
        continue
      } else if line.isCommit {
        guard branch != nil || line.old.text == tip else { continue }
        found.append(line.new.text)
        tip = line.new.text
      } else if line.old.text == tip, line.action == "amend" {
        tip = line.new.text
      } else if line.old.text == tip, line.action == "continue" {
        // A conflict was resolved; after a stop to edit, the commit itself is replaced.
        let isOnTop = tip.map { parent(of: line.new.text) == $0 } ?? false
        if isOnTop { found.append(line.new.text) }
        tip = line.new.text
      }
    }
    return found
  }

  /// `nil` if git cannot say it.
  private func isBranch(_ name: String) -> Bool? {
    (try? program.run(["show-ref", "--verify", "--quiet", "refs/heads/\(name)"]))?.status.isSuccess
  }

  private func parent(of sha: String) -> String? {
    (try? program.run(["rev-parse", "--verify", "--quiet", "\(sha)^1"])).map {
      String($0.text.trimmed)
    }
  }

  /// The commits on top of the position, for a clone without reflogs.
  private func commitsWithoutReflog(since position: WorkPosition) -> [String] {
    guard position.branch != nil || currentBranch == nil else { return [] }
    let tip = position.branch.map { "refs/heads/\($0)" } ?? "HEAD"
    let result = try? program.run(
      ["rev-list", "--first-parent", "--no-merges", "--reverse", "--max-count=1000"]
        + [position.head.map { "\($0)..\(tip)" } ?? tip, "--"])
    guard let result, result.status.isSuccess else { return [] }
    return result.text.split(separator: "\n").map(String.init)
  }

  /// Whether the working tree has changes that are not committed. New files count if they are younger than the last
  /// commit: older ones were not part of that work either.
  public func hasChanges() throws(GitError) -> Bool {
    let entries = try status()
    if entries.contains(where: { !$0.isNew }) { return true }
    if entries.isEmpty { return false }
    guard let last = Int64(try program.run(["log", "-1", "--format=%ct"]).text.trimmed) else {
      return true
    }
    return entries.contains {
      (FileState(of: "\(root)/\($0.path)")?.modified ?? 0) / 1_000_000_000 > last
    }
  }

  /// Whether the author of a commit is the user.
  public func isOwn(_ sha: String, emails: [String]) throws(GitError) -> Bool {
    let own = Set(try settings().addresses + emails.map { $0.lowercased() })
    let author = AuthorMatcher.addresses(own.map { AuthorMatcher.lowercased($0) })
    let result = try program.run(["log", "-1", "--format=%ae%n%aE"] + CommitRecord.plain + [sha])
    let lines = result.output.dropLast()
    return result.status.isSuccess && author.accepts(lines.span)
  }

  /// Whether work on this branch is the usual one: that of the remote's `HEAD`, else `main` or `master`.
  public func isDefaultBranch(_ name: String) -> Bool {
    if let head = GitFolder.text(of: commonDirectory + "/refs/remotes/origin/HEAD"),
      let start = head.firstRange(of: "refs/remotes/origin/")
    {
      return head[start.upperBound...].trimmed == name
    }
    return ["main", "master", "trunk", "develop"].contains(name)
  }
}

extension ReflogLine {
  /// Whether `git commit` made a new commit.
  fileprivate var isCommit: Bool {
    begins(with: "commit: ") || begins(with: "commit (initial): ")
  }

  /// The names in a message such as `checkout: moving from main to side`.
  fileprivate func names(after prefix: String) -> (from: String, to: String)? {
    guard begins(with: prefix) else { return nil }
    let words = String(decoding: message, as: UTF8.self).dropFirst(prefix.count).split(
      separator: " ")
    guard words.count == 3, words[1] == "to" else { return nil }
    return (String(words[0]), String(words[2]))
  }
}
