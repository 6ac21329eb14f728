public import Diary
public import JSON
import Journal
import Localization
public import Terminal

/// A day in human-readable form: its entry, commits, notes and to-dos. Empty parts are left out.
public struct DayView: Sendable {
  public let record: DayRecord
  public let context: ViewContext

  public init(record: DayRecord, context: ViewContext) {
    self.record = record
    self.context = context
  }

  /// The whole day, under its date.
  public func lines() -> [StyledText] {
    let heading = context.wrapped(
      StyledText(context.reader.dateWithWeekday(record.day), .heading))
    let parts =
      [heading + weather + entry] + [commits, events, notes, toDos(record.toDos)].map(lines(of:))
    let shown = parts.filter { !$0.isEmpty }
    if record.isEmpty {
      return heading + context.wrapped(context.styled(.dayEmpty, .faint))
    }
    return Array(shown.joined(separator: [""]))
  }

  /// The lines of the whole day, and the record that each first line of a row shows.
  public func linesWithItems() -> (lines: [StyledText], items: [(line: Int, item: DayItem)]) {
    guard !record.isEmpty else { return (lines(), []) }
    var lines = context.wrapped(StyledText(context.reader.dateWithWeekday(record.day), .heading))
    lines += weather + entry
    var items: [(line: Int, item: DayItem)] = []
    let parts: [(Part, (Int) -> DayItem?)] = [
      (commits, { .commit($0) }), (events, { _ in nil }), (notes, { .note($0) }),
      (toDos(record.toDos), { .toDo($0) }),
    ]
    for (part, item) in parts {
      let rows = rows(of: part)
      if rows.isEmpty { continue }
      if !lines.isEmpty { lines.append("") }
      lines += context.wrapped(context.styled(part.title, .accent))
      for (index, row) in rows.enumerated() {
        if let item = item(index) { items.append((lines.count, item)) }
        lines += row
      }
    }
    return (lines, items)
  }

  /// The lines below an entry that is shown by itself: the commits and notes of its day, and the
  /// to-dos that were done.
  public func linesUnderEntry() -> [StyledText] {
    let parts = [commits, events, notes, toDos(record.done, .dayDone)].map(lines(of:))
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  // MARK: Parts

  /// The weather that was saved with the entry.
  public var weather: [StyledText] {
    guard let weather = WeatherJSON.weather(text: record.weather) else { return [] }
    return WeatherView(weather: weather, context: context).lines()
      + (record.entry == nil ? [] : [""])
  }

  /// The title, the tags and the text of the entry.
  private var entry: [StyledText] {
    guard let text = record.entry?.text else { return [] }
    let heading = [StyledText(text.title, .bold), NoteList.tags(text.tags)]
      .filter { !$0.spans.isEmpty }.joined(separator: "  ")
    var lines = heading.spans.isEmpty ? [] : context.wrapped(heading)
    if !text.body.isEmpty {
      if !lines.isEmpty { lines.append("") }
      lines += text.body
        .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        .flatMap { context.wrapped(StyledText(String($0))) }
    }
    return lines
  }

  private var commits: Part {
    let showsRepository = record.commits.contains {
      $0.repository != record.commits[0].repository
    }
    let rows = record.commits.map { found -> [StyledText] in
      [
        StyledText(
          found.commit.shortSHA, .id, link: found.repository.url(of: found.commit)),
        context.reader.noteMark(found.notes), StyledText(found.commit.subject),
        showsRepository ? StyledText(found.repository.shortName, .faint) : "",
      ]
    }
    return Part(
      title: .dayCommits,
      table: Table(columns: [.whole, .whole, .flexible, .flexible], rows: rows))
  }

  private var events: Part {
    let rows = ItemOfDay.items(of: record.events).map { found -> [StyledText] in
      [
        StyledText(found.name, .id, link: found.item.url), StyledText(found.item.title),
        StyledText(found.words(in: context.reader), .faint),
      ]
    }
    return Part(
      title: .dayEvents, table: Table(columns: [.whole, .flexible, .whole], rows: rows))
  }

  private var notes: Part {
    let rows = record.notes.map { found -> [StyledText] in
      [
        StyledText(found.shortID, .id), StyledText(NoteList.title(of: found.note)),
        NoteList.tags(found.note.text.tags),
      ]
    }
    return Part(
      title: .dayNotes, table: Table(columns: [.whole, .flexible, .flexible], rows: rows))
  }

  private func toDos(_ toDos: [FoundToDo], _ title: Message = .dayToDos) -> Part {
    Part(
      title: title,
      table: ToDoList(toDos: toDos, context: context, day: record.day, isWhole: true).table)
  }

  /// A table with a title.
  private struct Part {
    var title: Message
    var table: Table
  }

  /// The lines of a part, with its rows indented under its title. Empty if there are no rows.
  private func lines(of part: Part) -> [StyledText] {
    let rows = rows(of: part)
    return rows.isEmpty ? [] : context.wrapped(context.styled(part.title, .accent)) + rows.joined()
  }

  /// The indented lines of each row.
  private func rows(of part: Part) -> [[StyledText]] {
    var screen = context.screen
    screen.width = screen.width.map { max($0 - 2, 1) }
    return part.table.rows(on: screen).map { $0.map { "  " + $0 } }
  }
}

/// A record of a day, as an index in the `DayRecord`.
public enum DayItem: Hashable, Sendable {
  case commit(Int)
  case note(Int)
  case toDo(Int)
}

/// The JSON of a day.
public enum DayJSON {
  /// - Parameters:
  ///   - streak: the streak to include, if requested.
  ///   - weather: the current weather. If `nil`, the weather saved with the entry is used.
  ///   - isToday: whether the to-dos are today's list, with those left over from earlier days.
  ///   - today: the day on which to-dos are named by number.
  public static func record(
    _ record: DayRecord, streak: Streaks? = nil, weather: DayWeather? = nil, isToday: Bool = false,
    on today: Day
  ) -> JSONValue {
    [
      "day": .string(record.day.description),
      "weather": weather.map(WeatherJSON.object) ?? EntryJSON.weather(record.weather),
      "streak": streak.map { .object($0.members) } ?? .null,
      "commits": .array(
        record.commits.map {
          CommitJSON.commit($0.commit, of: $0.repository, notes: $0.notes)
        }),
      "notes": .array(record.notes.map { NoteJSON.note($0.note) }),
      "todos": .array(
        record.toDos.map {
          ToDoJSON.toDo($0.toDo, on: today, listedOn: isToday ? record.day : nil)
        }),
      "entry": record.entry.map(EntryJSON.entry) ?? .null,
    ]
  }
}
