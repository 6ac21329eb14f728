/// The contents of the stand-in: accounts, repositories and their behavior.
public struct World: Sendable {
  public var accounts: [Account] = []
  public var repositories: [Repository] = []
  public var items: [Item] = []
  public var device = DeviceFlow()
  /// Contribution pages that are served unchanged, in place of generated ones.
  public var pages = Pages()
  /// Contributions by login and day (`2026-11-21`). If a login has none, its commits are counted.
  public var contributions: [String: [String: Int]] = [:]
  /// Additional contributions that only the account itself sees, in the same form.
  public var privateContributions: [String: [String: Int]] = [:]
  public var paging = Paging.numbers
  /// The status of the redirect for a renamed repository: 301, 302 or 307.
  public var renameStatus = 301
  /// Fields of GraphQL that the server does not have. It refuses every query with one of them.
  public var missingFields: Set<String> = []

  public init(accounts: [Account] = [], repositories: [Repository] = []) {
    self.accounts = accounts
    self.repositories = repositories
  }

  /// The kind of URLs in `Link`. GitHub uses both.
  public enum Paging: Sendable { case numbers, cursors }

  public struct Account: Sendable {
    public var login: String
    public var id: Int
    public var name: String?
    public var email: String?
    /// The token of the account; `nil` if it has none.
    public var token: String?
    /// The value of `X-OAuth-Scopes`; `nil` for a fine-grained token, which has no scopes.
    public var scopes: [String]?
    /// The value of `github-authentication-token-expiration`, such as `2026-12-24 08:24:53 UTC`.
    public var tokenExpiration: String?
    public var isOrganization = false

    public init(
      _ login: String, id: Int = 583_231, name: String? = nil, email: String? = nil,
      token: String? = nil, scopes: [String]? = ["repo", "read:user"]
    ) {
      self.login = login
      self.id = id
      self.name = name
      self.email = email
      self.token = token
      self.scopes = scopes
    }
  }

  public struct Repository: Sendable {
    public var id: Int
    public var owner: String
    public var name: String
    public var description: String?
    public var language: String?
    public var isPrivate = false
    public var isFork = false
    public var isArchived = false
    /// In seconds since 1970.
    public var pushedAt: Int
    public var createdAt: Int
    public var defaultBranch = "main"
    /// The commits of the default branch, the newest first.
    public var commits: [Commit]
    /// The commits of the other branches, the newest first.
    public var branches: [String: [Commit]] = [:]
    public var tags: [String: String] = [:]
    /// The logins that have access besides the owner.
    public var members: [String] = []
    /// Earlier names (`owner/name`), which redirect to this repository.
    public var formerNames: [String] = []
    public var misfortune: Misfortune?
    public var pullRequests: [PullRequest] = []

    public init(
      id: Int, _ owner: String, _ name: String, isPrivate: Bool = false, commits: [Commit] = [],
      pushedAt: Int? = nil
    ) {
      self.id = id
      self.owner = owner
      self.name = name
      self.isPrivate = isPrivate
      self.commits = commits
      self.pushedAt = pushedAt ?? commits.first?.committer.date ?? 1_700_000_000
      createdAt = (commits.last?.committer.date ?? self.pushedAt) - 3600
    }

    public var fullName: String { "\(owner)/\(name)" }
  }

  public struct Commit: Hashable, Sendable {
    public var sha: String
    public var message: String
    public var author: Signature
    public var committer: Signature
    public var parents: [String]
    public var isSigned = false

    public init(
      _ sha: String, _ message: String, author: Signature, committer: Signature? = nil,
      parents: [String] = []
    ) {
      self.sha = sha
      self.message = message
      self.author = author
      self.committer = committer ?? author
      self.parents = parents
    }
  }

  public struct Signature: Hashable, Sendable {
    public var name: String
    public var email: String
    /// `nil` if the email address belongs to no account.
    public var login: String?
    /// In seconds since 1970.
    public var date: Int

    public init(_ name: String, _ email: String, login: String?, date: Int) {
      self.name = name
      self.email = email
      self.login = login
      self.date = date
    }
  }

  /// Why the commits of a listed repository cannot be read.
  public enum Misfortune: Hashable, Sendable {
    /// 409
    case empty
    /// 404
    case gone
    /// 451, after a takedown notice
    case blocked
    /// 403, for breaking the terms of service
    case blockedByTerms
    /// 403 with `X-GitHub-SSO`
    case singleSignOn(url: String)
    /// 403
    case saml, addressNotAllowed, applicationNotAllowed
  }

  /// Contribution pages by login and year, or by login for all years.
  public struct Pages: Sendable {
    private var bytes: [String: [UInt8]] = [:]

    public subscript(login: String, year: Int) -> [UInt8]? {
      get { bytes["\(login.lowercased()) \(year)"] }
      set { bytes["\(login.lowercased()) \(year)"] = newValue }
    }

    public subscript(login: String) -> [UInt8]? {
      get { bytes[login.lowercased()] }
      set { bytes[login.lowercased()] = newValue }
    }
  }
}

extension World {
  func account(_ login: some StringProtocol) -> Account? {
    let login = login.lowercased()
    return accounts.first { $0.login.lowercased() == login }
  }

  func account(token: String) -> Account? { accounts.first { $0.token == token } }

  public func repository(id: Int) -> Repository? { repositories.first { $0.id == id } }

  /// The repository with this current `owner/name`.
  public func repository(_ fullName: String) -> Repository? {
    index(of: fullName).map { repositories[$0] }
  }

  func repository(previousName fullName: String) -> Repository? {
    let name = fullName.lowercased()
    return repositories.first { $0.formerNames.contains { $0.lowercased() == name } }
  }

  func index(of fullName: String) -> Int? {
    let name = fullName.lowercased()
    return repositories.firstIndex { $0.fullName.lowercased() == name }
  }

  /// The number of contributions by day.
  func contributions(of login: String) -> [String: Int] {
    if let given = contributions[login] { return given }
    let login = login.lowercased()
    var days: [String: Int] = [:]
    for repository in repositories where !repository.isFork {
      for commit in repository.commits where commit.author.login?.lowercased() == login {
        days[CivilTime.day(commit.author.date), default: 0] += 1
      }
    }
    return days
  }
}

extension World.Repository {
  /// The commits of a branch, the newest first; `nil` if there is no such branch.
  func commits(onBranch name: String) -> [World.Commit]? {
    name == defaultBranch ? commits : branches[name]
  }

  /// Resolves a revision: a branch, a tag, a commit id or a prefix of one, optionally followed by
  /// `~N`.
  func commit(_ revision: some StringProtocol) -> World.Commit? {
    let parts = revision.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
    guard var commit = named(String(parts[0])) else { return nil }
    guard parts.count > 1 else { return commit }
    for _ in 0..<(parts[1].isEmpty ? 1 : Int(parts[1]) ?? 0) {
      guard let parent = commit.parents.first, let next = self[sha: parent] else { return nil }
      commit = next
    }
    return commit
  }

  private func named(_ name: String) -> World.Commit? {
    if name == "HEAD" { return commits.first }
    if let branch = commits(onBranch: name) { return branch.first }
    if let sha = tags[name] { return self[sha: sha] }
    let prefix = name.lowercased()
    guard prefix.utf8.count >= 4 else { return nil }
    let found = Set(all.lazy.filter { $0.sha.hasPrefix(prefix) })
    return found.count == 1 ? found.first : nil
  }

  private subscript(sha sha: String) -> World.Commit? { all.first { $0.sha == sha } }

  private var all: [World.Commit] { commits + branches.values.joined() }
}
