public import Diary
import JSON

extension Contribution {
  /// The days of a calendar in a GraphQL response, in ascending order and without duplicates. Days
  /// outside of `span` are dropped, because GitHub sends complete weeks.
  static func days(_ weeks: [JSONValue], within span: ClosedRange<Day>) -> [Contribution] {
    var seen: Set<Day> = []
    return weeks.flatMap { $0["contributionDays"]?.array ?? [] }.compactMap { Contribution($0) }
      .filter { span.contains($0.day) && seen.insert($0.day).inserted }
      .sorted { $0.day < $1.day }
  }

  /// GitHub's count for a day includes issues, pull requests and reviews.
  fileprivate init?(_ value: JSONValue) {
    guard let date = value["date"]?.string, let day = Day(iso: date.prefix(10)),
      let number = value["contributionCount"]?.lenientInteger, number >= 0
    else { return nil }
    let count = min(number, Contribution.largestCount)
    let levels = ["NONE", "FIRST_QUARTILE", "SECOND_QUARTILE", "THIRD_QUARTILE", "FOURTH_QUARTILE"]
    let level = value["contributionLevel"]?.string.flatMap(levels.firstIndex)
    self.init(day: day, count: count, level: level ?? (count > 0 ? 1 : 0))
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
}

extension Profile {
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
