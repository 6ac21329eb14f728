import App
public import Arguments
import Context
import Diary
import JSON
public import Journal
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
      Example("diary list 2026-11"),
      Example("diary list --full --since last monday --sort oldest"),
      Example("diary list --on-this-day"),
    ],
    exclusive: ["tag", "since", "until", "deleted", "limit", "sort"].map { ["on-this-day", $0] },
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
    let isFound: Bool
    if isFull {
      var all = filter
      all.limit = nil
      var texts = app.context.fullTexts()
      isFound = try await app.showTexts(journal.list(all), limit: filter.limit) { list in
        try await texts.lines(of: journal.nextEntries(&list))
      }
    } else {
      isFound = try await app.show(
        journal.summaries(filter), limit: filter.limit,
        lines: { app.context.table(of: $0).lines(on: app.output.screen) },
        total: { try await journal.count(filter) })
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
      app.output.note(.tryCommand(command: "commitdiary diary write"), .remark)
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

/// `commitdiary diary search`: finds the entries that contain all the words, the best matches
/// first.
struct DiarySearch: Command {
  var words = SearchWords()
  var options = EntryFilterOptions()

  static let declaration = Declaration<Self>(
    .diarySearchSummary, details: .searchDetails,
    examples: [Example("diary search slow query")],
    SearchWords.parameters(\.words) + EntryFilterOptions.parameters(\.options))

  func run(in app: App) async throws {
    let query = try words.query(isNarrow: options.isNarrow || options.isDeleted)
    let filter = try options.filter(in: app)
    var more = filter
    more.limit = filter.limit.map { $0 + 1 }
    let found = try await app.journal(for: .reading).search(query, more)
    if app.options.wantsJSON {
      return try app.output.show(Array(found.prefix(filter.limit ?? .max)).json)
    }
    let isFound = try app.show(first: filter.limit, of: found) {
      app.context.lines(of: $0, matching: query)
    }
    if !isFound { app.output.note(.diaryNoneFound) }
  }
}

/// The filters that `diary list` and `diary search` share.
struct EntryFilterOptions {
  var tags: [String] = []
  var span = SpanOptions()
  var isDeleted = false
  var order: EntryFilter.Order?
  var limit: Int?

  static func parameters<Options>(
    _ path: any WritableKeyPath<Options, EntryFilterOptions> & Sendable
  ) -> [Parameter<Options>] {
    [
      .tag(.optionTagFilter) { $0[keyPath: path].tags.append($1) },
      .since { $0[keyPath: path].span.since = $1 },
      .until { $0[keyPath: path].span.until = $1 },
      .flag("deleted", help: .optionDeleted) { $0[keyPath: path].isDeleted = true },
      .option("sort", help: .optionSort) { $0[keyPath: path].order = $1 },
      .option("limit", short: "n", in: 0...1_000_000_000, help: .optionLimit) {
        $0[keyPath: path].limit = $1
      },
    ]
  }

  /// The filter for the journal.
  ///
  /// - Parameter readsSpan: whether a span without a limit is read completely.
  func filter(in app: App, readsSpan: Bool = false) throws -> EntryFilter {
    var filter = EntryFilter()
    (filter.since, filter.until) = try span.ends(in: app)
    filter.tags = tags.map { Tag.name($0) }
    filter.isDeleted = isDeleted
    filter.order = order
    filter.limit = DefaultLimit.limit(
      limit, readsSpan: readsSpan && span.isGiven)
    return filter
  }
}

extension EntryFilterOptions {
  /// Whether any filter is set.
  var isNarrow: Bool { !tags.isEmpty || span.isGiven }
}

extension EntryFilter.Order: ArgumentValue {}
