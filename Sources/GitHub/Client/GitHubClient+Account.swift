public import Diary
import HTTP
import JSON
import Platform

extension GitHubClient {
  /// The account of the token, with the token's permissions.
  public func account(etag: String? = nil) async throws(GitHubError) -> FetchResult<Profile> {
    try await fetch("\(host.apiURL)/user", etag: etag, "login") { json, exchange in
      var account = Profile(json)
      let headers = exchange.response.headers
      account?.scopes = Scopes(header: headers["x-oauth-scopes"])
      account?.tokenExpiry = Instant(expiry: headers["github-authentication-token-expiration"])
      return account
    }
  }

  /// The remaining requests of each rate limit. This request itself is not counted.
  public func rateLimits() async throws(GitHubError) -> [RateLimit] {
    let fetched = try await fetch("\(host.apiURL)/rate_limit", "resources") { json, _ in
      json["resources"]?.object?.prefix(100).compactMap { RateLimit($0.value, resource: $0.name) }
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
    _ address: RepositoryAddress
  ) async throws(GitHubError) -> FetchResult<HostedRepository> {
    try await fetch("\(host.apiURL)/\(address.path)", "repository") { json, _ in
      HostedRepository(json: json, on: host)
    }
  }
}

extension GitHubClient {
  /// The contributions on these days in ascending order, with one query per year. If `login` is `nil`,
  /// they are those of the token's account.
  public func contributions(
    of login: String? = nil, on days: ClosedRange<Day>
  ) async throws(GitHubError) -> [Contribution] {
    var found: [Contribution] = []
    var first = days.lowerBound
    // A limit that ends the loop for any range.
    while first <= days.upperBound, first - days.lowerBound < 100 * 366 {
      let last = min(first.adding(months: 12) - 1, days.upperBound)
      var variables: [JSONValue.Member] = [
        JSONValue.Member("from", .string("\(first)T00:00:00Z")),
        JSONValue.Member("to", .string("\(last)T23:59:59Z")),
      ]
      if let login { variables.append(JSONValue.Member("login", .string(login))) }
      let account = login == nil ? "viewer" : "user(login: $login)"
      let answer = try await query(
        """
        query($from: DateTime!, $to: DateTime!\(login == nil ? "" : ", $login: String!")) { \
        \(account) { contributionsCollection(from: $from, to: $to) { contributionCalendar { \
        weeks { contributionDays { date contributionCount contributionLevel } } } } } }
        """, .object(variables))
      let collection = answer.data[login == nil ? "viewer" : "user"]?["contributionsCollection"]
      guard let weeks = collection?["contributionCalendar"]?["weeks"]?.array else {
        throw GraphQLError.missing("contributionCalendar", answer.errors)
      }
      found += Contribution.days(weeks, within: first...last)
      first = last + 1
    }
    return found
  }

  /// The first page of commits of the default branch, newest first. Its address is always the same, and
  /// can be requested with a tag.
  ///
  /// - Parameter author: A login or an email address.
  public func commits(
    of repository: RepositoryAddress, by author: String? = nil
  ) -> PageAddress<HostedCommit> {
    let fields = (author.map { [("author", $0)] } ?? []) + [("per_page", "\(PageSize.standard)")]
    return PageAddress("\(host.apiURL)/\(repository.path)/commits?\(Percent.encode(fields))")
  }

  /// The commit of a branch, a tag or an abbreviated id.
  public func commit(
    _ revision: String, of repository: RepositoryAddress
  ) async throws(GitHubError) -> FetchResult<HostedCommit> {
    // The changed files of the commit are not needed, so their page size is 1. Slashes in the names
    // of branches are kept.
    let steps = revision.split(separator: "/", omittingEmptySubsequences: false)
    guard !steps.contains("") else { throw .unknownRevision(revision) }
    let path = steps.map { Percent.encodeSegment(String($0)) }.joined(separator: "/")
    let url = "\(host.apiURL)/\(repository.path)/commits/\(path)?per_page=1"
    do {
      return try await fetch(url, "commit") { json, _ in
        HostedCommit(json: json, on: host)
      }
    } catch {
      guard case .rejected(status: 422, _) = error else { throw error }
      throw .unknownRevision(revision)
    }
  }
}
