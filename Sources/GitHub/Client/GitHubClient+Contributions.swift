public import Diary
import JSON

extension GitHubClient {
  /// The contributions on these days, a query for each year of them: of somebody, or of the
  /// account whose token it is.
  public func contributions(
    of login: String? = nil, on days: ClosedRange<Day>
  ) async throws(GitHubError) -> ContributionCalendar {
    var calendar = ContributionCalendar()
    var first = days.lowerBound
    // The years that there are, and an end to it whatever is asked for.
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
        throw .unexpected(detail: answer.faults.first?.message ?? "contributionCalendar")
      }
      calendar.add(part)
      first = last + 1
    }
    return calendar
  }
}
