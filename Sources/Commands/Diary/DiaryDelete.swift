import App
import Arguments
import Diary
import JSON
import Journal
import Localization
import Terminal

/// `commitdiary diary delete`: marks an entry as deleted, which `restore` undoes; with `--purge`,
/// removes it for good.
struct DiaryDelete: Command {
  var day: DayArgument?
  var purges = false

  static let declaration = Declaration<Self>(
    .diaryDeleteSummary, details: .diaryDeleteDetails,
    examples: [Example("diary delete 2026-11-20", .diaryDeleteExample)],
    [
      .positional("day", .phrase, help: .argumentEntryDay) { $0.day = $1 },
      .flag("purge", help: .optionPurge) { $0.purges = true },
    ])

  func run(in app: App) async throws {
    let day = try app.dayOrToday(day)
    let journal = try await app.journal(for: .writing)
    // If the entry is purged already, running the command again completes what an earlier run could
    // not finish.
    if purges, try await journal.isPurged(entryOf: day) {
      try await journal.purgeEntries(of: [day])
      if app.options.wantsJSON { return try app.output.show(["entries": []]) }
      if app.options.isQuiet { return }
      return try app.output.show(app.output.styled(.entryPurged(day: day)))
    }
    let entry = try await journal.entry(of: day, deleted: purges)
    if purges {
      try await purge(entry, from: journal, app)
    } else {
      try await delete(entry, from: journal, app)
    }
  }

  private func delete(_ entry: Entry, from journal: Journal, _ app: App) async throws {
    try app.prompts.confirm(.entryDeleteQuestion(day: entry.day, title: entry.text.title))
    let deleted = try await journal.deleteEntry(
      of: entry.day, basedOn: entry.version, at: app.clock.now)
    try app.report(deleted, as: .entryDeleted(day: entry.day))
    if !app.options.wantsJSON { app.output.note(.entryDeletedHint(typed: "\(entry.day)"), .faint) }
  }

  /// Asks twice, because a purge cannot be undone.
  private func purge(_ entry: Entry, from journal: Journal, _ app: App) async throws {
    try app.prompts.confirm(.entryPurgeQuestion(day: entry.day, title: entry.text.title))
    try app.prompts.confirm(.purgeQuestionAgain)
    try await journal.purgeEntries(of: [entry.day])
    try app.report(entry, as: .entryPurged(day: entry.day))
  }
}
