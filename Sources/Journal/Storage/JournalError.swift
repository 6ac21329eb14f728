public import Diary
public import Platform
import SQLite

/// An error of the journal.
public enum JournalError: Error, Hashable {
  // MARK: The file

  case isDirectory(path: String)
  /// A pipe, a socket or a device.
  case notAFile(path: String)
  /// The write-ahead log contains texts, but the journal is missing.
  case logWithoutJournal(path: String, log: String)
  /// Another kind of file, or the database of another program.
  case notAJournal(path: String)
  case damaged(path: String)
  /// There is no journal to repair, or the file is empty.
  case nothingToRepair(path: String, isThere: Bool)
  /// Written by a newer version of this program.
  case newer(path: String, schema: Int, known: Int)
  /// Written by a version from before the first release.
  case fromDevelopment(path: String, schema: Int)
  case notReadable(path: String, reason: Reason)
  case notWritable(path: String, reason: Reason)
  case diskFull(path: String)
  /// Another process held the lock for longer than the timeout.
  case busy(path: String)
  case broken(path: String, reason: Reason)
  case interrupted
  /// A damaged copy may still contain a text that was purged from the journal.
  case copyNotPurged(path: String)
  /// The folder has none of the copies that are listed: its disk might not be mounted.
  case copiesAway(path: String)
  /// A draft may contain a text that is to be purged, and the text is still in the journal.
  case draftNotPurged(path: String, reason: Reason)
  /// The text to change is still to be purged.
  case purgeUnfinished

  // MARK: Contents

  /// A text, with what was added to it, is longer than this number of bytes.
  case textTooLong(limit: Int)
  /// Outside the years 1 to 9999.
  case dayOutOfRange

  /// Why a file cannot be used.
  public enum Reason: Hashable, Sendable {
    case system(Errno)
    case cannotOpen
    case tooLong
    case noMemory
    case valueRefused
    /// Another code of SQLite.
    case database(Int32)
  }

  /// A text as a command names it.
  public enum Item: Hashable, Sendable {
    case note(String)
    case entry(Day)
    /// A number, or an ID.
    case toDo(String)
  }

  case missing(Item)
  /// Only `restore` and `--deleted` find a deleted text.
  case deleted(Item, id: String = "")
  case ambiguous(Item, candidates: [String])
  case noVersion(Item, version: Int)
  /// Another process saved a version since this one was read.
  case changedMeanwhile(Item)

  /// An exchange that is running has the local copy of the remote, from which a purge removes a text.
  case exchanging
  case noTag(String)
  /// The tag is written in texts, where its new name would not be read as a tag.
  case tagNotForTexts(String, old: String)
  /// There is nothing to undo or redo.
  case noChange(Journal.Direction)
  /// A record of the change has changed since, so that it cannot be taken back.
  case changedSince(String)
  /// Other devices have the texts of the change.
  case sharedSince(String)
}

extension JournalError {
  init(_ error: SQLiteError, path: String) {
    self =
      switch error.kind {
      // SQLite reports a wait that was ended by Ctrl-C as busy.
      case .busy: InterruptHandler.isRequested ? .interrupted : .busy(path: path)
      case .diskFull: .diskFull(path: path)
      case .inputOutput: .notWritable(path: path, reason: .system(.inputOutput))
      case .readOnly: .notWritable(path: path, reason: .system(.readOnly))
      case .cannotOpen: .notReadable(path: path, reason: .cannotOpen)
      case .corrupt: .damaged(path: path)
      case .notADatabase: .notAJournal(path: path)
      case .interrupted: .interrupted
      case .tooBig: .broken(path: path, reason: .tooLong)
      case .outOfMemory: .broken(path: path, reason: .noMemory)
      case .constraint: .broken(path: path, reason: .valueRefused)
      case .other: .broken(path: path, reason: .database(error.code))
      }
  }
}
