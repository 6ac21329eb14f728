import Diary
import HTTP
import Platform

extension GitHubClient {
  /// A year of somebody's contributions, from the page that everybody may see: no token is sent for
  /// it, and none is needed.
  ///
  /// Conditions would save nothing: the page is another one each time.
  public func contributionPage(
    of login: String, year: Int
  ) async throws(ContributionPageError) -> ContributionPage {
    let year = min(max(year, 1), 9999)
    guard let first = Day(year: year, month: 1, day: 1),
      let last = Day(year: year, month: 12, day: 31)
    else { throw .noCalendar }
    let url = "\(host.webURL)/users/\(Percent.step(login))/contributions?from=\(first)&to=\(last)"
    var request = GitHubRequest(url)
    request.headers = ["Accept": "text/html", "X-Requested-With": "XMLHttpRequest"]
    request.bodyLimit = 4 << 20
    let response = try await page(request)
    // A server that shows its pages only to who is logged in sends everybody there.
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
