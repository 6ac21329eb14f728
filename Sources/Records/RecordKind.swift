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
