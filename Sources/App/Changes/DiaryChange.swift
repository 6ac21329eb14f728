public import Diary
public import Journal
public import Records

/// A change of notes, entries or to-dos, with all that is known about it.
///
/// Commands and `browse` make these values, and `ChangeService` carries them out. Tags are those
/// that are set by hand; the tags that are written in a text are added when it is saved.
public enum DiaryChange: Hashable, Sendable {
  case addNote(Text, on: NoteSubject)
  /// A text that was made from this version.
  case editNote(Identifier, to: Text, basedOn: Int)
  /// The revision is looked up in the repository that was named, else in that of the note. `none`
  /// makes the note one on the repository.
  case moveNote(Identifier, toRevision: String, of: String? = nil)

  /// A text that was made from this version; `nil` if there was no entry. An empty text deletes the
  /// entry.
  case writeEntry(Text, on: Day, basedOn: Int?)
  /// A text in place of the current one, and tags to add.
  case replaceEntry(Text, on: Day)
  /// A paragraph to append to the current text, and tags to add.
  case addToEntry(String, on: Day, tags: [String])
  /// The same with the time, if there is one, in front of the paragraph.
  case jot(String, at: DayAndTime, tags: [String] = [])

  /// On the day that was named, else today or, if it recurs on certain days, on the first of them. As
  /// in the other texts of to-dos, words such as `due:friday` are read.
  case addToDos([NewToDo], on: Day?)
  /// Details that were made from this version, and another day from which it is on the list.
  case editToDo(Identifier, to: ToDo.Details, on: Day? = nil, basedOn: Int)
  case rewordToDo(Identifier, to: String)
  case finishToDos([Identifier])
  case reopenToDos([Identifier])
  case moveToDos([Identifier], to: Day)

  case changeTags(RecordID, adding: [String], removing: [String])
  /// With a version, only if the entry still has it.
  case delete([RecordID], basedOn: Int? = nil)
  case restore([RecordID])
  /// Makes an earlier version of a record the newest one.
  case restoreVersion(RecordID, Int)
  /// Takes back the last change, or makes it again.
  case takeBack(Journal.Direction)
}

extension DiaryChange {
  /// The records that the change names.
  public var records: [RecordID] {
    switch self {
    case .editNote(let id, _, _), .moveNote(let id, _, _): [.note(id)]
    case .writeEntry(_, let day, _), .replaceEntry(_, let day), .addToEntry(_, let day, _):
      [.entry(day)]
    case .jot(_, let moment, _): [.entry(moment.day)]
    case .editToDo(let id, _, _, _), .rewordToDo(let id, _): [.toDo(id)]
    case .finishToDos(let ids), .reopenToDos(let ids), .moveToDos(let ids, _):
      ids.map { .toDo($0) }
    case .changeTags(let record, _, _), .restoreVersion(let record, _): [record]
    case .delete(let records, _), .restore(let records): records
    case .addNote, .addToDos, .takeBack: []
    }
  }
}
