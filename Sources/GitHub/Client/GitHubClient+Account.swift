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
