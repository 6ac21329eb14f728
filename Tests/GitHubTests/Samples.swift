import Diary
import GitHub
import StandIn
import TestSupport

/// Responses with only the members that the client reads. Recorded responses are tested elsewhere.
enum Sample {
  static let host: GitHubHost = {
    guard let host = try? GitHubHost("github.com") else { preconditionFailure("it is a name") }
    return host
  }()

  static func sha(_ digit: Character) -> String { String(repeating: digit, count: 40) }

  static func commit(_ sha: String, date: String = "2025-11-21T08:00:00Z") -> String {
    """
    {"sha":"\(sha)","html_url":"https://github.com/octocat/hello/commit/\(sha)",
     "commit":{"message":"Say hello\\r\\n\\r\\nTwice","author":{"name":"Octo Cat","email":"octocat@github.com","date":"\(date)"},
     "committer":{"name":"GitHub","email":"noreply@github.com","date":"2025-11-22T00:00:00+09:00"}},
     "author":{"login":"octocat","id":1},"committer":null,"parents":[{"sha":"\(Sample.sha("f"))"}]}
    """
  }

  static func repository(_ id: Int, _ fullName: String) -> String {
    """
    {"id":\(id),"full_name":"\(fullName)","private":true,"fork":false,"archived":true,
     "pushed_at":"2025-11-21T08:00:00Z","default_branch":"main"}
    """
  }
}

/// Contributions for generated pages.
enum CalendarSample {
  /// A year with empty days, days with one contribution, and a day with the highest count.
  static func counts(year: Int, most: Int = 34, seed: UInt64 = 5) -> [String: Int] {
    var random = Seeded(seed)
    var counts: [String: Int] = [:]
    for day in days(of: year) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: break
      case 1: counts[day.description] = 1
      default: counts[day.description] = Int.random(in: 2...20, using: &random)
      }
    }
    counts["\(year.padded(to: 4))-03-03"] = most
    return counts
  }

  static func days(of year: Int) -> [Day] {
    guard let first = Day(year: year, month: 1, day: 1) else { return [] }
    return (0..<(Day.isLeap(year) ? 366 : 365)).map { first + $0 }
  }

  /// The expected contents of a page.
  static func expected(_ counts: [String: Int], year: Int) -> [Contribution] {
    expected(counts, on: days(of: year))
  }

  static func expected(_ counts: [String: Int], on days: [Day]) -> [Contribution] {
    let most = counts.values.max() ?? 0
    return days.map { day in
      let count = counts[day.description] ?? 0
      let level = count == 0 ? 0 : min(4, 1 + count * 4 / (most + 1))
      return Contribution(day: day, count: count, level: level)
    }
  }
}
