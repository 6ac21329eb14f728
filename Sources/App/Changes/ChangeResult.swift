public import Diary
public import Journal

/// What a change has done.
public struct ChangeResult: Sendable {
  public let change: DiaryChange
  /// The records after the change, deleted ones too.
  public internal(set) var records: [FoundRecord]
  /// The next occurrences of to-dos that were done.
  public internal(set) var nextToDos: [ToDo] = []
  /// The repositories of the notes, before the change too.
  public internal(set) var repositories: [Repository] = []
  /// Whether anything is different now.
  public internal(set) var isChanged = false
  /// The change that was taken back or made again.
  public internal(set) var logged: LoggedChange?
}
