public import Diary
public import JSON
public import Journal
public import Localization
public import Terminal

/// The log of changes, the newest first: when each was made, its command, and what it changed.
public struct ChangeLogView {
  public let changes: [LoggedChange]
  public let context: ViewContext

  public init(changes: [LoggedChange], context: ViewContext) {
    self.changes = changes
    self.context = context
  }

  public func lines() -> [StyledText] {
    let rows = changes.map { change -> [StyledText] in
      let day = context.day(of: change.madeAt)
      let time = context.reader.time(change.madeAt.time)
      let name = change.records.first.map { context.reader.write($0.name(on: context.today)) } ?? ""
      let others = change.count - 1
      return [
        StyledText(day == context.today ? time : context.shortDate(day), .day),
        StyledText(change.what, .accent),
        StyledText(name, change.isUndone ? .remark : .plain)
          + (others > 0 ? context.styled(.undoOthers(count: others), .remark) : "")
          + (change.isUndone ? context.styled(.undoUndone, .remark) : ""),
      ]
    }
    return Table(columns: [.whole, .whole, .flexible], rows: rows).lines(on: context.screen)
  }

  public static func json(_ change: LoggedChange) -> JSONValue { ["change": object(change)] }

  public static func json(_ changes: [LoggedChange]) -> JSONValue {
    ["changes": .array(changes.map(object))]
  }

  private static func object(_ change: LoggedChange) -> JSONValue {
    let names = change.records.map(\.id.name)
    return [
      "what": .string(change.what),
      "record": names.first.map { .string($0) } ?? .null,
      "records": .array(names.map { .string($0) }),
      "count": .integer(change.count),
      "at": .string(change.madeAt.instant.description),
      "undone": .bool(change.isUndone),
    ]
  }
}

extension FoundRecord {
  /// How the record is named, with the beginning of its text.
  public func name(on today: Day) -> MessageArgument {
    switch self {
    case .note(let found): .text("\(found.shortID) \(found.note.text.title)")
    case .entry(let entry): .day(entry.day)
    case .toDo(let found): .text("\(found.name(on: today)) \(found.toDo.text)")
    }
  }
}
