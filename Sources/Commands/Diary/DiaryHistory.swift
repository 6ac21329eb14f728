import Arguments
import Diary
import Journal
import Localization
import Terminal

/// `commitdiary diary history`: every text that an entry has had, and what changed.
struct DiaryHistory: Command {
  var day: DayWord?

  static let declaration = Declaration<Self>(
    .diaryHistorySummary, examples: [Example("diary history", .diaryHistoryExample)],
    [.positional("day", .optional, help: .argumentEntryDay) { $0.day = $1 }])

  func run(in session: Session) async throws {
    let day = try session.dayOrToday(day)
    let versions = try await session.journal(for: .reading).history(ofEntryOf: day)
    if session.globals.wantsJSON { return try session.show(EntryJSON.versions(versions)) }
    try session.show(HistoryView(versions: versions, session: session).lines())
  }
}
