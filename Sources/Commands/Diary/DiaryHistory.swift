import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Terminal
import Views

/// `commitdiary diary history`: shows all versions of an entry and their changes.
struct DiaryHistory: Command {
  var day: DayArgument?

  static let declaration = Declaration<Self>(
    .diaryHistorySummary, examples: [Example("diary history", .diaryHistoryExample)],
    [.positional("day", .phrase, help: .argumentEntryDay) { $0.day = $1 }])

  func run(in app: App) async throws {
    let day = try app.dayOrToday(day)
    let journal = try await app.journal(for: .reading)
    try await app.showHistory(of: .entry(journal.entry(of: day, deleted: true)), in: journal)
  }
}
