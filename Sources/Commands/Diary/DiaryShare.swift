import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Views

/// `commitdiary diary share`: prints an entry in a format for sharing.
struct DiaryShare: Command {
  var day: DayArgument?
  var format = ShareFormat.text

  static let declaration = Declaration<Self>(
    .diaryShareSummary,
    examples: [Example("diary share yesterday --format markdown", .diaryShareExample)],
    [
      .positional("day", .phrase, help: .argumentEntryDay) { $0.day = $1 },
      .option("format", short: "f", help: .optionFormat) { $0.format = $1 },
    ])

  func run(in app: App) async throws {
    let day = try app.dayOrToday(day)
    try await app.share(.entry(app.journal(for: .reading).entry(of: day)), as: format)
  }
}
