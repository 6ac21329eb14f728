import Arguments
import Diary
import Journal
import Localization
import Terminal

/// `commitdiary diary show`: an entry, and under it what was done that day.
struct DiaryShow: Command {
  var day: DayWord?
  var isDeleted = false

  static let declaration = Declaration<Self>(
    .diaryShowSummary, details: .diaryShowDetails,
    examples: [Example("diary show 'last friday'", .diaryShowExample)],
    [
      .positional("day", .optional, help: .argumentEntryDay) { $0.day = $1 },
      .flag("deleted", help: .optionDeletedToo) { $0.isDeleted = true },
    ])

  func run(in session: Session) async throws {
    let day = try session.dayOrToday(day)
    let journal = try session.journal(for: .reading)
    let entry = try await journal.entry(of: day, deleted: isDeleted)
    if session.globals.wantsJSON { return try session.show(EntryJSON.entry(entry)) }
    let record = try await session.record(of: day, in: journal)
    let below = DayView(record: record, session: session).linesUnderEntry()
    try session.show(
      EntryView(entry: entry, session: session).lines() + (below.isEmpty ? [] : [""] + below))
  }
}
