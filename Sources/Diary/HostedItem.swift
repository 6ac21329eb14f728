/// A pull request or an issue on a host.
public struct HostedItem: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable { case pullRequest, issue }

  /// Identifies the item on its host, also after its repository was renamed.
  public var id: String
  public var kind: Kind
  public var repository: Repository
  public var number: Int
  public var title: String
  /// The address of its page.
  public var url: String?

  public init(
    id: String, kind: Kind, repository: Repository, number: Int, title: String, url: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.repository = repository
    self.number = number
    self.title = title
    self.url = url
  }
}

/// Something that the user did with a pull request or an issue.
public struct HostedEvent: Hashable, Sendable {
  /// The raw values are stored in the journal and never change.
  public enum Action: String, CaseIterable, Sendable { case opened, merged, reviewed, closed }

  public var item: HostedItem
  public var action: Action
  public var at: Instant

  public init(_ action: Action, _ item: HostedItem, at instant: Instant) {
    self.item = item
    self.action = action
    self.at = instant
  }
}

/// A pull request that was merged, with the commits that its branch had.
public struct MergedPullRequest: Hashable, Sendable {
  /// A commit of the branch.
  public struct Part: Hashable, Sendable {
    public var sha: String
    public var author: String
    /// The author date, in seconds since 1970.
    public var authoredAt: Int64

    public init(sha: String, author: String, authoredAt: Int64) {
      self.sha = sha
      self.author = author
      self.authoredAt = authoredAt
    }
  }

  public var number: Int
  /// The squash, the last of the commits that were rebased, or the merge commit.
  public var sha: String
  /// The oldest first.
  public var parts: [Part]

  public init(number: Int, sha: String, parts: [Part]) {
    self.number = number
    self.sha = sha
    self.parts = parts
  }

  /// The number in a subject such as `Cache the index (#12)` or `Merge pull request #12 from a/b`,
  /// which GitHub writes.
  public static func number(inSubject subject: String) -> Int? {
    var digits = subject.utf8[...]
    if subject.hasPrefix(mergePrefix) {
      digits = digits.dropFirst(mergePrefix.utf8.count).prefix { (0x30...0x39).contains($0) }
    } else {
      guard digits.last == UInt8(ascii: ")"), let open = digits.lastIndex(of: UInt8(ascii: "(")),
        digits[open...].starts(with: "(#".utf8)
      else { return nil }
      digits = digits[open...].dropFirst(2).dropLast()
    }
    guard (1...9).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(Substring(digits)), number > 0
    else { return nil }
    return number
  }

  private static let mergePrefix = "Merge pull request #"
}

/// A repository as described by its host. The number stays the same when the repository is renamed.
public struct HostedRepository: Hashable, Sendable {
  public var number: Int64
  public var repository: Repository
  public var isPrivate: Bool
  public var isFork: Bool
  public var isArchived: Bool
  /// The time of the last push; `nil` if there was none.
  public var pushedAt: Instant?
  public var defaultBranch: String?

  public init(
    number: Int64, repository: Repository, isPrivate: Bool = false, isFork: Bool = false,
    isArchived: Bool = false, pushedAt: Instant? = nil, defaultBranch: String? = nil
  ) {
    self.number = number
    self.repository = repository
    self.isPrivate = isPrivate
    self.isFork = isFork
    self.isArchived = isArchived
    self.pushedAt = pushedAt
    self.defaultBranch = defaultBranch
  }
}

/// A commit as described by its host.
public struct HostedCommit: Hashable, Sendable {
  public var commit: Commit
  /// The login of the author, if the host knows the author's email address.
  public var login: String?
  /// The committer date, which a rebase changes. Hosts sort and filter by it.
  public var committedAt: Instant

  public init(commit: Commit, login: String? = nil, committedAt: Instant) {
    self.commit = commit
    self.login = login
    self.committedAt = committedAt
  }
}

/// A rate limit of a host.
public struct RateLimit: Hashable, Sendable {
  public var limit: Int
  public var remaining: Int
  /// When `remaining` becomes `limit` again, by the host's clock.
  public var resetsAt: Instant
  /// `core`, `search` or `graphql`, each of which has its own limit.
  public var resource: String

  public init(limit: Int, remaining: Int, resetsAt: Instant, resource: String = "core") {
    self.limit = limit
    self.remaining = remaining
    self.resetsAt = resetsAt
    self.resource = resource
  }
}
