import Arguments
public import Journal
public import Localization
import Platform

extension String {
  /// As a word of a command that is shown.
  package var quotedForShell: String { ShellWords.quoted(self) }
}

extension JournalError: Explained {
  public var explanation: Explanation {
    switch self {
    case .isDirectory(let path):
      Explanation(
        .journalNotReadable(path: path, reason: Message.reasonIsDirectory), hint: .journalMoveAside,
        status: .journal)
    case .notAFile(let path):
      Explanation(
        .journalNotReadable(path: path, reason: Message.reasonNotRegular), hint: .journalMoveAside,
        status: .journal)
    case .logWithoutJournal(let path, let log):
      Explanation(
        .journalMissingForLog(path: path, log: log), hint: .journalMissingForLogHint,
        status: .journal)
    case .dayOutOfRange:
      Explanation(.dayOutOfRange, hint: .dayHint, status: .usage)
    case .textTooLong(let limit):
      Explanation(.textTooLongAltogether(limit: limit >> 20), status: .usage)
    case .notAJournal(let path):
      Explanation(.journalOfOtherProgram(path: path), hint: .journalMoveAside, status: .journal)
    case .damaged(let path):
      Explanation(
        .journalDamaged(path: path), hint: .journalRepairHint, status: .journal)
    case .nothingToRepair(let path, let isThere):
      Explanation(
        isThere ? .journalEmpty(path: path) : .journalMissing(path: path),
        hint: .journalMissingHint, status: .journal)
    case .newer(let path, let schema, let known):
      Explanation(
        .journalNewer(path: path, schema: schema, known: known), hint: .journalNewerHint,
        status: .journal)
    case .fromDevelopment(let path, let schema):
      Explanation(
        .journalFromDevelopment(path: path, schema: schema), hint: .journalFromDevelopmentHint,
        status: .journal)
    case .notReadable(let path, let reason):
      Explanation(
        .journalNotReadable(path: path, reason: reason.message), hint: .journalPermissionHint,
        status: .journal)
    case .notWritable(let path, let reason):
      Explanation(
        .journalNotWritable(path: path, reason: reason.message), hint: .journalPermissionHint,
        status: .journal)
    case .diskFull(let path):
      Explanation(.journalDiskFull(path: path), hint: .journalDiskFullHint, status: .journal)
    case .busy(let path):
      Explanation(.journalBusy(path: path), hint: .journalBusyHint, status: .journal)
    case .broken(let path, let reason):
      Explanation(
        .journalBroken(path: path, reason: reason.message), hint: .journalRepairHint,
        status: .journal)
    case .interrupted:
      Explanation(.interrupted, status: .interrupted)
    case .copyNotPurged(let path):
      Explanation(.copyNotPurged(path: path), hint: .copyNotPurgedHint, status: .journal)
    case .draftNotPurged(let path, let reason):
      Explanation(
        .draftNotPurged(path: path, reason: reason.message), hint: .draftNotPurgedHint,
        status: .journal)
    case .copiesAway(let path):
      Explanation(
        .copiesAway(path: path),
        hint: .copiesAwayHint(
          command: "commitdiary config set backup.path \(path.quotedForShell)"),
        status: .journal)
    case .exchanging:
      Explanation(.purgeBesideExchange, hint: .purgeBesideExchangeHint, status: .journal)
    case .purgeUnfinished:
      Explanation(.purgeUnfinished, hint: .purgeUnfinishedHint, status: .journal)
    case .missing(.note(let typed)):
      Explanation(
        .noteMissing(typed: typed), hint: .tryCommand(command: "commitdiary notes list"),
        status: .notFound)
    case .deleted(.note(let typed), let id):
      Explanation(
        .noteDeletedAlready(typed: typed),
        hint: .tryCommand(command: "commitdiary notes restore \(id)"), status: .notFound)
    case .ambiguous(.note(let typed), let candidates):
      Explanation(
        .noteAmbiguous(typed: typed), hint: .noteAmbiguousHint(candidates: candidates),
        status: .usage)
    case .noVersion(.note(let id), let version):
      Explanation(
        .noteVersionMissing(id: id, version: version),
        hint: .tryCommand(command: "commitdiary notes history \(id)"),
        status: .notFound)
    case .changedMeanwhile(.note(let id)):
      Explanation(.noteChangedMeanwhile(id: id), status: .failure)
    // A day has one entry.
    case .missing(.entry(let day)), .ambiguous(.entry(let day), _):
      Explanation(
        .entryMissing(day: day), hint: .tryCommand(command: "commitdiary diary write \("\(day)")"),
        status: .notFound)
    case .deleted(.entry(let day), _):
      Explanation(
        .entryDeletedAlready(day: day),
        hint: .tryCommand(command: "commitdiary diary restore \("\(day)")"),
        status: .notFound)
    case .noVersion(.entry(let day), let version):
      Explanation(
        .entryVersionMissing(day: day, version: version),
        hint: .tryCommand(command: "commitdiary diary history \("\(day)")"), status: .notFound)
    case .changedMeanwhile(.entry(let day)):
      Explanation(.entryChangedMeanwhile(day: day), status: .failure)
    case .missing(.toDo(let typed)):
      Explanation(
        .toDoUnknown(typed: typed), hint: .tryCommand(command: "commitdiary todo list --open"),
        status: .notFound)
    case .deleted(.toDo(let typed), let id):
      Explanation(
        .toDoDeletedAlready(typed: typed),
        hint: .tryCommand(command: "commitdiary todo restore \(id)"), status: .notFound)
    case .ambiguous(.toDo(let typed), let candidates):
      Explanation(
        .toDoAmbiguous(typed: typed), hint: .noteAmbiguousHint(candidates: candidates),
        status: .usage)
    case .noVersion(.toDo(let id), let version):
      Explanation(.noteVersionMissing(id: id, version: version), status: .notFound)
    case .changedMeanwhile(.toDo(let id)):
      Explanation(.toDoChangedMeanwhile(id: id), status: .failure)
    case .noTag(let typed):
      Explanation(
        .tagMissing(typed: typed), hint: .tryCommand(command: "commitdiary tags"), status: .notFound
      )
    case .tagNotForTexts(let new, let old):
      Explanation(
        .tagNotForTexts(new: new, old: old), hint: .tagNotForTextsHint, status: .usage)
    case .noChange(let direction):
      Explanation(direction == .undo ? .undoNone : .redoNone, status: .notFound)
    case .changedSince(let what):
      Explanation(.undoRefused(what: what), hint: .undoRefusedHint, status: .failure)
    case .sharedSince(let what):
      Explanation(.undoRefusedShared(what: what), hint: .undoRefusedHint, status: .failure)
    }
  }
}

extension JournalError.Reason {
  fileprivate var message: Message {
    switch self {
    case .system(let code): code.message
    case .cannotOpen: .reasonCannotOpen
    case .tooLong: .reasonTooLong
    case .noMemory: .reasonNoMemory
    case .valueRefused: .reasonValueRefused
    case .database(let code): .reasonDatabase(code: "\(code)")
    }
  }
}
