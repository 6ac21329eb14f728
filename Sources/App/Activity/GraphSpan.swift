import Context
package import Diary
import GitHub
package import Localization
import Views

/// The days that a graph shows.
package enum GraphSpan: Hashable, Sendable {
  /// Whole weeks; the last one contains today.
  case weeks(Int)
  case year(Int)
  case days(from: Day?, to: Day?)

  /// The year until today, in as many columns as GitHub draws.
  package static let lastYear = GraphSpan.weeks(53)

  /// The years that can be requested: four digits, starting with the Unix epoch.
  package static let years = 1970...9999

  /// The number of days in the longest graph: ten years.
  package static let maxDays = 3_660

  /// The first and last day of the graph. The last day is never after today.
  package func days(
    until today: Day, firstWeekday: Weekday
  ) throws(Explanation) -> ClosedRange<Day> {
    let span: (first: Day, last: Day)
    switch self {
    case .weeks(let count):
      let weeks = ClosedRange.weeks(count, until: today, firstWeekday: firstWeekday)
      span = (weeks.lowerBound, weeks.upperBound)
    case .year(let year):
      guard let first = Day(year: year, month: 1, day: 1),
        let last = Day(year: year, month: 12, day: 31)
      else {
        throw Explanation(
          .graphYearBad(year: String(year)),
          hint: .expectYear(first: String(Self.years.lowerBound)), status: .usage)
      }
      span = (first, Swift.min(last, today))
    case .days(let from, let to):
      let last = Swift.min(to ?? today, today)
      span = (from ?? last.adding(months: -12) + 1, last)
    }
    guard span.first <= span.last else {
      throw Explanation(
        .graphInFuture(day: span.first), hint: .graphInFutureHint, status: .usage)
    }
    guard span.last - span.first < Self.maxDays else {
      throw Explanation(
        .graphTooLong(from: span.first, to: span.last), hint: .graphTooLongHint, status: .usage)
    }
    return span.first...span.last
  }
}

/// There is neither an account nor a clone.
package struct NothingToShow: Error, Explained {
  package var explanation: Explanation {
    Explanation(.graphNothing, hint: .graphNothingHint, status: .usage)
  }
}

extension ContributionPageError {
  /// Why the public page of an account has no contributions that can be read.
  func explanation(of login: String) -> Explanation {
    switch self {
    case .notFound:
      Explanation(.loginMissing(login: login), hint: .loginMissingHint, status: .notFound)
    case .organization:
      Explanation(.pageOrganization(login: login), hint: .pageOrganizationHint)
    case .privateProfile: Explanation(.pagePrivate(login: login), hint: .pagePrivateHint)
    case .loginRequired:
      Explanation(.pageLoginRequired, status: .authentication)
    case .noCalendar, .notHTML: Explanation(.pageNoCalendar, hint: .pageChangedHint)
    case .countsMissing(let known, let active):
      Explanation(
        .pageCountsMissing(known: String(known), active: String(active)), hint: .pageChangedHint)
    case .otherDays: Explanation(.pageOtherDays, hint: .pageChangedHint)
    case .notFetched(let error): error.explanation
    }
  }
}
