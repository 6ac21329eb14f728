import App
import Arguments
import Diary
import JSON
import Journal
import Localization
import Terminal
import Views

/// `commitdiary diary list`: lists the entries, the newest first.
struct DiaryList: Command {
  var options = EntryFilterOptions()
  var isOnThisDay = false
  var isFull = false

  static let declaration = Declaration<Self>(
    .diaryListSummary,
    examples: [
      Example("diary list 2026-11", .diaryListExample),
      Example("diary list --full --since last monday --sort oldest", .diaryListExampleFull),
      Example("diary list --on-this-day", .diaryListExampleOnThisDay),
    ],
    rules: ["tag", "since", "until", "deleted", "limit", "sort"].map {
      .exclusive(["on-this-day", $0])
    },
    EntryFilterOptions.parameters(\.options) + [
      .positional("span", .phrase, help: .argumentSpan) { $0.options.span.span = $1 },
      .flag("full", help: .optionFullTexts) { $0.isFull = true },
      .flag("on-this-day", help: .optionOnThisDay) { $0.isOnThisDay = true },
    ])

  func run(in app: App) async throws {
    try options.span.checkAlone(besides: isOnThisDay ? "--on-this-day" : nil)
    let journal = try await app.journal(for: .reading)
    if isOnThisDay { return try await showOnThisDay(of: journal, in: app) }
    let filter = try options.filter(in: app, readsSpan: isFull)
    if app.options.wantsJSON { return try await app.showEntries(of: journal, filter) }
    var more = filter
    more.limit = filter.limit.map { $0 + 1 }
    if isFull { return try await showTexts(of: journal, more, limit: filter.limit, in: app) }
    let found = try await journal.summaries(more)
    let entries = Array(found.prefix(filter.limit ?? .max))
    guard !entries.isEmpty else { return sayNothingFound(in: app) }
    try app.output.show(EntryList(entries: entries, context: app.context).table)
    if found.count > entries.count { app.output.note(.notesLimited(count: entries.count), .faint) }
  }

  private func showTexts(
    of journal: Journal, _ filter: EntryFilter, limit: Int?, in app: App
  ) async throws {
    var list = try await journal.list(filter)
    guard !list.isEmpty else { return sayNothingFound(in: app) }
    let count = list.count
    list.limit(to: limit)
    let shown = list.count
    var texts = FullTexts(context: app.context)
    try await app.output.stream { writer in
      while !writer.isClosed, case let entries = try await journal.nextEntries(&list),
        !entries.isEmpty
      {
        try writer.write(texts.lines(of: entries))
      }
    }
    if count > shown { app.output.note(.notesLimited(count: shown), .faint) }
  }

  private func sayNothingFound(in app: App) {
    if options.isDeleted {
      app.output.note(.diaryNoneDeleted)
    } else if options.isNarrow {
      app.output.note(.diaryNoneFound)
    } else {
      app.output.note(.diaryNone)
      app.output.note(.diaryNoneHint, .faint)
    }
  }

  private func showOnThisDay(of journal: Journal, in app: App) async throws {
    let today = app.clock.today
    let records = try await app.days.onThisDay(today, in: journal)
    if app.options.wantsJSON {
      return try app.output.show([
        "entries": .array(records.compactMap(\.entry).map(EntryJSON.entry)),
        "notes": .array(records.flatMap(\.notes).map { NoteJSON.note($0.note) }),
        "commits": .array(
          records.flatMap(\.commits).map {
            CommitJSON.commit($0.commit, of: $0.repository, notes: $0.notes)
          }),
      ])
    }
    guard !records.isEmpty else { return app.output.note(.onThisDayNone) }
    let pages = records.map { record in
      let years = today.date.year - record.day.date.year
      return [app.output.styled(.onThisDayYears(count: years), .accent)]
        + DayView(record: record, context: app.context).lines()
    }
    try app.output.show(Array(pages.joined(separator: [""])))
  }
}
