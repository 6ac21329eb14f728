public import Diary
public import Localization
import Platform
import SQLite

/// Why the journal could not do what was asked.
public enum JournalError: Error, Hashable {
  // MARK: The file

  case isDirectory(path: String)
  /// A pipe, a socket or a device.
  case notAFile(path: String)
  /// The log holds texts, and the journal that they belong to is gone.
  case logWithoutJournal(path: String, log: String)
  /// A file of another kind, or another program's database.
  case notAJournal(path: String)
  case damaged(path: String)
  /// A repair was asked for where there is no journal, or an empty file in its place.
  case nothingToRepair(path: String, isThere: Bool)
  /// Written by a newer program than this one.
  case newer(path: String, schema: Int, known: Int)
  case notReadable(path: String, reason: Message)
  case notWritable(path: String, reason: Message)
  case diskFull(path: String)
  /// Another program held it for longer than we wait.
  case busy(path: String)
  case broken(path: String, reason: Message)
  case interrupted
  /// A damaged copy may still hold what is gone from the journal.
  case copyNotPurged(path: String)

  // MARK: What is in it

  /// Not in the years 1 to 9999.
  case dayOutOfRange

  case noNote(typed: String)
  /// It was deleted, so that only `restore` and `--deleted` see it.
  case deletedNote(typed: String, id: String)
  case ambiguousNote(typed: String, candidates: [String])
  case noVersion(id: String, version: Int)
  /// Somebody saved another version since this one was read.
  case changedMeanwhile(id: String)

  case noEntry(Day)
  case deletedEntry(Day)
  case noEntryVersion(Day, version: Int)
  case entryChangedMeanwhile(Day)

  /// By its number on that day's list, or by its id.
  case noToDo(typed: String, day: Day?)
  case deletedToDo(typed: String, id: String)
  case ambiguousToDo(typed: String, candidates: [String])
  case noToDoVersion(id: String, version: Int)
  case toDoChangedMeanwhile(id: String)
}

extension JournalError {
  init(_ error: SQLiteError, path: String) {
    self =
      switch error.kind {
      // A wait that Ctrl-C has ended is told as busy.
      case .busy: InterruptHandler.isRequested ? .interrupted : .busy(path: path)
      case .diskFull: .diskFull(path: path)
      case .inputOutput: .notWritable(path: path, reason: .reasonInputOutput)
      case .readOnly: .notWritable(path: path, reason: .reasonReadOnly)
      case .cannotOpen: .notReadable(path: path, reason: .reasonCannotOpen)
      case .corrupt: .damaged(path: path)
      case .notADatabase: .notAJournal(path: path)
      case .interrupted: .interrupted
      case .tooBig: .broken(path: path, reason: .reasonTooLong)
      case .outOfMemory: .broken(path: path, reason: .reasonNoMemory)
      case .constraint: .broken(path: path, reason: .reasonValueRefused)
      case .other: .broken(path: path, reason: .reasonDatabase(code: "\(error.code)"))
      }
  }
}
