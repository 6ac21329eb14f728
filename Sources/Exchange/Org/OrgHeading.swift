import Diary
import JSON

/// A heading of an Org file with the lines below it, up to the next heading.
struct OrgHeading {
  var level: Int
  /// `TODO` or `DONE`, or another state of a task.
  var keyword: String?
  var priority: ToDo.Priority?
  var title: Substring
  var tags: [String] = []
  /// Of the drawer `:PROPERTIES:`.
  var properties: [(name: String, value: String)] = []
  /// `SCHEDULED`, `DEADLINE` and `CLOSED`.
  var planning: [String: OrgStamp] = [:]
  /// Without the planning and the properties.
  var body: [String] = []
  /// All lines, the heading too.
  var lines: [String]
  /// The number of the heading's line, counted from 1.
  var line: Int

  static let open: Set<Substring> = ["TODO", "NEXT", "STARTED", "WAIT", "WAITING", "HOLD"]
  static let done: Set<Substring> = ["DONE"]
  static let cancelled: Set<Substring> = ["CANCELLED", "CANCELED", "KILL"]

  /// `nil` if the line is no heading.
  init?(_ text: String, line: Int) {
    let stars = text.prefix { $0 == "*" }
    guard !stars.isEmpty, stars.count < 100, text[stars.endIndex...].first == " " else {
      return nil
    }
    level = stars.count
    lines = [text]
    self.line = line
    title = text[stars.endIndex...].trimmed
    let word = title.prefix { !$0.isWhitespace }
    if Self.open.union(Self.done).union(Self.cancelled).contains(word) {
      keyword = String(word)
      title = title[word.endIndex...].trimmed
    }
    if title.hasPrefix("[#"), title.dropFirst(3).first == "]",
      let letter = ToDo.Priority(title.dropFirst(2).prefix(1))
    {
      priority = letter
      title = title.dropFirst(4).trimmed
    }
    if title.last == ":", let space = title.lastIndex(where: \.isWhitespace) {
      let names = title[space...].dropFirst()
      let parts = names.split(separator: ":", omittingEmptySubsequences: false)
      if names.first == ":", names.count > 2, !parts.dropFirst().dropLast().contains("") {
        tags = Tag.names(parts.dropFirst().dropLast().map(String.init))
        title = title[..<space].trimmed
      }
    }
  }

  /// Adds the lines below the heading.
  mutating func take(_ more: ArraySlice<String>) {
    lines += more
    var rest = more
    if let first = rest.first, Self.planningNames.contains(where: { first.contains("\($0): ") }),
      let read = Self.planning(first)
    {
      planning = read
      rest.removeFirst()
    }
    if rest.first.map({ $0.trimmed == ":PROPERTIES:" }) == true,
      let end = rest.firstIndex(where: { $0.trimmed == ":END:" })
    {
      for line in rest[rest.startIndex + 1..<end] {
        let parts = line.trimmed.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { continue }
        properties.append((parts[0].uppercased(), String(parts[1].trimmed)))
      }
      rest = rest[(end + 1)...]
    }
    body = Array(rest)
  }

  func property(_ name: String) -> String? { properties.last { $0.name == name }?.value }

  private static let planningNames = ["SCHEDULED", "DEADLINE", "CLOSED"]

  /// The dates of `SCHEDULED: <2024-01-02 Tue +1w> DEADLINE: <2024-01-05 Fri>`; `nil` if the line has
  /// anything else.
  private static func planning(_ line: String) -> [String: OrgStamp]? {
    var found: [String: OrgStamp] = [:]
    var rest = line.trimmed
    while !rest.isEmpty {
      guard let name = planningNames.first(where: { rest.hasPrefix("\($0): ") }) else { return nil }
      rest = rest.dropFirst(name.count + 2).trimmed
      guard let end = rest.firstIndex(where: { $0 == ">" || $0 == "]" }),
        let stamp = OrgStamp(rest[...end])
      else { return nil }
      found[name] = stamp
      rest = rest[end...].dropFirst().trimmed
    }
    return found
  }
}

/// A date of Org: `<2024-01-02 Tue 10:00 +1w>`, `[2024-01-02 Tue]`, or eight digits.
struct OrgStamp {
  var day: Day
  var time: TimeOfDay?
  var rule: Recurrence.Rule?

  init?(_ text: Substring) {
    guard text.utf8.count < 100 else { return nil }
    let words = text.trimmed.drop { $0 == "<" || $0 == "[" }
      .prefix { $0 != ">" && $0 != "]" }.split(whereSeparator: \.isWhitespace)
    guard let first = words.first, let day = Day(iso: first) ?? Self.day(digits: first) else {
      return nil
    }
    self.day = day
    for word in words.dropFirst() {
      if word.contains("+") {
        rule = rule ?? Self.rule(word)
      } else if time == nil {
        time = TimeOfDay(iso: word.prefix(5)) ?? TimeOfDay(iso: "0" + word.prefix(4))
      }
    }
  }

  static func day(digits: Substring) -> Day? {
    guard digits.utf8.count == 8, digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    let (year, rest) = (digits.prefix(4), digits.dropFirst(4))
    return Day(iso: "\(year)-\(rest.prefix(2))-\(rest.dropFirst(2))")
  }

  /// The rule of `+1w`, `++1m` or `.+1d`.
  private static func rule(_ repeater: Substring) -> Recurrence.Rule? {
    let text = repeater.drop { $0 == "." || $0 == "+" }
    guard let count = Int(digits: Array(text.utf8.dropLast())), (1...1000).contains(count) else {
      return nil
    }
    switch text.last {
    case "d": return .days(count)
    case "w": return .weeks(count)
    case "m": return .months(count)
    case "y": return .months(12 * count)
    default: return nil
    }
  }
}
