public import Diary
public import GitHub
public import Localization
import Views

/// The days that a graph shows.
public enum GraphSpan: Hashable, Sendable {
  /// Whole weeks; the last one contains today.
  case weeks(Int)
  case year(Int)
  case days(from: Day?, to: Day?)

  /// The year until today, in as many columns as GitHub draws.
  public static let lastYear = GraphSpan.weeks(53)

  /// The years that can be requested: four digits, starting with the Unix epoch.
  public static let years = 1970...9999

  /// The number of days in the longest graph: ten years.
  public static let maxDays = 3_660

  /// The first and last day of the graph. The last day is never after today.
  public func days(until today: Day, firstWeekday: Weekday) throws(GraphError) -> ClosedRange<Day> {
    let span: (first: Day, last: Day)
    switch self {
    case .weeks(let count):
      let weeks = ClosedRange.weeks(count, until: today, firstWeekday: firstWeekday)
      span = (weeks.lowerBound, weeks.upperBound)
    case .year(let year):
      guard let first = Day(year: year, month: 1, day: 1),
        let last = Day(year: year, month: 12, day: 31)
      else { throw .badYear(year) }
      span = (first, Swift.min(last, today))
    case .days(let from, let to):
      let last = Swift.min(to ?? today, today)
      span = (from ?? last.adding(months: -12) + 1, last)
    }
    guard span.first <= span.last else { throw .inTheFuture(span.first) }
    guard span.last - span.first < Self.maxDays else {
      throw .tooLong(from: span.first, to: span.last)
    }
    return span.first...span.last
  }
}

/// Why a graph cannot be drawn.
public enum GraphError: Error, Hashable {
  case badYear(Int)
  case inTheFuture(Day)
  case tooLong(from: Day, to: Day)
  /// There is neither an account nor a clone.
  case nothingToShow
  /// No data is saved for this account, and the network may not be used.
  case nothingKnown(login: String)
  case badLogin(String)
  /// The public page of this account has no contributions that can be read.
  case page(login: String, ContributionPageError)
  /// None of these paths contains a clone.
  case noClones(paths: [String])
}

extension GraphError: Explained {
  public var explanation: Explanation {
    switch self {
    case .badYear(let year):
      Explanation(
        .graphYearBad(year: String(year)),
        hint: .expectYear(first: String(GraphSpan.years.lowerBound)),
        status: .usage)
    case .inTheFuture(let day):
      Explanation(.graphInFuture(day: day), hint: .graphInFutureHint, status: .usage)
    case .tooLong(let first, let last):
      Explanation(.graphTooLong(from: first, to: last), hint: .graphTooLongHint, status: .usage)
    case .nothingToShow:
      Explanation(.graphNothing, hint: .graphNothingHint, status: .usage)
    case .nothingKnown(let login):
      Explanation(
        .graphUnknown(login: login), hint: .networkNeededHint, status: .unavailable)
    case .badLogin(let typed):
      Explanation(.loginBad(typed: typed), hint: .loginBadHint, status: .usage)
    case .page(let login, let error): Self.explanation(of: error, login: login)
    case .noClones(let paths):
      Explanation(
        .graphNoClones(paths: paths.joined(separator: " ")), hint: .graphNothingHint,
        status: .notFound)
    }
  }

  private static func explanation(
    of error: ContributionPageError, login: String
  ) -> Explanation {
    switch error {
    case .notFound:
      Explanation(.loginMissing(login: login), hint: .loginMissingHint, status: .notFound)
    case .organization:
      Explanation(.pageOrganization(login: login), hint: .pageOrganizationHint)
    case .privateProfile: Explanation(.pagePrivate(login: login), hint: .pagePrivateHint)
    case .loginRequired:
      Explanation(.pageLoginRequired, hint: .notLoggedInHint, status: .authentication)
    case .noCalendar, .notHTML: Explanation(.pageNoCalendar, hint: .pageChangedHint)
    case .countsMissing(let known, let active):
      Explanation(
        .pageCountsMissing(known: String(known), active: String(active)), hint: .pageChangedHint)
    case .otherDays: Explanation(.pageOtherDays, hint: .pageChangedHint)
    case .notFetched(let error): error.explanation
    }
  }
}
