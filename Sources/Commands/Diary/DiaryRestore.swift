import App
import Arguments
import Diary
import Journal
import Localization

/// `commitdiary diary restore`: restores a deleted entry, or an earlier version of one.
struct DiaryRestore: Command {
  var day: DayArgument?
  var version: Int?

  static let declaration = Declaration<Self>(
    .diaryRestoreSummary, details: .notesRestoreDetails,
    examples: [Example("diary restore yesterday --version 1", .diaryRestoreExample)],
    [
      .positional(
        "day", .phrase, help: .argumentEntryDay, completion: .other("deletedEntries")
      ) { $0.day = $1 },
      .option("version", in: 1...Int.max, help: .optionNoteVersion) { $0.version = $1 },
    ])

  func run(in app: App) async throws {
    let day = try app.dayOrToday(day)
    let journal = try await app.journal(for: .writing)
    let old = try await journal.entry(of: day, deleted: true)
    if old.deletedAt == nil && version == nil { throw UsageError.entryNotDeleted(day) }
    let entry = try await journal.restoreEntry(of: day, version: version, at: app.clock.now)
    if entry.version == old.version && old.deletedAt == nil {
      return try app.report(EntryOutcome.unchanged(entry))
    }
    try app.report(entry, as: .entryRestored(day: day))
  }
}
