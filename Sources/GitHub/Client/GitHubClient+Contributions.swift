public import Diary
import JSON

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
