public import Diary
import HTTP
import JSON
import Platform

extension GitHubClient {
  /// The account of the token, with the token's permissions.
  public func account(etag: String? = nil) async throws(GitHubError) -> FetchResult<Profile> {
    try await fetch(GitHubRequest("\(host.apiURL)/user", etag: etag)) {
      json, exchange throws(GitHubError) in
      guard var account = Profile(json) else {
        throw .unexpected(detail: json.serverMessage ?? "login")
      }
      let headers = exchange.response.headers
      account.scopes = Scopes(header: headers["x-oauth-scopes"])
      account.tokenExpiry = Instant(expiry: headers["github-authentication-token-expiration"])
      return account
    }
  }

  /// The remaining requests of each rate limit. This request itself is not counted.
  public func rateLimits() async throws(GitHubError) -> [RateLimit] {
    let fetched = try await fetch(GitHubRequest("\(host.apiURL)/rate_limit")) {
      json, _ throws(GitHubError) in
      guard let resources = json["resources"]?.object else {
        throw .unexpected(detail: json.serverMessage ?? "resources")
      }
      return resources.prefix(100).compactMap { RateLimit($0.value, resource: $0.name) }
    }
    return fetched.value ?? []
  }
}

/// Identifies a repository. The number does not change when the repository is renamed or moved.
public enum RepositoryAddress: Hashable, Sendable {
  case named(owner: String, name: String)
  case numbered(Int)

  var path: String {
    switch self {
    case .named(let owner, let name):
      "repos/\(Percent.encodeSegment(owner))/\(Percent.encodeSegment(name))"
    case .numbered(let id): "repositories/\(id)"
    }
  }
}

extension GitHubClient {
  /// All repositories that the account has access to, the most recently pushed first.
  public var repositories: PageAddress<HostedRepository> {
    PageAddress(
      "\(host.apiURL)/user/repos?visibility=all"
        + "&affiliation=owner,collaborator,organization_member&sort=pushed&direction=desc"
        + "&per_page=\(PageSize.standard)")
  }

  /// One repository. If it was renamed or moved, the result has its new name.
  public func repository(
    _ address: RepositoryAddress, etag: String? = nil
  ) async throws(GitHubError) -> FetchResult<HostedRepository> {
    try await fetch(GitHubRequest("\(host.apiURL)/\(address.path)", etag: etag)) {
      json, _ throws(GitHubError) in
      guard let repository = HostedRepository(json: json, on: host) else {
        throw .unexpected(detail: json.serverMessage ?? "repository")
      }
      return repository
    }
  }
}

extension GitHubClient {
  /// The contributions on these days, with one query per year. If `login` is `nil`,
  /// they are those of the token's account.
  public func contributions(
    of login: String? = nil, on days: ClosedRange<Day>
  ) async throws(GitHubError) -> ContributionCalendar {
    var calendar = ContributionCalendar()
    var first = days.lowerBound
    // A limit that ends the loop for any range.
    while first <= days.upperBound, first - days.lowerBound < 100 * 366 {
      let last = min(first.adding(months: 12) - 1, days.upperBound)
      var variables: [JSONValue.Member] = [
        JSONValue.Member("from", .string("\(first)T00:00:00Z")),
        JSONValue.Member("to", .string("\(last)T23:59:59Z")),
      ]
      if let login { variables.append(JSONValue.Member("login", .string(login))) }
      let answer = try await query(
        ContributionCalendar.query(hasLogin: login != nil), .object(variables))
      let account = answer.data[login == nil ? "viewer" : "user"]
      guard let part = ContributionCalendar(account, within: first...last) else {
        throw GraphQLError.missing("contributionCalendar", answer.errors)
      }
      calendar.add(part)
      first = last + 1
    }
    return calendar
  }
}

/// Selects commits of a repository; by default, all commits of the default branch, newest first.
public struct CommitCondition: Hashable, Sendable {
  /// A branch, a tag or a commit. Its ancestors are listed too.
  public var revision: String?
  /// A login or an email address.
  public var author: String?
  /// By committer date, which is what GitHub compares.
  public var since: Instant?
  public var until: Instant?
  public var pageSize: Int

  public init(
    revision: String? = nil, author: String? = nil, since: Instant? = nil, until: Instant? = nil,
    pageSize: Int = 100
  ) {
    self.revision = revision
    self.author = author
    self.since = since
    self.until = until
    self.pageSize = pageSize
  }

  var query: String {
    let fields: [(name: String, value: String?)] = [
      ("sha", revision), ("author", author), ("since", since?.description),
      ("until", until?.description), ("per_page", String(min(max(pageSize, 1), 100))),
    ]
    return fields.compactMap { field in
      field.value.map { "\(field.name)=\(Percent.encode($0))" }
    }.joined(separator: "&")
  }
}

extension GitHubClient {
  /// The first page of commits. Its address is always the same if the condition has no dates, and
  /// can then be requested with a tag.
  public func commits(
    of repository: RepositoryAddress, _ condition: CommitCondition = CommitCondition()
  ) -> PageAddress<HostedCommit> {
    PageAddress("\(host.apiURL)/\(repository.path)/commits?\(condition.query)")
  }

  /// The commit of a branch, a tag or an abbreviated id.
  public func commit(
    _ revision: String, of repository: RepositoryAddress, etag: String? = nil
  ) async throws(GitHubError) -> FetchResult<HostedCommit> {
    // The changed files of the commit are not needed, so their page size is 1. Slashes in the names
    // of branches are kept.
    let steps = revision.split(separator: "/", omittingEmptySubsequences: false)
    guard !steps.contains("") else { throw .unknownRevision(revision) }
    let path = steps.map { Percent.encodeSegment(String($0)) }.joined(separator: "/")
    let url = "\(host.apiURL)/\(repository.path)/commits/\(path)?per_page=1"
    do {
      return try await fetch(GitHubRequest(url, etag: etag)) { json, _ throws(GitHubError) in
        guard let commit = HostedCommit(json: json, on: host) else {
          throw .unexpected(detail: json.serverMessage ?? "commit")
        }
        return commit
      }
    } catch {
      guard case .rejected(status: 422, _) = error else { throw error }
      throw .unknownRevision(revision)
    }
  }
}
