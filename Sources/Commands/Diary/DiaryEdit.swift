import App
import Arguments
import Diary
import Journal
import Localization

/// `commitdiary diary edit`: opens the editor on an existing entry.
struct DiaryEdit: Command {
  var day: DayArgument?

  static let declaration = Declaration<Self>(
    .diaryEditSummary, details: .diaryEditDetails,
    examples: [Example("diary edit yesterday", .diaryEditExample)],
    [.positional("day", .phrase, help: .argumentEntryDay) { $0.day = $1 }])

  func run(in app: App) async throws {
    let day = try app.dayOrToday(day)
    // If there is no entry, an unfinished draft can be resumed.
    if !app.prompts.isInteractive || !app.entries.hasUnfinishedDraft(ofEntryOf: day) {
      _ = try await app.journal(for: .reading).entry(of: day)
    }
    guard app.prompts.isInteractive else { throw UsageError.entryTextMissing }
    try await app.weather.askingForWeather(of: day) { weather in
      let outcome = try await app.entries.write(entryOf: day)
      try await app.report(outcome, with: weather)
    }
  }
}
