public import Diary
import JSON

extension GitHubClient {
  /// The token's own account's contributions on these days, a query for each year of them.
  public func contributions(on days: ClosedRange<Day>) async throws(GitHubError)
    -> ContributionCalendar
  {
    var calendar = ContributionCalendar()
    var first = days.lowerBound
    // The years that there are, and an end to it whatever is asked for.
    while first <= days.upperBound, first - days.lowerBound < 100 * 366 {
      let last = min(first.adding(months: 12) - 1, days.upperBound)
      let answer = try await query(
        ContributionCalendar.query,
        ["from": .string("\(first)T00:00:00Z"), "to": .string("\(last)T23:59:59Z")])
      guard let part = ContributionCalendar(answer.data["viewer"], within: first...last) else {
        throw .unexpected(detail: answer.faults.first?.message ?? "contributionCalendar")
      }
      calendar.add(part)
      first = last + 1
    }
    return calendar
  }
}
