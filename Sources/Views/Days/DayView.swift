import Diary
import Exchange
import JSON
import Journal
import Localization
import Records
public import Terminal

extension DayRecord {
  /// The day in human-readable form, under its date. Empty parts are left out.
  public func lines(in context: ViewContext) -> [StyledText] { linesWithItems(in: context).lines }

  /// The same, and the record that each first line of a row shows.
  public func linesWithItems(
    in context: ViewContext
  ) -> (lines: [StyledText], items: [(line: Int, item: DayItem)]) {
    DayView(record: self, context: context).linesWithItems()
  }

  /// What the day has besides its entry: `3 commits · 1 note · 2 to-dos`.
  public func counts(in context: ViewContext) -> String {
    let words = commits.isEmpty ? [] : [context.reader.say(.countCommits(count: commits.count))]
    let texts = RecordCounts(notes: notes.count, toDos: toDos.count)
    return (words + context.reader.counts(texts)).joined(
      separator: context.screen.unicode ? " · " : ", ")
  }
}

/// The parts of a day: its entry, commits, notes and to-dos.
struct DayView {
  let record: DayRecord
  let context: ViewContext

  func linesWithItems() -> (lines: [StyledText], items: [(line: Int, item: DayItem)]) {
    var lines = context.wrapped(StyledText(context.reader.dateWithWeekday(record.day), .heading))
    if record.isEmpty { return (lines + context.wrapped(.dayEmpty, .remark), []) }
    if !weather.isEmpty { lines += weather + (record.entry == nil ? [] : [""]) }
    if let entry = record.entry { lines += context.rows(of: entry).joined() }
    var items: [(line: Int, item: DayItem)] = []
    for part in [commits, events, notes, toDos] where !part.rows.isEmpty {
      lines.append("")
      lines += context.wrapped(part.title, .heading)
      for (index, row) in part.rows.enumerated() {
        if let item = part.item(index) { items.append((lines.count, item)) }
        lines += row
      }
    }
    return (lines, items)
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
  var weather: [StyledText] { context.lines(ofWeather: record.weather) }

  var commits: Part {
    let showsRepository = record.commits.contains { $0.repository != record.here }
    let rows = record.commits.map { found -> [StyledText] in
      [
        StyledText(
          found.commit.shortSHA, .id, link: found.repository.url(of: found.commit)),
        context.agentMark(found.commit) + context.reader.noteMark(found.notes),
        StyledText(found.commit.subject),
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
      let title = found.note.shownTitle
      return [
        StyledText(found.shortID, .id), StyledText(title),
        found.note.needsLook
          ? context.lookMark : StyledText(tags: found.note.text.tags, notIn: title),
      ]
    }
    return part(.dayNotes, Table(columns: [.whole, .flexible, .flexible], rows: rows)) {
      .note($0)
    }
  }

  var toDos: Part {
    part(.dayToDos, context.table(of: record.toDos, on: record.day)) { .toDo($0) }
  }

  /// The entry under a title. Each line of its text is a row.
  var entry: Part {
    let rows = record.entry.map { context.narrower.rows(of: $0) } ?? []
    return Part(title: .pagesTitle, rows: rows.map { $0.map { $0.isEmpty ? $0 : "  " + $0 } })
  }
}

/// A record of a day, as an index in the `DayRecord`.
public enum DayItem: Hashable, Sendable {
  case commit(Int)
  case note(Int)
  case toDo(Int)
}

extension DayRecord {
  /// - Parameters:
  ///   - streak: the streak to include, if requested.
  ///   - current: the current weather. If `nil`, the weather saved with the entry is used.
  ///   - today: the day on which to-dos are named by number.
  func json(
    streak: Streaks? = nil, weather current: DayWeather? = nil, on today: Day
  ) -> JSONValue {
    [
      "day": .string(day.description),
      "weather": current.map(WeatherJSON.object) ?? entry?.weatherJSON ?? .null,
      "streak": streak.map { .object($0.members) } ?? .null,
      "commits": commits.jsonList,
      "notes": notes.jsonList,
      "todos": .array(toDos.map { $0.toDo.json(on: today) }),
      "entry": entry?.json ?? .null,
    ]
  }
}

/// A pull request or an issue, with what the user did with it on one day.
struct ItemOfDay {
  var item: HostedItem
  /// In the order of their times, without duplicates.
  var actions: [HostedEvent.Action]

  /// The items of the events, in the order of their first event.
  static func items(of events: [HostedEvent]) -> [ItemOfDay] {
    var items: [ItemOfDay] = []
    for event in events {
      if let index = items.firstIndex(where: { $0.item.id == event.item.id }) {
        if !items[index].actions.contains(event.action) {
          items[index].actions.append(event.action)
        }
      } else {
        items.append(ItemOfDay(item: event.item, actions: [event.action]))
      }
    }
    return items
  }

  /// `octocat/hello#12`
  var name: String { "\(item.repository.shortName)#\(item.number)" }

  /// For example `opened, merged`.
  func words(in reader: Reader) -> String {
    reader.enumeration(actions.map { reader.say($0.message) })
  }
}

extension HostedEvent.Action {
  fileprivate var message: Message {
    switch self {
    case .opened: .eventOpened
    case .merged: .eventMerged
    case .reviewed: .eventReviewed
    case .closed: .eventClosed
    }
  }
}

extension [HostedEvent] {
  func json(of kind: HostedItem.Kind) -> JSONValue {
    .array(filter { $0.item.kind == kind }.map(\.json))
  }
}

extension HostedEvent {
  fileprivate var json: JSONValue {
    [
      "action": .string(action.rawValue),
      "repo": .string(item.repository.name),
      "number": .integer(item.number),
      "title": .string(item.title),
      "url": JSONValue(item.url),
      "at": .string(at.description),
    ]
  }
}
