import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Records

/// `commitdiary diary restore`: restores a deleted entry, or an earlier version of one.
struct DiaryRestore: Command {
  var day: DayArgument?
  var version: Int?

  static let declaration = Declaration<Self>(
    .diaryRestoreSummary, details: .notesRestoreDetails,
    examples: [Example("diary restore yesterday --version 1", .diaryRestoreExample)],
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
