public import Diary
public import Journal

/// What a change has done.
public struct ChangeResult: Sendable {
  public let change: DiaryChange
  /// The records after the change, deleted ones too.
  public internal(set) var records: ChangedRecords
  /// The next occurrences of to-dos that were done.
  public internal(set) var nextToDos: [ToDo] = []
  /// The repositories of the notes, before the change too.
  public internal(set) var repositories: [Repository] = []
  /// Whether anything is different now.
  public internal(set) var isChanged = false
  /// The change that was taken back or made again.
  public internal(set) var logged: LoggedChange?
}

/// Records of a change.
public struct ChangedRecords: Sendable {
  public internal(set) var notes: [FoundNote] = []
  public internal(set) var entry: Entry?
  public internal(set) var toDos: [FoundToDo] = []

  /// The short ids of the notes and to-dos.
  public var shortIDs: [Identifier: String] {
    let names = notes.map { ($0.note.id, $0.shortID) } + toDos.map { ($0.toDo.id, $0.shortID) }
    return Dictionary(names) { first, _ in first }
  }
}
