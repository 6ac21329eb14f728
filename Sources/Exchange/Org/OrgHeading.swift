import Diary
import JSON

/// A heading of an Org file with the lines below it, up to the next heading.
struct OrgHeading {
  var level: Int
  /// `TODO` or `DONE`, or another state of a task.
  var keyword: Substring?
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
  /// The order of day and month in the headings of the file.
  var order: DayName.Order?

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
      keyword = word
      title = title[word.endIndex...].trimmed
    }
    priority = title.takePriority()
    if title.last == ":", let space = title.lastIndex(where: \.isWhitespace) {
      let names = title[space...].dropFirst()
      let parts = names.split(separator: ":", omittingEmptySubsequences: false)
      if names.first == ":", names.count > 2, !parts.dropFirst().dropLast().contains("") {
        tags = Tag.names(parts.dropFirst().dropLast().map(String.init))
        title = title[..<space].trimmed
      }
    }
  }

  /// Reads the lines below the heading.
  mutating func readLines() {
    var rest = lines.dropFirst()
    if let first = rest.first, Self.planningNames.contains(where: { first.contains("\($0): ") }),
      let read = Self.planning(first)
    {
      planning = read
      rest.removeFirst()
    }
    for line in rest.takeDrawer() {
      let parts = line.trimmed.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      properties.append((parts[0].uppercased(), String(parts[1].trimmed)))
    }
    body = Array(rest)
  }

  func property(_ name: String) -> String? { properties.last { $0.name == name }?.value }

  /// What an item keeps of the properties.
  var fields: [JSONValue.Member] {
    properties.filter { $0.name != "ID" }.map { JSONValue.Member($0.name, .string($0.value)) }
  }

  /// The day of a heading such as `2024-12-28 Saturday`, or one with `:CREATED:` and no time.
  var day: Day? {
    guard keyword == nil else { return nil }
    if let day = Day(iso: title.prefix(while: { !$0.isWhitespace })) ?? DayName.day(
      of: title, order)
      ?? stampedDay ?? dayAfterWord
    {
      return day
    }
    guard TimeOfDay(atStartOf: title) == nil,
      let created = property("CREATED").flatMap({ OrgStamp($0[...]) })
    else { return nil }
    return created.time == nil ? created.day : nil
  }

  /// The day after one word that may be a weekday in any spelling: `thuersday, 21-02-2019`.
  private var dayAfterWord: Day? {
    guard let comma = title.firstIndex(of: ","), title[..<comma].allSatisfy(\.isLetter) else {
      return nil
    }
    return DayName.day(of: title[comma...].dropFirst().trimmed, order)
  }

  /// That word, if it is not a weekday. It stays as the title of the day. org-journal writes the weekday
  /// of any language, and when the heading was created.
  var wordBeforeDay: Substring? {
    guard keyword == nil, dayAfterWord != nil, property("CREATED") == nil else { return nil }
    let word = title.prefix { $0 != "," }
    return CalendarWords.areWeekday(word) ? nil : word
  }

  /// The day of a heading that is only a stamp, as in `<2024-12-28 Sat 10:00>`.
  private var stampedDay: Day? {
    guard let first = title.first, let last = title.last, "<[".contains(first), ">]".contains(last)
    else {
      return nil
    }
    return OrgStamp(title)?.day
  }

  /// The day of a heading such as `17` or `17 Friday`, below those of its year and its month.
  func day(below periods: [OrgHeading]) -> Day? {
    guard keyword == nil, periods.count > 1, title.first?.isNumber == true else { return nil }
    return DayName.day(of: (periods.suffix(2).map(\.title) + [title]).joined(separator: " "))
  }

  /// Whether it is the heading of a month below that of its year: `January`, `01`.
  func isMonth(below periods: [OrgHeading]) -> Bool {
    guard keyword == nil, periods.count == 1, periods[0].isPeriod else { return false }
    return DayName.day(of: "\(periods[0].title) \(title) 1") != nil
  }

  /// Whether it is the heading of a year, a quarter, a month or a week: `2024`, `2024-12 December`,
  /// `2024-W52`.
  var isPeriod: Bool {
    func isNumber(_ text: Substring, _ lengths: ClosedRange<Int>) -> Bool {
      lengths.contains(text.utf8.count) && text.utf8.allSatisfy(\.isASCIIDigit)
    }
    let parts = title.prefix { !$0.isWhitespace }.split(separator: "-")
    guard let year = parts.first, isNumber(year, 4...4), keyword == nil else { return false }
    if parts.count == 1 { return title.utf8.count == 4 }
    let isLettered = parts[1].first.map { "WQ".contains($0) } == true
    return parts.count == 2 && isNumber(parts[1].dropFirst(isLettered ? 1 : 0), 1...2)
  }

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
    guard let first = words.first, let day = Day(iso: first) ?? Day(digits: first) else {
      return nil
    }
    self.day = day
    for word in words.dropFirst() {
      if word.contains("+") {
        rule = rule ?? Recurrence.Rule(repeater: word)
      } else if time == nil {
        time = TimeOfDay(iso: word.prefix(5)) ?? TimeOfDay(iso: "0" + word.prefix(4))
      }
    }
  }
}

// What Logseq writes in the same way

extension Recurrence.Rule {
  /// The rule of `+1w`, `++1m` or `.+1d`.
  init?(repeater text: Substring) {
    let digits = text.drop { $0 == "." || $0 == "+" }.dropLast()
    let unit = ["day", "week", "month", "year"].first { $0.first == text.last }
    guard text.contains("+"), let count = Int(digits: digits.utf8), let unit else { return nil }
    self.init(count, of: unit)
  }

  /// `nil` for rules of weekdays.
  var repeater: String? { interval.map { "+\($0.count)\($0.unit.prefix(1))" } }
}

extension Substring {
  /// Removes `[#A]` at the beginning.
  mutating func takePriority() -> ToDo.Priority? {
    guard hasPrefix("[#"), dropFirst(3).first == "]",
      let priority = ToDo.Priority(dropFirst(2).prefix(1))
    else { return nil }
    self = dropFirst(4).trimmed
    return priority
  }
}

extension ArraySlice<String> {
  /// Removes a drawer `:PROPERTIES:` at the beginning, and returns the lines in it.
  mutating func takeDrawer() -> ArraySlice<String> {
    guard let first, first.trimmed == ":PROPERTIES:",
      let end = firstIndex(where: { $0.trimmed == ":END:" })
    else { return [] }
    defer { self = self[(end + 1)...] }
    return self[startIndex + 1..<end]
  }
}
