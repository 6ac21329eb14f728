public import Diary

/// The kind of a record. The raw values are stored in the journal and never change.
public enum RecordKind: Int64, CaseIterable, Sendable {
  case note = 1
  case entry = 2
  case toDo = 3
}

extension RecordKind {
  /// The name in archives and segments.
  public var name: String {
    switch self {
    case .note: "note"
    case .entry: "entry"
    case .toDo: "todo"
    }
  }

  public init?(name: String) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}

/// A note, the entry of a day, or a to-do, as people name it.
public enum RecordID: Hashable, Sendable {
  case note(Identifier)
  case entry(Day)
  case toDo(Identifier)

  public var kind: RecordKind {
    switch self {
    case .note: .note
    case .entry: .entry
    case .toDo: .toDo
    }
  }

  /// The whole ID, or the day of an entry.
  public var name: String {
    switch self {
    case .note(let id), .toDo(let id): id.text
    case .entry(let day): "\(day)"
    }
  }
}

/// A number for each kind of record.
public struct RecordCounts: Hashable, Sendable {
  private var counts: [RecordKind: Int]

  public init(notes: Int = 0, entries: Int = 0, toDos: Int = 0) {
    counts = [.note: notes, .entry: entries, .toDo: toDos]
  }

  public subscript(kind: RecordKind) -> Int {
    get { counts[kind] ?? 0 }
    set { counts[kind] = newValue }
  }

  public var notes: Int { self[.note] }
  public var entries: Int { self[.entry] }
  public var toDos: Int { self[.toDo] }
  public var total: Int { counts.values.reduce(0, +) }
}
