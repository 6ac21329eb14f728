public import Diary
import Exchange
public import JSON
import Journal
import Localization
import Records
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
  public func lines() -> [StyledText] { linesWithItems().lines }

  /// The same, and the record that each first line of a row shows.
  public func linesWithItems() -> (lines: [StyledText], items: [(line: Int, item: DayItem)]) {
    var lines = context.wrapped(StyledText(context.reader.dateWithWeekday(record.day), .heading))
    if record.isEmpty {
      return (lines + context.wrapped(context.styled(.dayEmpty, .remark)), [])
    }
    if !weather.isEmpty { lines += weather + (record.entry == nil ? [] : [""]) }
    if let entry = record.entry { lines += EntryView(entry: entry, context: context).rows.joined() }
    var items: [(line: Int, item: DayItem)] = []
    for part in [commits, events, notes, toDos] where !part.rows.isEmpty {
      lines.append("")
      lines += context.wrapped(context.styled(part.title, .heading))
      for (index, row) in part.rows.enumerated() {
        if let item = part.item(index) { items.append((lines.count, item)) }
        lines += row
      }
    }
    return (lines, items)
  }

  /// What the day has besides its entry: `3 commits · 1 note · 2 to-dos`.
  public var counts: String {
    let commits = record.commits.count
    let words = commits > 0 ? [context.reader.say(.countCommits(count: commits))] : []
    let texts = RecordCounts(notes: record.notes.count, toDos: record.toDos.count)
    return (words + context.reader.counts(texts)).joined(
      separator: context.screen.unicode ? " · " : ", ")
  }

  // MARK: Parts

  /// Rows under a title.
  struct Part {
    var title: Message
    /// The lines of each row, indented under the title.
    var rows: [[StyledText]]
    var item: (Int) -> DayItem? = { _ in nil }
  }

  private func part(
    _ title: Message, _ table: Table, _ item: @escaping (Int) -> DayItem? = { _ in nil }
  ) -> Part {
    let rows = table.rows(on: context.narrower.screen)
    return Part(title: title, rows: rows.map { $0.map { "  " + $0 } }, item: item)
  }

  /// The weather that was saved with the entry.
  var weather: [StyledText] {
    WeatherJSON.weather(text: record.weather)
      .map { WeatherView(weather: $0, context: context).lines() } ?? []
  }

  var commits: Part {
    let showsRepository = record.commits.contains { $0.repository != record.here }
    let rows = record.commits.map { found -> [StyledText] in
      [
        StyledText(
          found.commit.shortSHA, .id, link: found.repository.url(of: found.commit)),
        context.reader.noteMark(found.notes), StyledText(found.commit.subject),
        showsRepository ? StyledText(found.repository.shortName, .repository) : "",
      ]
    }
    return part(
      .dayCommits, Table(columns: [.whole, .whole, .flexible, .flexible], rows: rows)
    ) { .commit($0) }
  }

  var events: Part {
    let rows = ItemOfDay.items(of: record.events).map { found -> [StyledText] in
      [
        StyledText(found.name, .id, link: found.item.url), StyledText(found.item.title),
        StyledText(found.words(in: context.reader), .remark),
      ]
    }
    return part(.dayEvents, Table(columns: [.whole, .flexible, .whole], rows: rows))
  }

  var notes: Part {
    let rows = record.notes.map { found -> [StyledText] in
      let title = NoteList.title(of: found.note)
      return [
        StyledText(found.shortID, .id), StyledText(title),
        found.note.needsLook
          ? context.lookMark : NoteList.tags(found.note.text.tags, notIn: title),
      ]
    }
    return part(.dayNotes, Table(columns: [.whole, .flexible, .flexible], rows: rows)) {
      .note($0)
    }
  }

  var toDos: Part {
    let list = ToDoList(toDos: record.toDos, context: context, day: record.day, isWhole: true)
    return part(.dayToDos, list.table) { .toDo($0) }
  }

  /// The entry under a title. Each line of its text is a row.
  var entry: Part {
    let rows = record.entry.map { EntryView(entry: $0, context: context.narrower).rows } ?? []
    return Part(title: .searchEntries, rows: rows.map { $0.map { $0.isEmpty ? $0 : "  " + $0 } })
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
  ///   - today: the day on which to-dos are named by number.
  public static func record(
    _ record: DayRecord, streak: Streaks? = nil, weather: DayWeather? = nil, on today: Day
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
      "todos": .array(record.toDos.map { ToDoJSON.toDo($0.toDo, on: today) }),
      "entry": record.entry.map(EntryJSON.entry) ?? .null,
    ]
  }
}
