/// The kind of a record. The raw values are stored in the journal and never change.
public enum RecordKind: Int64, CaseIterable, Sendable {
  case note = 1
  case entry = 2
  case toDo = 3

  /// The search index. Each kind has its own, so that a search in notes does not read the words of
  /// to-dos.
  var index: WordIndex {
    switch self {
    case .note: .notes
    case .entry: .entries
    case .toDo: .toDos
    }
  }

  /// The view of the records of this kind, with the columns that only this kind has.
  var view: String {
    switch self {
    case .note: "note"
    case .entry: "entry"
    case .toDo: "todo"
    }
  }
}
