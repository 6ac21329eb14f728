public import Diary
import JSON

/// What GitHub counts for one day. Issues, pull requests and reviews are among it.
public struct ContributionDay: Hashable, Sendable {
  public var day: Day
  public var count: Int
  /// 0 to 4, against the writer's other days.
  public var level: Int

  public init(day: Day, count: Int, level: Int) {
    let capped = Contribution(day: day, count: count, level: level)
    self.day = day
    self.count = capped.count ?? 0
    self.level = capped.level
  }
}

/// Contributions of an account over some days.
public struct ContributionCalendar: Hashable, Sendable {
  public var login: String?
  /// Ascending, each day once.
  public var days: [ContributionDay] = []
  /// By GitHub's count, which need not be the sum of the days.
  public var total = 0
  /// How many of them are in repositories that the reader may not see.
  public var restricted = 0
  /// The years in which there are any.
  public var years: [Int] = []

  public init() {}

  static func query(hasLogin: Bool) -> String {
    let account = hasLogin ? "user(login: $login)" : "viewer"
    return """
      query($from: DateTime!, $to: DateTime!\(hasLogin ? ", $login: String!" : "")) { \
      \(account) { login contributionsCollection(from: $from, to: $to) { \
      restrictedContributionsCount contributionYears contributionCalendar { totalContributions \
      weeks { contributionDays { date contributionCount contributionLevel } } } } } }
      """
  }

  mutating func add(_ later: ContributionCalendar) {
    login = login ?? later.login
    days += later.days
    total += later.total
    restricted += later.restricted
    years = Set(years).union(later.years).sorted()
  }
}

extension ContributionCalendar {
  /// Reads an account of a GraphQL answer; weeks reach beyond the span that was asked for.
  init?(_ account: JSONValue?, within span: ClosedRange<Day>) {
    guard let collection = account?["contributionsCollection"],
      let calendar = collection["contributionCalendar"],
      let weeks = calendar["weeks"]?.array
    else { return nil }
    login = account?["login"]?.string
    total = calendar["totalContributions"]?.count ?? 0
    restricted = collection["restrictedContributionsCount"]?.count ?? 0
    years = (collection["contributionYears"]?.array ?? []).compactMap(\.lenientInteger)
      .filter { (1...9999).contains($0) }.sorted()
    let all = weeks.flatMap { $0["contributionDays"]?.array ?? [] }
    var seen: Set<Day> = []
    days = all.compactMap { ContributionDay($0) }
      .filter { span.contains($0.day) && seen.insert($0.day).inserted }
      .sorted { $0.day < $1.day }
  }
}

extension ContributionDay {
  init?(_ value: JSONValue) {
    guard let date = value["date"]?.string, let day = Day(iso: date.prefix(10)),
      let count = value["contributionCount"]?.count
    else { return nil }
    let levels = ["NONE", "FIRST_QUARTILE", "SECOND_QUARTILE", "THIRD_QUARTILE", "FOURTH_QUARTILE"]
    let level = value["contributionLevel"]?.string.flatMap(levels.firstIndex)
    self.init(day: day, count: count, level: level ?? (count > 0 ? 1 : 0))
  }
}

extension JSONValue {
  /// A number of things, capped at nine digits; `nil` for what counts nothing.
  fileprivate var count: Int? {
    guard let number = lenientInteger, number >= 0 else { return nil }
    return min(number, Contribution.largestCount)
  }
}
