import Arguments
import Diary
import JSON
import Journal
import Localization
import Terminal

/// `commitdiary diary delete`: a mark that `restore` takes away again; with `--purge`, for good.
struct DiaryDelete: Command {
  var day: DayWord?
  var isForGood = false

  static let declaration = Declaration<Self>(
    .diaryDeleteSummary, details: .diaryDeleteDetails,
    examples: [Example("diary delete 2026-11-20", .diaryDeleteExample)],
    [
      .positional("day", .optional, help: .argumentEntryDay) { $0.day = $1 },
      .flag("purge", help: .optionPurge) { $0.isForGood = true },
    ])

  func run(in session: Session) async throws {
    let day = try session.dayOrToday(day)
    let journal = try session.journal(for: .writing)
    // The same command again: what it did not complete, it completes now.
    if isForGood, try await journal.isPurged(entryOf: day) {
      try await journal.purgeEntries(of: [day])
      if session.globals.wantsJSON { return try session.show(["entries": []]) }
      if session.globals.isQuiet { return }
      return try session.show(session.styled(.entryPurged(day: day)))
    }
    let entry = try await journal.entry(of: day, deleted: isForGood)
    if isForGood {
      try await purge(entry, from: journal, session)
    } else {
      try await delete(entry, from: journal, session)
    }
  }

  private func delete(_ entry: Entry, from journal: Journal, _ session: Session) async throws {
    try session.confirm(.entryDeleteQuestion(day: entry.day, title: entry.text.title))
    let deleted = try await journal.deleteEntry(
      of: entry.day, basedOn: entry.version, at: session.clock.now)
    try session.acknowledge(deleted, as: .entryDeleted(day: entry.day))
    if !session.globals.wantsJSON { session.say(.entryDeletedHint(typed: "\(entry.day)"), .faint) }
  }

  /// Twice, because nothing brings it back.
  private func purge(_ entry: Entry, from journal: Journal, _ session: Session) async throws {
    try session.confirm(.entryPurgeQuestion(day: entry.day, title: entry.text.title))
    try session.confirm(.purgeQuestionAgain)
    try await journal.purgeEntries(of: [entry.day])
    try session.acknowledge(entry, as: .entryPurged(day: entry.day))
  }
}
