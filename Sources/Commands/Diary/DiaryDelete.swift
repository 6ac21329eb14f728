import App
import Arguments
import Context
import Diary
import JSON
import Journal
import Localization
import Records
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
    if purges, try await journal.isPurged(.entry(day)) {
      return try await app.purge(
        [], and: [.entry(day)], asking: nil, saying: [.entryPurged(day: day)])
    }
    let entry = try await journal.entry(of: day, deleted: purges)
    guard purges else {
      try app.prompts.confirm(.entryDeleteQuestion(day: day, title: entry.text.headline))
      return try await app.makeAndReport(.delete([.entry(day)], basedOn: entry.version))
    }
    try await app.purge(
      [.entry(entry)], asking: .entryPurgeQuestion(day: day, title: entry.text.headline),
      saying: [.entryPurged(day: day)])
  }
}
