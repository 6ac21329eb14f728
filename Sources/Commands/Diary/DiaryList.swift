import Arguments
import Diary
import JSON
import Journal
import Localization
import Terminal

/// `commitdiary diary list`: the entries, the newest first.
struct DiaryList: Command {
  var options = EntryFilterOptions()
  var isOnThisDay = false

  static let declaration = Declaration<Self>(
    .diaryListSummary,
    examples: [
      Example("diary list --since 2026-11-01 --until 2026-11-30", .diaryListExample),
      Example("diary list --on-this-day", .diaryListExampleOnThisDay),
    ],
    rules: ["since", "until", "deleted", "limit"].map { .exclusive(["on-this-day", $0]) },
    EntryFilterOptions.parameters(\.options) + [
      .flag("on-this-day", help: .optionOnThisDay) { $0.isOnThisDay = true }
    ])

  func run(in session: Session) async throws {
    let journal = try session.journal(for: .reading)
    if isOnThisDay { return try await showOnThisDay(of: journal, in: session) }
    let filter = try options.filter(in: session)
    if session.globals.wantsJSON {
      let entries = try await journal.entries(filter).prefix(options.shown)
      return try session.show(EntryJSON.entries(Array(entries)))
    }
    let found = try await journal.summaries(filter)
    let entries = Array(found.prefix(options.shown))
    guard !entries.isEmpty else { return sayNothingFound(in: session) }
    try session.show(EntryList(entries: entries, session: session).table)
    if found.count > entries.count { session.say(.notesLimited(count: entries.count), .faint) }
  }

  private func sayNothingFound(in session: Session) {
    if options.isDeleted {
      session.say(.diaryNoneDeleted)
    } else if options.since != nil || options.until != nil {
      session.say(.diaryNoneFound)
    } else {
      session.say(.diaryNone)
      session.say(.diaryNoneHint, .faint)
    }
  }

  private func showOnThisDay(of journal: Journal, in session: Session) async throws {
    let today = session.today
    let records = try await session.onThisDay(today, in: journal)
    if session.globals.wantsJSON {
      return try session.show([
        "entries": .array(records.compactMap(\.entry).map(EntryJSON.entry)),
        "notes": .array(records.flatMap(\.notes).map { NoteJSON.note($0.note) }),
        "commits": .array(
          records.flatMap(\.commits).map {
            CommitJSON.commit($0.commit, of: $0.repository, notes: $0.notes)
          }),
      ])
    }
    guard !records.isEmpty else { return session.say(.onThisDayNone) }
    let pages = records.map { record in
      let years = today.date.year - record.day.date.year
      return [session.styled(.onThisDayYears(count: years), .accent)]
        + DayView(record: record, session: session).lines()
    }
    try session.show(Array(pages.joined(separator: [""])))
  }
}
