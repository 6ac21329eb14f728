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
  /// The change that takes this one back; `nil` if none can, or if nothing was changed.
  public internal(set) var undo: DiaryChange?
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

extension ChangeResult {
  init(_ change: DiaryChange, from before: ChangedRecords, to after: ChangedRecords) {
    self.change = change
    records = after
    repositories = (before.notes + after.notes).map(\.note.repository)
    let old = Dictionary(before.states.map { ($0.record, $0) }) { first, _ in first }
    var (added, deleted): ([DiaryRecord], [DiaryRecord]) = ([], [])
    var (finished, reopened): ([Identifier], [Identifier]) = ([], [])
    var moved: [Day: [Identifier]] = [:]
    for new in after.states {
      switch (old[new.record]?.version, new.version) {
      case (nil, nil): break
      case (nil, _): added.append(new.record)
      case (_, nil): deleted.append(new.record)
      case (let before?, let after?):
        if before != after { undo = .restoreVersion(new.record, before) }
      }
      guard let old = old[new.record]?.toDo, let new = new.toDo else { continue }
      if new.isDone, !old.isDone { finished.append(new.id) }
      if old.isDone, !new.isDone { reopened.append(new.id) }
      if new.day != old.day { moved[old.day, default: []].append(new.id) }
      // Versions have the text and the tags only.
      if new.due != old.due || new.priority != old.priority || new.recurrence != old.recurrence {
        undo = .editToDo(new.id, to: old.details, basedOn: new.version)
      }
    }
    if !added.isEmpty { undo = .delete(added) }
    if !deleted.isEmpty { undo = .restore(deleted) }
    if !finished.isEmpty { undo = .reopenToDos(finished) }
    if !reopened.isEmpty { undo = .finishToDos(reopened) }
    // To-dos of several days cannot be moved back at once.
    if let (day, ids) = moved.first, moved.count == 1 { undo = .moveToDos(ids, to: day) }
    isChanged = undo != nil || !moved.isEmpty
  }
}

extension ChangedRecords {
  /// What is compared of each record. A deleted one has no version.
  fileprivate var states: [(record: DiaryRecord, version: Int?, toDo: ToDo?)] {
    notes.map { (.note($0.note.id), $0.note.deletedAt == nil ? $0.note.version : nil, nil) }
      + (entry.map { [(.entry($0.day), $0.deletedAt == nil ? $0.version : nil, nil)] } ?? [])
      + toDos.map {
        (.toDo($0.toDo.id), $0.toDo.deletedAt == nil ? $0.toDo.version : nil, $0.toDo)
      }
  }
}
