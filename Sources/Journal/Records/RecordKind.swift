/// What a record is. The numbers stand in the journal, and are never changed.
enum RecordKind: Int64, CaseIterable, Sendable {
  case note = 1
  case entry = 2
  case toDo = 3

  /// The index of its words. Each kind has one of its own: a search in notes reads nothing of what
  /// to-dos say.
  var index: WordIndex {
    switch self {
    case .note: .notes
    case .entry: .entries
    case .toDo: .toDos
    }
  }

  /// The view that shows the records of this kind with the columns that only they have.
  var view: String {
    switch self {
    case .note: "note"
    case .entry: "entry"
    case .toDo: "todo"
    }
  }
}
