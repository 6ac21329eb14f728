import App
public import Arguments
import Context
import Diary
public import Journal
import Localization
import Terminal
import Views

/// `commitdiary notes list`: lists the notes, the newest first.
struct NotesList: Command {
  var options = NoteFilterOptions()
  var isFull = false

  static let declaration = Declaration<Self>(
    .notesListSummary,
    examples: [
      Example("notes list --repo .", .notesListExampleHere),
      Example("notes list --tag perf --since last monday"),
      Example("notes list --full --since -1w"),
      Example("notes list --limit 0 --json"),
    ],
    NoteFilterOptions.parameters(\.options) + [
      .flag("full", help: .optionFullTexts) { $0.isFull = true }
    ])

  func run(in app: App) async throws {
    await app.noteMirror.readHere()
    await app.repositories.look()
    let journal = try await app.journal(for: .reading)
    let filter = try await options.filter(in: app, readsSpan: isFull)
    if app.options.wantsJSON {
      return try await app.showNotes(of: journal, filter)
    }
    let isFound: Bool
    if isFull {
      var all = filter
      all.limit = nil
      var texts = app.context.fullTexts(by: FullTexts.Grouping(of: filter.order))
      isFound = try await app.showTexts(journal.list(all), limit: filter.limit) { list in
        try await texts.lines(of: journal.nextNotes(&list))
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
      app.output.note(.notesNoneDeleted)
    } else if options.isNarrow {
      app.output.note(.notesNoneFound)
    } else {
      app.output.note(.notesNone)
      app.output.note(.tryCommand(command: "commitdiary notes add"), .remark)
    }
  }
}

extension FullTexts.Grouping {
  fileprivate init(of order: NoteFilter.Order?) {
    switch order {
    case nil, .newest, .oldest: self = .day
    case .repo: self = .repository
    case .title: self = .nothing
    }
  }
}

/// `commitdiary notes search`: finds the notes that contain all the words, the best matches first.
struct NotesSearch: Command {
  var words = SearchWords()
  var options = NoteFilterOptions()

  static let declaration = Declaration<Self>(
    .notesSearchSummary, details: .searchDetails,
    examples: [
      Example("notes search cache"),
      Example("notes search slow query --tag perf --since -2w"),
    ],
    SearchWords.parameters(\.words) + NoteFilterOptions.parameters(\.options))

  func run(in app: App) async throws {
    let query = try words.query(isNarrow: options.isNarrow || options.isDeleted)
    await app.repositories.look()
    let journal = try await app.journal(for: .reading)
    let filter = try await options.filter(in: app)
    var more = filter
    more.limit = filter.limit.map { $0 + 1 }
    let found = try await journal.search(query, more)
    if app.options.wantsJSON {
      return try app.output.show(Array(found.prefix(filter.limit ?? .max)).json)
    }
    let isFound = try app.show(first: filter.limit, of: found) {
      app.context.lines(of: $0, matching: query)
    }
    if !isFound { app.output.note(.notesNoneFound) }
  }
}

/// The filters that `notes list` and `notes search` share.
struct NoteFilterOptions {
  var repository: String?
  var commit: String?
  var tags: [String] = []
  var since: SpanArgument?
  var until: SpanArgument?
  var isDeleted = false
  var order: NoteFilter.Order?
  var limit: Int?

  static func parameters<Options>(
    _ path: any WritableKeyPath<Options, NoteFilterOptions> & Sendable
  ) -> [Parameter<Options>] {
    [
      .option("repo", help: .optionRepositoryFilter, completion: .repositories) {
        $0[keyPath: path].repository = $1
      },
      .option(
        "commit", short: "c", placeholder: .message(.placeholderCommit),
        help: .optionCommitFilter, completion: .commits
      ) { $0[keyPath: path].commit = $1 },
      .tag(.optionTagFilter) { $0[keyPath: path].tags.append($1) },
      .since { $0[keyPath: path].since = $1 },
      .until { $0[keyPath: path].until = $1 },
      .flag("deleted", help: .optionDeleted) { $0[keyPath: path].isDeleted = true },
      .option("sort", help: .optionSort) { $0[keyPath: path].order = $1 },
      .option("limit", short: "n", in: 0...1_000_000_000, help: .optionLimit) {
        $0[keyPath: path].limit = $1
      },
    ]
  }

  /// The filter for the journal. Git is needed if a revision or the current clone is named.
  ///
  /// - Parameter readsSpan: whether a span without a limit is read completely.
  func filter(in app: App, readsSpan: Bool = false) async throws -> NoteFilter {
    var filter = NoteFilter()
    var place: LocatedRepository?
    if let repository {
      place = try await app.repositories.withRoot(
        app.repositories.locate(repository), for: .reading)
    }
    filter.repository = place?.key
    if let commit {
      // The prefix of an id needs no clone, but a revision does.
      filter.commit = try await app.repositories.match(
        commit, of: place ?? (try? app.repositories.here()))
    }
    filter.tags = tags.map { Tag.name($0) }
    (filter.since, filter.until) = try app.span(since, until)
    filter.isDeleted = isDeleted
    filter.order = order
    filter.limit = DefaultLimit.limit(
      limit, readsSpan: readsSpan && (since != nil || until != nil))
    return filter
  }

  /// Whether any filter is set.
  var isNarrow: Bool {
    repository != nil || commit != nil || !tags.isEmpty || since != nil || until != nil
  }
}

extension NoteFilter.Order: ArgumentValue {}

/// The limit of a list where none was given.
enum DefaultLimit {
  /// `nil` for no limit.
  static func limit(_ typed: Int?, readsSpan: Bool) -> Int? {
    let limit = typed ?? (readsSpan ? 0 : 20)
    return limit == 0 ? nil : limit
  }
}
