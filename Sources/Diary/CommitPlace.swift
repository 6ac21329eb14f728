/// How it is known that a commit continues an earlier one. The strongest evidence comes first.
public enum CommitEvidence: String, CaseIterable, Sendable {
  /// It is the same commit, and a branch or `HEAD` reaches it.
  case id
  /// Git recorded that one replaced the other.
  case rewrite
  /// Both have the same change id.
  case changeID = "change-id"
  /// Both have the same patch and the same author date.
  case patch
  /// Both have the same author and the same author date.
  case author
  /// The commit contains the change of the earlier one, with others.
  case squash
}

extension CommitEvidence: Comparable {
  private var rank: Int { CommitEvidence.allCases.firstIndex(of: self) ?? 0 }

  /// Stronger evidence comes first.
  public static func < (left: CommitEvidence, right: CommitEvidence) -> Bool {
    left.rank < right.rank
  }
}

/// A commit of a clone that continues a commit with notes.
public struct CommitPlace: Hashable, Sendable {
  public enum Role: Int, Sendable {
    /// The commit on which the notes are now.
    case now
    /// A copy, such as a cherry-pick, while the commit itself still exists.
    case copy
    /// One of several commits that are equally likely, or one with weak evidence only.
    case candidate
    /// The last known commit, which is no longer on any branch.
    case last
  }

  public var sha: String
  public var evidence: CommitEvidence
  public var role: Role
  /// The subject of the commit, if the notes are on it now and were written on another one. Empty if it is
  /// not known.
  public var subject: String

  public init(sha: String, evidence: CommitEvidence, role: Role, subject: String = "") {
    self.sha = sha
    self.evidence = evidence
    self.role = role
    self.subject = subject
  }

  /// The abbreviated SHA.
  public var shortSHA: String { String(sha.prefix(7)) }
}

extension [CommitPlace] {
  /// The commit on which the notes are now; `nil` if it is not known.
  public var now: CommitPlace? { first { $0.role == .now } }

  /// Commits that are equally likely.
  public var candidates: [CommitPlace] { filter { $0.role == .candidate } }
}

/// What identifies a commit after it was rewritten. It is kept because git removes commits that no
/// branch reaches.
public struct CommitFacts: Hashable, Sendable {
  public var author: String
  public var subject: String
  /// The author date, in seconds since 1970.
  public var authoredAt: Int64
  /// The committer date; `nil` if it is not known, like the tree and the parents.
  public var committedAt: Int64?
  public var tree: String?
  public var parents: [String]
  public var patchID: String?
  /// The `Change-Id` of Gerrit or the `change-id` of jj.
  public var changeID: String?

  public init(
    author: String, subject: String, authoredAt: Int64, committedAt: Int64? = nil,
    tree: String? = nil, parents: [String] = [], patchID: String? = nil, changeID: String? = nil
  ) {
    self.author = author
    self.subject = subject
    self.authoredAt = authoredAt
    self.committedAt = committedAt
    self.tree = tree
    self.parents = parents
    self.patchID = patchID
    self.changeID = changeID
  }
}

/// Where a text was written: the repository and the branch of the working directory.
public struct WrittenPlace: Hashable, Sendable {
  public var repository: Repository
  /// `nil` if none was checked out.
  public var branch: String?

  public init(repository: Repository, branch: String?) {
    self.repository = repository
    self.branch = branch
  }
}

/// What a branch has, and what is unfinished on it.
public struct BranchWork: Sendable {
  /// The short name; that of the commit if no branch is checked out.
  public var name: String
  /// What the commits were compared with, such as `origin/main`; `nil` if there is nothing.
  public var base: String?
  /// Its own commits, the newest first; the last few if there is nothing to compare with.
  public var commits: [Commit]
  /// The paths that are not committed; empty if another branch is checked out.
  public var uncommitted: [String] = []
  /// The messages of what was stashed on it.
  public var stashes: [String] = []

  public init(name: String, base: String? = nil, commits: [Commit]) {
    self.name = name
    self.base = base
    self.commits = commits
  }
}
