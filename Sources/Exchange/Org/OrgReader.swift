public import Diary
import JSON

/// Reads journals of Emacs: files of org-journal for a day, a week, a month or a year, dailies of
/// org-roam, and the date trees of captures.
///
/// A heading on a day becomes an entry, with all that is below it, or a to-do. Names of months and
/// weekdays are in the user's language, and are not read.
public struct OrgReader: ItemReader {
  private var files: ArraySlice<SourceFile>
  private let time: CivilTime
  private let now: Moment
  private let isFolder: Bool
  private var items: [Item] = []
  public private(set) var left = LeftOut()

  /// - Parameter now: the completion time of to-dos that are done without a date.
  public init(_ source: Source, time: CivilTime, now: Moment) throws {
    files =
      source.isFolder
      ? source.files[...]
      : source.files.prefix(1).map { SourceFile(path: source.name, open: $0.open) }[...]
    self.time = time
    self.now = now
    isFolder = source.isFolder
  }

  public static func recognizes(_ source: Source, beginning: String) -> Bool {
    guard source.isFolder else {
      let isNamed = source.name.hasSuffix(".org") || day(ofName: source.name[...]) != nil
      return isNamed
        && beginning.split(whereSeparator: \.isNewline).contains {
          $0.hasPrefix("* ") || $0.hasPrefix("#+")
        }
    }
    return source.file("logseq/config.edn") == nil
      && source.files.contains { isOrg($0) && day(ofName: $0.name) != nil }
  }

  private static func isOrg(_ file: SourceFile) -> Bool {
    file.name.hasSuffix(".org") || !file.name.contains(".")
  }

  /// The day in the name of a file: `2024-12-28.org`, `20241228`.
  private static func day(ofName name: Substring) -> Day? {
    let name = name.hasSuffix(".org") ? name.dropLast(4) : name
    return Day(iso: name) ?? OrgStamp.day(digits: name)
  }

  public mutating func next() throws -> Item? {
    while true {
      if !items.isEmpty { return items.removeFirst() }
      guard let file = files.popFirst() else { return nil }
      items = try read(file)
    }
  }

  private mutating func read(_ file: SourceFile) throws -> [Item] {
    let path = isFolder ? file.path : ""
    if let reason = RefusedForm.reason(name: file.name) {
      throw ExchangeError(reason, at: ItemPlace(file: path))
    }
    guard Self.isOrg(file) else {
      left.add(.file, file.path)
      return []
    }
    let text: String
    do {
      text = try file.text()
    } catch let error as ExchangeError {
      throw ExchangeError(error.reason, at: ItemPlace(file: path, line: error.place.line))
    }
    var days = OrgDays(text, fileDay: Self.day(ofName: file.name), file: path, time, now)
    days.read()
    left.add(days.left)
    if days.items.isEmpty, !text.isBlank { left.add(.page, file.path) }
    return days.items
  }
}

/// The items of one file.
private struct OrgDays {
  private let preamble: [String]
  private let headings: [OrgHeading]
  private let fileDay: Day?
  private let file: String
  private let time: CivilTime
  private let now: Moment
  private(set) var items: [Item] = []
  private(set) var left = LeftOut()

  init(_ text: String, fileDay: Day?, file: String, _ time: CivilTime, _ now: Moment) {
    (self.fileDay, self.file, self.time, self.now) = (fileDay, file, time, now)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var found: [OrgHeading] = []
    var starts: [Int] = []
    for (index, line) in lines.enumerated() {
      guard let heading = OrgHeading(line, line: index + 1) else { continue }
      found.append(heading)
      starts.append(index)
    }
    for (number, start) in starts.enumerated() {
      let end = number + 1 < starts.count ? starts[number + 1] : lines.count
      found[number].take(lines[(start + 1)..<end])
    }
    headings = found
    preamble = Array(lines[..<(starts.first ?? lines.count)])
  }

  mutating func read() {
    if let fileDay { addText(Self.withoutKeywords(preamble), on: fileDay, at: 1) }
    var day = fileDay
    // Headings on a day are deeper than the heading of the day.
    var dayLevel = 0
    var index = 0
    while index < headings.count {
      let heading = headings[index]
      index += 1
      if let date = Self.day(of: heading) {
        (day, dayLevel) = (date, heading.level)
        addText(heading.body, on: date, at: heading.line + 1)
        continue
      }
      if Self.isPeriod(heading) || heading.level <= dayLevel {
        (day, dayLevel) = (fileDay, 0)
        if Self.isPeriod(heading) { continue }
      }
      guard let day else { continue }
      var below: [String] = []
      while index < headings.count, headings[index].level > heading.level {
        below += headings[index].lines
        index += 1
      }
      add(heading, below, on: day)
    }
  }

  /// The lines of a file before its first heading that are text.
  private static func withoutKeywords(_ lines: [String]) -> [String] {
    var rest = lines[...]
    if rest.first.map({ $0.trimmed == ":PROPERTIES:" }) == true,
      let end = rest.firstIndex(where: { $0.trimmed == ":END:" })
    {
      rest = rest[(end + 1)...]
    }
    return rest.filter { !$0.hasPrefix("#+") }
  }

  /// The day of a heading such as `2024-12-28 Saturday`, or one with `:CREATED:` and no time.
  private static func day(of heading: OrgHeading) -> Day? {
    guard heading.keyword == nil else { return nil }
    let word = heading.title.prefix { !$0.isWhitespace }
    if let day = Day(iso: word) { return day }
    guard TimeOfDay(atStartOf: heading.title) == nil,
      let created = heading.property("CREATED").flatMap({ OrgStamp($0[...]) })
    else { return nil }
    return created.time == nil ? created.day : nil
  }

  /// Whether it is the heading of a year, a quarter, a month or a week: `2024`, `2024-12 December`,
  /// `2024-W52`.
  private static func isPeriod(_ heading: OrgHeading) -> Bool {
    let parts = heading.title.prefix { !$0.isWhitespace }.split(separator: "-")
    guard let year = parts.first, year.utf8.count == 4, year.utf8.allSatisfy(\.isASCIIDigit),
      heading.keyword == nil
    else { return false }
    if parts.count == 1 { return heading.title.utf8.count == 4 }
    let rest = parts[1].first.map { "WQ".contains($0) } == true ? parts[1].dropFirst() : parts[1]
    return parts.count == 2 && (1...2).contains(rest.utf8.count)
      && rest.utf8.allSatisfy(\.isASCIIDigit)
  }

  /// Adds a text without a heading.
  private mutating func addText(_ lines: [String], on day: Day, at line: Int) {
    let text = Text(written: lines.joined(separator: "\n"))
    guard !text.isEmpty else { return }
    items.append(
      Item(.entry(EntryItem(day: day, text: text)), at: ItemPlace(file: file, line: line)))
  }

  private mutating func add(_ heading: OrgHeading, _ below: [String], on day: Day) {
    let place = ItemPlace(file: file, line: heading.line)
    if let keyword = heading.keyword {
      guard !OrgHeading.cancelled.contains(keyword[...]) else {
        return left.add(.deleted, String(heading.title))
      }
      if let item = toDo(heading, below, on: day, place) { items.append(item) }
      return
    }
    var title = heading.title
    var clock: TimeOfDay?
    if let (time, end) = TimeOfDay.atStart(of: title) {
      clock = time
      title = title[end...].trimmed
    }
    // Org's own stamps of a heading stay in the text.
    let body = Text(written: "x\n" + (heading.body + below).joined(separator: "\n")).body
    let text =
      title.isEmpty
      ? Text(title: "", body: body) : Text(title: String(title), body: body)
    guard !text.isEmpty else { return }
    var entry = EntryItem(day: day, time: clock, text: text)
    entry.text.tags = heading.tags
    items.append(
      Item(.entry(entry), key: heading.property("ID"), fields: fields(heading), at: place))
  }

  private func fields(_ heading: OrgHeading) -> [JSONValue.Member] {
    heading.properties.filter { $0.name != "ID" }
      .map { JSONValue.Member($0.name, .string($0.value)) }
  }

  private mutating func toDo(
    _ heading: OrgHeading, _ below: [String], on day: Day, _ place: ItemPlace
  ) -> Item? {
    let text = ToDo.line(heading.title)
    guard !text.isEmpty else { return nil }
    let planning = heading.planning
    var toDo = NewToDo(
      ToDo.Details(
        text: text, tags: heading.tags, due: planning["DEADLINE"]?.day,
        priority: heading.priority),
      day: planning["SCHEDULED"]?.day ?? day)
    if let rule = planning["SCHEDULED"]?.rule ?? planning["DEADLINE"]?.rule, let day = toDo.day {
      toDo.details.recurrence = Recurrence(every: rule, from: day, due: toDo.details.due)
    }
    if OrgHeading.done.contains(heading.keyword.map { $0[...] } ?? "") {
      let closed = planning["CLOSED"]
      let done = closed?.day ?? day
      toDo.doneAt = closed?.time.map { time.moment(on: done, at: $0) } ?? time.noon(of: done)
      toDo.doneOn = done
    }
    var fields = fields(heading)
    let rest = (heading.body + below).joined(separator: "\n")
    if !rest.isBlank {
      fields.append(JSONValue.Member("body", .string(rest)))
      left.add(.unknown, text)
    }
    return Item(.toDo(toDo), key: heading.property("ID"), fields: fields, at: place)
  }
}
