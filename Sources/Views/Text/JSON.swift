public import Diary
public import JSON
public import Journal
public import Records

extension [FoundRecord] {
  /// The JSON of what a command has changed or shows: one note or entry by itself, else a list.
  public func json(of kind: RecordKind, on today: Day) -> JSONValue {
    switch kind {
    case .note: notes.count == 1 ? notes[0].note.json : notes.json
    case .entry: entry?.json ?? [Entry]().json
    case .toDo: toDos.map(\.toDo).json(on: today)
    }
  }
}

extension Text {
  var tagsJSON: JSONValue { .array(Tag.names(tags).map(JSONValue.string)) }

  /// The numbers that the text names, such as `mood:: 4`.
  var numbersJSON: JSONValue {
    let numbers = NumberScanner.numbers(in: title, hasTitleInBody ? "" : body)
    return .object(
      numbers.sorted { $0.key < $1.key }.map { name, value in
        JSONValue.Member(name, Int(exactly: value).map { .integer($0) } ?? .number(value))
      })
  }
}

/// A JSON document with one list, for writing it element by element.
public struct JSONList: Sendable {
  let name: String

  public static let notes = JSONList(name: "notes")
  public static let entries = JSONList(name: "entries")

  public var opening: String { "{\n  \"\(name)\": [" }
  public var closing: String { "\n  ]\n}\n" }
  public var empty: String { JSONValue.object([JSONValue.Member(name, [])]).text() + "\n" }

  public func element(_ value: JSONValue, isFirst: Bool) -> String {
    let lines = value.text().split(separator: "\n")
    return (isFirst ? "\n" : ",\n") + lines.map { "    \($0)" }.joined(separator: "\n")
  }
}
