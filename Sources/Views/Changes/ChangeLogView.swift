public import Diary
public import JSON
public import Journal
public import Localization
import Records
public import Terminal

extension ViewContext {
  /// The log of changes, the newest first: when each was made, its command, and what it changed.
  public func lines(of changes: [LoggedChange]) -> [StyledText] {
    let rows = changes.map { change -> [StyledText] in
      let day = day(of: change.madeAt)
      let time = reader.time(change.madeAt.time)
      let name = reader.write(change.name(on: today))
      let others = change.count - 1
      return [
        StyledText(day == today ? time : shortDate(day), .day),
        StyledText(change.what, .accent),
        StyledText(name, change.isUndone ? .remark : .plain)
          + (others > 0 ? styled(.undoOthers(count: others), .remark) : ""),
        change.isUndone ? styled(.undoUndone, .remark) : "",
      ]
    }
    return Table(columns: [.whole, .whole, .flexible, .whole], rows: rows).lines(on: screen)
  }
}

extension LoggedChange {
  /// The first record, with the beginning of what was changed.
  public func name(on today: Day) -> MessageArgument {
    records.first?.name(on: today, changed: line?.beginning(60)) ?? .text("")
  }

  /// The same, and how many others there are.
  public func item(on today: Day) -> MessageArgument {
    count > 1
      ? .joined([name(on: today), .message(.undoOthers(count: count - 1))]) : name(on: today)
  }

  public var json: JSONValue { ["change": members] }

  fileprivate var members: JSONValue {
    let names = records.map(\.id.name)
    return [
      "what": .string(what),
      "record": names.first.map { .string($0) } ?? .null,
      "records": .array(names.map { .string($0) }),
      "count": .integer(count),
      "at": .string(madeAt.instant.description),
      "undone": .bool(isUndone),
    ]
  }
}

extension [LoggedChange] {
  public var json: JSONValue { ["changes": .array(map(\.members))] }
}

extension String {
  /// At most this many letters.
  fileprivate func beginning(_ count: Int) -> String {
    self.count > count ? prefix(count - 1) + "…" : self
  }
}

extension FoundRecord {
  /// How the record is named, with the beginning of its text.
  ///
  /// - Parameter line: a line to name instead of that beginning.
  public func name(on today: Day, changed line: String? = nil) -> MessageArgument {
    switch self {
    case .note(let found): .text("\(found.shortID) \(line ?? found.note.text.title)")
    case .entry(let entry):
      line.map { .joined([.day(entry.day), .text("  \($0)")]) } ?? .day(entry.day)
    case .toDo(let found): .text("\(found.name(on: today)) \(line ?? found.toDo.text)")
    }
  }
}
