import Diary
import JSON

/// Reads journals of Emacs: files of org-journal for a day, a week, a month or a year, dailies of
/// org-roam, and the date trees of captures.
///
/// A heading on a day becomes an entry, with all that is below it, or a to-do. What is below a to-do is a text of
/// the day as well, below the same title. Journals of Logseq in Org are read too.
struct OrgFormat: TextFormat {
  var reading: Reading
  /// Lines of the file that are below no day.
  private var withoutDay: [String] = []

  init(reading: Reading) { self.reading = reading }

  static func recognizes(_ source: Source, beginning: String) -> Bool {
    guard source.isFolder else {
      let isNamed = source.name.hasSuffix(".org") || day(ofPath: source.name) != nil
      return isNamed && hasHeadings(beginning)
    }
    return source.files.contains(where: owns(in: source))
  }

  static func owns(in source: Source) -> (SourceFile) -> Bool {
    { file in
      guard !file.isHidden, !file.path.hasPrefix("logseq/"), isOrg(file.name) else { return false }
      if file.name.hasSuffix(".org") {
        return day(ofPath: file.path) != nil || (try? file.beginning()).map(hasDays) == true
      }
      // org-journal writes files without an ending.
      return day(ofPath: file.path) != nil && (try? file.beginning()).map(hasHeadings) == true
    }
  }

  private static func hasHeadings(_ beginning: String) -> Bool {
    beginning.lines.contains { $0.hasPrefix("* ") || $0.hasPrefix("#+") }
  }

  /// Whether a heading is a day.
  private static func hasDays(_ beginning: String) -> Bool {
    beginning.lines.contains { line in
      line.hasPrefix("*") && OrgHeading(String(line), line: 1)?.day != nil
    }
  }

  private static func isOrg(_ name: Substring) -> Bool {
    name.hasSuffix(".org") || !name.contains(".")
  }

  /// The day in the name of a file: `2024-12-28.org`, `20241228`, `2024/12/28.org`.
  private static func day(ofPath path: String) -> Day? {
    DayName.day(ofPath: path.hasSuffix(".org") ? path.dropLast(4) : path[...])
  }

  mutating func units(of file: SourceFile, at path: String) throws -> Units<String> {
    let name = path.split(separator: "/").last ?? ""
    if let reason = RefusedForm.reason(name: name) { throw ExchangeError(reason) }
    if file.isHidden || path.hasPrefix("logseq/") { return Units { nil } }
    if Self.isOrg(name) { return Units(whole: try file.text()) }
    left.add(.file, path)
    return Units { nil }
  }

  mutating func items(of text: String, at path: String) -> [Item] {
    var preamble: [String] = []
    var headings: [OrgHeading] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (index, line) in lines.enumerated() {
      if let heading = OrgHeading(line, line: index + 1) {
        headings.append(heading)
      } else if headings.isEmpty {
        preamble.append(line)
      } else {
        headings[headings.count - 1].lines.append(line)
      }
    }
    let order = DayName.order(in: headings.lazy.map(\.title))
    for index in headings.indices {
      headings[index].readLines()
      headings[index].order = order
    }
    let day = Self.day(ofPath: path)
    var items: [Item] = []
    if let day {
      var rest = preamble[...]
      _ = rest.takeDrawer()
      // Without the keywords of the file.
      items += entry(rest.filter { !$0.hasPrefix("#+") }, on: day, at: 1)
    }
    items += self.items(of: headings[...], on: day)
    if items.isEmpty {
      left.add(day == nil && !text.isBlank ? .page : .empty, path)
    } else if day == nil {
      // What is on no day of a file with days.
      let lost = preamble.filter { !$0.isBlank && !$0.hasPrefix("#+") } + withoutDay
      for line in lost { left.add(.unknown, line) }
    }
    withoutDay = []
    return items
  }

  /// - Parameter fileDay: the day of headings that are on no day of their own.
  private mutating func items(of headings: ArraySlice<OrgHeading>, on fileDay: Day?) -> [Item] {
    var headings = headings
    var items: [Item] = []
    var day = fileDay
    // Headings on a day are deeper than the heading of the day.
    var dayLevel = 0
    // The headings of a year and of its months.
    var periods: [OrgHeading] = []
    while let heading = headings.popFirst() {
      while let last = periods.last, last.level >= heading.level { periods.removeLast() }
      if let date = heading.day ?? heading.day(below: periods) {
        (day, dayLevel) = (date, heading.level)
        let word = heading.wordBeforeDay.map { [String($0), ""] } ?? []
        let text = entry(word + heading.body, on: date, at: heading.line + 1)
        if text.isEmpty, headings.first.map({ $0.level <= heading.level }) ?? true {
          left.add(.empty, String(heading.title))
        }
        items += text
        continue
      }
      let isPeriod = heading.isPeriod || heading.isMonth(below: periods)
      if isPeriod || heading.level <= dayLevel {
        (day, dayLevel) = (fileDay, 0)
        if isPeriod {
          periods.append(heading)
          continue
        }
      }
      guard let day else {
        withoutDay += heading.lines.filter { !$0.isBlank }
        continue
      }
      let below = headings.prefix { $0.level > heading.level }
      headings = headings.dropFirst(below.count)
      let text = (heading.body + below.flatMap(\.lines)).joined(separator: "\n")
      for var item in self.items(of: heading, text, on: day) {
        item.place.line = heading.line
        items.append(item)
      }
    }
    return items
  }

  /// The entry of a text without a heading.
  private func entry(_ lines: [String], on day: Day, at line: Int) -> [Item] {
    let text = Text(written: lines.joined(separator: "\n"))
    if text.isEmpty { return [] }
    return [Item(.entry(EntryItem(day: day, text: text)), at: ItemPlace(line: line))]
  }

  /// - Parameter text: what is below the heading.
  private mutating func items(of heading: OrgHeading, _ text: String, on day: Day) -> [Item] {
    guard let keyword = heading.keyword else {
      return entry(of: heading, text, on: day).map { [$0] } ?? []
    }
    var items: [Item] = []
    if OrgHeading.cancelled.contains(keyword) {
      left.add(.deleted, String(heading.title))
    } else {
      items += toDo(heading, on: day).map { [$0] } ?? []
    }
    if !text.isBlank {
      var entry = entry(of: heading, text, on: day)
      // They are those of the to-do.
      entry?.key = nil
      entry?.fields = []
      items += entry.map { [$0] } ?? []
    }
    return items
  }

  private func entry(of heading: OrgHeading, _ text: String, on day: Day) -> Item? {
    var title = heading.title
    var clock: TimeOfDay?
    if let (time, end) = TimeOfDay.atStart(of: title) {
      clock = time
      title = title[end...].trimmed
    }
    // Org's own stamps of a heading stay in the text.
    let text = Text(
      title: String(title), body: String(text.withoutBlankLines), tags: heading.tags)
    if text.isEmpty { return nil }
    return Item(
      .entry(EntryItem(day: day, time: clock, text: text)), key: heading.property("ID"),
      fields: heading.fields)
  }

  private func toDo(_ heading: OrgHeading, on day: Day) -> Item? {
    let text = ToDo.line(heading.title)
    guard !text.isEmpty else { return nil }
    let (scheduled, deadline) = (heading.planning["SCHEDULED"], heading.planning["DEADLINE"])
    let start = scheduled?.day ?? day
    var toDo = NewToDo(
      ToDo.Details(
        text: text, tags: heading.tags, due: deadline?.day, priority: heading.priority,
        recurrence: (scheduled?.rule ?? deadline?.rule).map {
          Recurrence(every: $0, from: start, due: deadline?.day)
        }), day: start)
    if heading.keyword.map(OrgHeading.done.contains) == true {
      let closed = heading.planning["CLOSED"]
      let done = closed?.day ?? day
      toDo.doneAt = closed?.time.map { time.moment(on: done, at: $0) } ?? time.noon(of: done)
      toDo.doneOn = done
    }
    return Item(.toDo(toDo), key: heading.property("ID"), fields: heading.fields)
  }
}
