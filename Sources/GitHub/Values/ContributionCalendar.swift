public import Diary
import JSON

/// The contributions of an account in a range of days.
public struct ContributionCalendar: Hashable, Sendable {
  public var login: String?
  /// In ascending order, without duplicates.
  public var days: [Contribution] = []
  /// The total by GitHub, which may differ from the sum of the days.
  public var total = 0
  /// The number of contributions in private repositories that are not visible.
  public var restricted = 0
  /// The years with contributions.
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
  /// Parses an account in a GraphQL response. Days outside of `span` are dropped, because GitHub
  /// sends complete weeks.
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
    days = all.compactMap { Contribution($0) }
      .filter { span.contains($0.day) && seen.insert($0.day).inserted }
      .sorted { $0.day < $1.day }
  }
}

extension Contribution {
  /// GitHub's count for a day includes issues, pull requests and reviews.
  fileprivate init?(_ value: JSONValue) {
    guard let date = value["date"]?.string, let day = Day(iso: date.prefix(10)),
      let count = value["contributionCount"]?.count
    else { return nil }
    let levels = ["NONE", "FIRST_QUARTILE", "SECOND_QUARTILE", "THIRD_QUARTILE", "FOURTH_QUARTILE"]
    let level = value["contributionLevel"]?.string.flatMap(levels.firstIndex)
    self.init(day: day, count: count, level: level ?? (count > 0 ? 1 : 0))
  }
}

extension JSONValue {
  /// A count, limited to nine digits; `nil` if the value is not a count.
  fileprivate var count: Int? {
    guard let number = lenientInteger, number >= 0 else { return nil }
    return min(number, Contribution.largestCount)
  }
}

/// An account on a host.
public struct Profile: Hashable, Sendable {
  public var id: Int
  public var login: String
  /// The display name.
  public var name: String?
  public var scopes = Scopes.unknown
  /// When the token of the request expires; `nil` if it does not.
  public var tokenExpiry: Instant?

  public init(id: Int, login: String, name: String? = nil) {
    self.id = id
    self.login = login
    self.name = name
  }

  init?(_ value: JSONValue) {
    guard let id = value["id"]?.lenientInteger, let login = value["login"]?.nonEmptyString,
      GitHubName.isPlain(login)
    else { return nil }
    self.init(id: id, login: login, name: value["name"]?.nonEmptyString)
  }
}

/// Names that are used in URLs and in keys of the journal.
enum GitHubName {
  /// Logins and repositories consist of letters, digits and a few punctuation marks; the names of
  /// apps also contain brackets.
  static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 200 && name != "." && name != ".."
      && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x2F && $0 != 0x5C }
  }
}
