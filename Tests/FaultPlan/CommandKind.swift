/// The commands that the driver runs.
public enum CommandKind: String, CaseIterable, Hashable, Sendable {
  case notesAdd = "notes add"
  case notesEdit = "notes edit"
  case notesEditor = "notes edit, editor fails"
  case notesDelete = "notes delete"
  case notesRestore = "notes restore"
  case notesPurge = "notes delete --purge"
  case notesMove = "notes move"
  case notesMoveToNone = "notes move, none"
  case notesMirrorOn = "notes mirror on"
  case notesMirrorOff = "notes mirror off"
  case hookInstall = "hook install"
  case hookRemove = "hook remove"
  case notesList = "notes list"
  case notesShow = "notes show"
  case notesSearch = "notes search"
  case notesHistory = "notes history"
  case diaryWrite = "diary write"
  case jot
  case diaryReplace = "diary write --replace"
  case diaryDelete = "diary delete"
  case diaryRestore = "diary restore"
  case diaryPurge = "diary delete --purge"
  case diaryShow = "diary show"
  case toDoAdd = "todo add"
  case toDoRecur = "todo add --every"
  case toDoDone = "todo done"
  case toDoReopen = "todo reopen"
  case toDoEdit = "todo edit"
  case toDoDetails = "todo edit --due"
  case toDoMove = "todo move"
  case toDoDelete = "todo delete"
  case toDoRestore = "todo restore"
  case toDoList = "todo list"
  case importToDos = "import todotxt"
  case importEntries = "import jrnl"
  case importUndo = "undo of an import"
  case exportToDos = "export todotxt"
  case tagsRename = "tags rename"
  case doctor = "doctor"
  case doctorRepair = "doctor --repair"
  case configSet = "config set"
  case configUnset = "config unset"
}

extension CommandKind {
  public var isPurge: Bool { self == .notesPurge || self == .diaryPurge }

  /// The relative frequency of the command.
  var share: Int {
    switch self {
    case .notesAdd: 12
    case .diaryWrite, .toDoAdd: 8
    case .notesEdit, .notesPurge, .doctorRepair: 7
    case .notesMove: 5
    case .jot, .diaryReplace, .notesDelete, .toDoDone, .importToDos: 4
    case .diaryPurge, .toDoRecur: 3
    default: 2
    }
  }

  /// The number of system calls, relative to a command that adds a note.
  var length: Int {
    switch self {
    case .doctorRepair: 6
    case .notesPurge, .diaryPurge: 2
    default: 1
    }
  }
}
