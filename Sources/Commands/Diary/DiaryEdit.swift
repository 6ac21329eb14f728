import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Records

/// `commitdiary diary edit`: opens the editor on an existing entry, or changes its tags.
struct DiaryEdit: Command {
  var day: DayArgument?
  var text = TextOptions()

  static let declaration = Declaration<Self>(
    .diaryEditSummary, details: .diaryEditDetails,
    examples: [
      Example("diary edit yesterday", .diaryEditExample),
      Example("diary edit --tag retro --untag draft", .diaryEditExampleTags),
    ],
    [
      .positional("day", .phrase, help: .argumentEntryDay) { $0.day = $1 },
      TextOptions.tagParameter(\.text, help: .optionTag),
      TextOptions.untagParameter(\.text),
    ])

  func run(in app: App) async throws {
    let day = try app.dayOrToday(day)
    guard text.isEmpty else {
      return try await app.makeAndReport(
        .changeTags(.entry(day), adding: text.tags, removing: text.untags))
    }
    // If there is no entry, an unfinished draft can be resumed.
    if !app.prompts.isInteractive || !app.entries.hasUnfinishedDraft(ofEntryOf: day) {
      _ = try await app.journal(for: .reading).entry(of: day)
    }
    guard app.prompts.isInteractive else { throw Explanation.entryTextMissing }
    try await app.entries.write(entryOf: day) { try await app.report($0) }
  }
}
