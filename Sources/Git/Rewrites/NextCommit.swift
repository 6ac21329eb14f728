public import Diary
import Platform

/// Where work goes on in a clone: the next commit is made on this branch, on top of this commit.
public struct WorkPosition: Hashable, Sendable {
  /// `nil` if `HEAD` is detached.
  public var branch: String?
  /// `nil` on a branch without commits.
  public var head: String?
  /// How much of the reflog there was.
  public var logged: Int

  public init(branch: String?, head: String?, logged: Int) {
    self.branch = branch
    self.head = head
    self.logged = logged
  }
}

extension Clone {
  public func position() throws(GitError) -> WorkPosition {
    var head: String?
    do throws(GitError) { head = try resolve("HEAD").sha } catch {
      guard case .noCommits = error else { throw error }
    }
    let branch = currentBranch
    return WorkPosition(
      branch: branch, head: head, logged: GitFolder.bytes(of: reflog(of: branch))?.count ?? 0)
  }

  private func reflog(of branch: String?) -> String {
    branch.map { "\(commonDirectory)/logs/refs/heads/\($0)" } ?? gitDirectory + "/logs/HEAD"
  }

  /// Whether the branch of a position still exists. A position without one always does.
  public func hasBranch(of position: WorkPosition) -> Bool {
    guard let branch = position.branch, position.head != nil else { return true }
    let result = try? program.run(["show-ref", "--verify", "--quiet", "refs/heads/\(branch)"])
    return result?.status.isSuccess ?? true
  }

  /// The first own commit on the branch since a position: made by `git commit`, on top of what was there or of what
  /// that has become by amend or rebase. Commits that pull, merge or reset brings are none.
  ///
  /// - Parameter emails: the user's addresses, besides those of git's settings.
  public func firstOwnCommit(since position: WorkPosition, emails: [String]) throws(GitError)
    -> String?
  {
    for sha in candidates(since: position) where try isOwn(sha, emails: emails) { return sha }
    return nil
  }

  /// The commits that `git commit` has made on the branch since, the oldest first.
  private func candidates(since position: WorkPosition) -> [String] {
    guard let bytes = GitFolder.bytes(of: reflog(of: position.branch)) else {
      return commitsWithoutReflog(since: position)
    }
    var lines = bytes.dropFirst(position.logged).split(separator: 0x0A).compactMap(ReflogLine.init)
    let before = bytes.prefix(position.logged).split(separator: 0x0A).last
      .flatMap(ReflogLine.init)
    if position.logged > 0, before?.new.text != position.head {
      // The log has become shorter since.
      let all = bytes.split(separator: 0x0A).compactMap(ReflogLine.init)
      let start = all.lastIndex { $0.new.text == position.head }
      lines = start.map { Array(all[($0 + 1)...]) } ?? []
    }
    return lines.filter { $0.begins(with: "commit: ") || $0.begins(with: "commit (initial): ") }
      .map(\.new.text)
  }

  /// The commits on top of the position, for a clone without reflogs.
  private func commitsWithoutReflog(since position: WorkPosition) -> [String] {
    let tip = position.branch.map { "refs/heads/\($0)" } ?? "HEAD"
    let result = try? program.run(
      ["rev-list", "--first-parent", "--no-merges", "--reverse", "--max-count=1000"]
        + [position.head.map { "\($0)..\(tip)" } ?? tip, "--"])
    guard let result, result.status.isSuccess else { return [] }
    return result.text.split(separator: "\n").map(String.init)
  }

  /// Whether the working tree has changes that are not committed.
  public func hasChanges() throws(GitError) -> Bool { try !uncommitted().isEmpty }

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
