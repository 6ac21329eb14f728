import Diary
import HTTP
import Platform

extension GitHubClient {
  /// A year of contributions from the public profile page of an account. No token is needed or
  /// sent.
  ///
  /// Conditional requests would not help, because the page differs on each request.
  public func contributionPage(
    of login: String, year: Int
  ) async throws(ContributionPageError) -> ContributionPage {
    let year = min(max(year, 1), 9999)
    guard let first = Day(year: year, month: 1, day: 1),
      let last = Day(year: year, month: 12, day: 31)
    else { throw .noCalendar }
    let url =
      "\(host.webURL)/users/\(Percent.encodeSegment(login))/contributions?from=\(first)&to=\(last)"
    var request = GitHubRequest(url)
    request.headers = ["Accept": "text/html", "X-Requested-With": "XMLHttpRequest"]
    request.bodyLimit = 4 << 20
    let response = try await page(request)
    // A server with private pages redirects all requests to the login page.
    if WebAddress(response.url)?.path == "/login" { throw .loginRequired }
    return try ContributionPage(response.body, within: first...last)
  }

  private func page(_ request: GitHubRequest) async throws(ContributionPageError) -> HTTPResponse {
    do {
      return try await send(request, by: web).response
    } catch {
      switch error {
      case .notFound: throw .notFound
      case .loginRequired, .badCredentials: throw .loginRequired
      default: throw .notFetched(error)
      }
    }
  }
}
