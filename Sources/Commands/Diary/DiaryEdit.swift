import Arguments
import Diary
import Journal
import Localization

/// `commitdiary diary edit`: an entry that there is, in the editor.
struct DiaryEdit: Command {
  var day: DayWord?

  static let declaration = Declaration<Self>(
    .diaryEditSummary, details: .diaryEditDetails,
    examples: [Example("diary edit yesterday", .diaryEditExample)],
    [.positional("day", .optional, help: .argumentEntryDay) { $0.day = $1 }])

  func run(in session: Session) async throws {
    let day = try session.dayOrToday(day)
    // What was begun and never saved can be gone on with, too.
    if !session.isInteractive || !session.hasWaitingDraft(ofEntryOf: day) {
      _ = try await session.journal(for: .reading).entry(of: day)
    }
    guard session.isInteractive else { throw UsageError.entryTextMissing }
    try await session.askingForWeather(of: day) { weather in
      let outcome = try await session.write(entryOf: day)
      try await session.acknowledge(outcome, with: weather)
    }
  }
}
