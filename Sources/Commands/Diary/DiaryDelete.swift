import App
import Arguments
import Diary
import JSON
import Journal
import Localization
import Terminal
import Views

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
      try await app.purge { try await $0.purgeEntries(of: [day]) }
      if app.options.wantsJSON { return try app.output.show(["entries": []]) }
      if app.options.isQuiet { return }
      return try app.output.show(app.output.styled(.entryPurged(day: day)))
    }
    let entry = try await journal.entry(of: day, deleted: purges)
    guard !purges else { return try await purge(entry, from: journal, app) }
    try app.prompts.confirm(.entryDeleteQuestion(day: day, title: entry.text.headline))
    try await app.makeAndReport(.delete([.entry(day)], basedOn: entry.version))
  }

  /// Asks twice, because a purge cannot be undone.
  private func purge(_ entry: Entry, from journal: Journal, _ app: App) async throws {
    try app.prompts.confirm(.entryPurgeQuestion(day: entry.day, title: entry.text.headline))
    try app.prompts.confirm(.purgeQuestionAgain)
    let sources = try await journal.sources(ofEntryOf: entry.day)
    try await app.purge { try await $0.purgeEntries(of: [entry.day]) }
    app.remarkOnFilesOutside(sources)
    if app.options.wantsJSON { return try app.output.show(EntryJSON.entry(entry)) }
    if app.options.isQuiet { return try app.output.write("\(entry.day)\n") }
    try app.output.show(app.output.styled(.entryPurged(day: entry.day), .plain, ["day": .date]))
  }
}
