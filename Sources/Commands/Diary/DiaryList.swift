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
    let isFound: Bool
    if isFull {
      var texts = app.context.fullTexts()
      isFound = try await app.showTexts(journal.list(more), first: filter.limit) { list in
        try await texts.lines(of: journal.nextEntries(&list))
      }
    } else {
      isFound = try await app.show(first: filter.limit, of: journal.summaries(more)) {
        app.context.table(of: $0).lines(on: app.output.screen)
      }
    }
    if !isFound { sayNothingFound(in: app) }
  }

  private func sayNothingFound(in app: App) {
    if options.isDeleted {
      app.output.note(.diaryNoneDeleted)
    } else if options.isNarrow {
      app.output.note(.diaryNoneFound)
    } else {
      app.output.note(.diaryNone)
      app.output.note(.diaryNoneHint, .remark)
    }
  }

  private func showOnThisDay(of journal: Journal, in app: App) async throws {
    let today = app.clock.today
    let records = try await app.days.onThisDay(today, in: journal)
    if app.options.wantsJSON {
      return try app.output.show([
        "entries": .array(records.compactMap(\.entry?.json)),
        "notes": records.flatMap(\.notes).jsonList,
        "commits": records.flatMap(\.commits).jsonList,
      ])
    }
    guard !records.isEmpty else { return app.output.note(.onThisDayNone) }
    let pages = records.map { record in
      let years = today.date.year - record.day.date.year
      return [app.output.styled(.onThisDayYears(count: years), .heading)]
        + record.lines(in: app.context)
    }
    try app.output.show(Array(pages.joined(separator: [""])))
  }
}
