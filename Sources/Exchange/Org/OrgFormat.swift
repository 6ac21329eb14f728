import Diary
import JSON

/// Reads journals of Emacs: files of org-journal for a day, a week, a month or a year, dailies of
/// org-roam, and the date trees of captures.
///
/// A heading on a day becomes an entry, with all that is below it, or a to-do. Names of months and
/// weekdays are in the user's language, and are not read.
struct OrgFormat: TextFormat {
  var reading: Reading

  static func recognizes(_ source: Source, beginning: String) -> Bool {
    guard source.isFolder else {
      let isNamed = source.name.hasSuffix(".org") || day(ofName: source.name[...]) != nil
      return isNamed && beginning.lines.contains { $0.hasPrefix("* ") || $0.hasPrefix("#+") }
    }
    return source.file("logseq/config.edn") == nil
      && source.files.contains { isOrg($0.name) && day(ofName: $0.name) != nil }
  }

  private static func isOrg(_ name: Substring) -> Bool {
    name.hasSuffix(".org") || !name.contains(".")
  }

  /// The day in the name of a file: `2024-12-28.org`, `20241228`.
  private static func day(ofName name: Substring) -> Day? {
    let name = name.hasSuffix(".org") ? name.dropLast(4) : name
    return Day(iso: name) ?? Day(digits: name)
  }

  mutating func units(of file: SourceFile, at path: String) throws -> Units<String> {
    let name = path.split(separator: "/").last ?? ""
    if let reason = RefusedForm.reason(name: name) { throw ExchangeError(reason) }
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
    for index in headings.indices { headings[index].readLines() }
    let day = Self.day(ofName: path.split(separator: "/").last ?? "")
    var items: [Item] = []
    if let day {
      var rest = preamble[...]
      _ = rest.takeDrawer()
      // Without the keywords of the file.
      items += entry(rest.filter { !$0.hasPrefix("#+") }, on: day, at: 1)
    }
    items += self.items(of: headings[...], on: day)
    if items.isEmpty, !text.isBlank { left.add(.page, path) }
    return items
  }

  /// - Parameter fileDay: the day of headings that are on no day of their own.
  private mutating func items(of headings: ArraySlice<OrgHeading>, on fileDay: Day?) -> [Item] {
    var headings = headings
    var items: [Item] = []
    var day = fileDay
    // Headings on a day are deeper than the heading of the day.
    var dayLevel = 0
    while let heading = headings.popFirst() {
      if let date = heading.day {
        (day, dayLevel) = (date, heading.level)
        items += entry(heading.body, on: date, at: heading.line + 1)
        continue
      }
      if heading.isPeriod || heading.level <= dayLevel {
        (day, dayLevel) = (fileDay, 0)
        if heading.isPeriod { continue }
      }
      guard let day else { continue }
      let below = headings.prefix { $0.level > heading.level }
      headings = headings.dropFirst(below.count)
      let text = (heading.body + below.flatMap(\.lines)).joined(separator: "\n")
      if var item = item(heading, text, on: day) {
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
  private mutating func item(_ heading: OrgHeading, _ text: String, on day: Day) -> Item? {
    if let keyword = heading.keyword {
      guard !OrgHeading.cancelled.contains(keyword) else {
        left.add(.deleted, String(heading.title))
        return nil
      }
      return toDo(heading, text, on: day)
    }
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

  private mutating func toDo(_ heading: OrgHeading, _ below: String, on day: Day) -> Item? {
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
    var fields = heading.fields
    if !below.isBlank {
      fields.add("body", below)
      left.add(.unknown, text)
    }
    return Item(.toDo(toDo), key: heading.property("ID"), fields: fields)
  }
}
