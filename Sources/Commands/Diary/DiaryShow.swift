import App
import Arguments
import Diary
import Journal
import Localization
import Terminal
import Views

/// `commitdiary diary show`: shows an entry, and below it what was done that day.
struct DiaryShow: Command, NarrowsToClone {
  var day: DayArgument?
  var isDeleted = false
  var isHere = false

  static let declaration = Declaration<Self>(
    .diaryShowSummary, details: .diaryShowDetails,
    examples: [Example("diary show 'last friday'", .diaryShowExample)],
    [
      .positional("day", .optional, help: .argumentEntryDay) { $0.day = $1 },
      .flag("deleted", help: .optionDeletedToo) { $0.isDeleted = true },
      .here,
    ])

  func run(in app: App) async throws {
    let day = try app.dayOrToday(day)
    let journal = try await app.journal(for: .reading)
    let entry = try await journal.entry(of: day, deleted: isDeleted)
    if app.options.wantsJSON { return try app.output.show(EntryJSON.entry(entry)) }
    let record = try await app.days.record(
      of: day, commitsOf: CloneScope(isHere: isHere), in: journal)
    let below = DayView(record: record, context: app.context).linesUnderEntry()
    try app.output.show(
      EntryView(entry: entry, context: app.context).lines() + (below.isEmpty ? [] : [""] + below))
  }
}
