import Arguments
import Context
import Diary
import Journal
import Localization
import Records

/// `commitdiary diary delete`: marks an entry as deleted, which `restore` undoes; with `--purge`,
/// removes it for good.
struct DiaryDelete: Command {
  var day: DayArgument?
  var purges = false

  static let declaration = Declaration<Self>(
    .diaryDeleteSummary, details: .diaryDeleteDetails,
    examples: [Example("diary delete 2026-11-20")],
    terminal: .confirmation,
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

/// `commitdiary diary restore`: restores a deleted entry, or an earlier version of one.
struct DiaryRestore: Command {
  var day: DayArgument?
  var version: Int?

  static let declaration = Declaration<Self>(
    .diaryRestoreSummary, details: .notesRestoreDetails,
    examples: [Example("diary restore yesterday --version 1")],
    [
      .positional(
        "day", .phrase, help: .argumentEntryDay, completion: .deletedEntries
      ) { $0.day = $1 },
      .option("version", in: 1...Int.max, help: .optionNoteVersion) { $0.version = $1 },
    ])

  func run(in app: App) async throws {
    try await app.restore(.entry(app.dayOrToday(day)), version: version)
  }
}
