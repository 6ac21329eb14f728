import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Terminal
import Views

/// `commitdiary search`: searches notes, entries and to-dos.
struct SearchCommand: Command {
  var words = SearchWords()
  var kind: SearchKind?
  var tags: [String] = []
  var since: SpanArgument?
  var until: SpanArgument?
  var repository: String?
  var limit = 20

  static let declaration = Declaration<Self>(
    .searchSummary, details: .searchDetails,
    examples: [
      Example("search cache miss"),
      Example("search cache --not miss --kind notes"),
      Example("search --tag perf --since -1w"),
    ],
    SearchWords.parameters(\.words) + [
      .option("kind", help: .optionKind) { $0.kind = $1 },
      .tag(.optionTagFilter) { $0.tags.append($1) },
      .since { $0.since = $1 }, .until { $0.until = $1 },
      .option("repo", help: .optionSearchRepository, completion: .repositories) {
        $0.repository = $1
      },
      .option("limit", short: "n", in: 0...1_000_000_000, help: .optionLimit) { $0.limit = $1 },
    ])

  func run(in app: App) async throws {
    let isNarrow =
      kind != nil || !tags.isEmpty || since != nil || until != nil || repository != nil
    let query = try words.query(isNarrow: isNarrow)
    var filter = SearchFilter(kind: kind, tags: tags.map { Tag.name($0) })
    (filter.since, filter.until) = try app.span(since, until)
    if let repository {
      filter.repository = try await app.repositories.withRoot(
        app.repositories.locate(repository), for: .reading
      ).key
    }
    await app.repositories.look()
    // One more of each kind than is shown tells whether there are more.
    filter.limit = limit == 0 ? nil : limit + 1
    let found = try await SearchResults(of: query, filter, in: app.journal(for: .reading))
    let shown = found.prefix(limit)
    if app.options.wantsJSON { return try app.output.show(shown.json(on: app.clock.today)) }
    guard !shown.isEmpty else { return app.output.note(.searchNothing) }
    try app.output.show(shown.lines(marking: query, in: app.context))
    if found.count > shown.count { app.output.note(.notesLimited(count: shown.count), .remark) }
  }
}

/// A kind of texts, as `--kind` names it.
enum SearchKind: String, CaseIterable, ArgumentValue {
  case notes, entries, todos
}

/// The filters of a search in texts of all kinds.
struct SearchFilter {
  var kind: SearchKind?
  var tags: [String] = []
  var since: Day?
  var until: Day?
  /// Entries and to-dos belong to no repository, so that only notes are found.
  var repository: RepositoryKey?
  /// The maximum number of each kind.
  var limit: Int?
}

extension SearchResults {
  init(of query: SearchQuery, _ filter: SearchFilter, in journal: Journal) async throws {
    self.init(notes: [], entries: [], toDos: [])
    func includes(_ kind: SearchKind) -> Bool {
      (filter.kind ?? kind) == kind && (filter.repository == nil || kind == .notes)
    }
    if includes(.notes) {
      var narrow = NoteFilter(limit: filter.limit)
      (narrow.repository, narrow.tags) = (filter.repository, filter.tags)
      (narrow.since, narrow.until) = (filter.since, filter.until)
      notes = try await journal.search(query, narrow)
    }
    if includes(.entries) {
      var narrow = EntryFilter(since: filter.since, until: filter.until, limit: filter.limit)
      narrow.tags = filter.tags
      entries = try await journal.search(query, narrow)
    }
    if includes(.todos) {
      var narrow = ToDoFilter(since: filter.since, until: filter.until, limit: filter.limit)
      narrow.tags = filter.tags
      toDos = try await journal.search(query, narrow)
    }
  }
}

/// The words of a search, and those that no result has.
struct SearchWords {
  var words: [String] = []
  var excluded: [String] = []

  static func parameters<Options>(
    _ path: any WritableKeyPath<Options, SearchWords> & Sendable
  ) -> [Parameter<Options>] {
    [
      .positional(
        "words", .any, placeholder: .message(.placeholderWords), help: .argumentWords
      ) { $0[keyPath: path].words.append($1) },
      .option(
        "not", placeholder: .message(.placeholderWords), help: .optionNot, arity: .repeated
      ) { $0[keyPath: path].excluded.append($1) },
    ]
  }

  /// - Parameter isNarrow: whether a filter was given, which needs no words.
  func query(isNarrow: Bool) throws -> SearchQuery {
    let (words, excluded) = (words.filter { !$0.isBlank }, excluded.filter { !$0.isBlank })
    guard isNarrow || !words.isEmpty || !excluded.isEmpty else {
      throw Explanation(.searchEmpty, hint: .searchHint, status: .usage)
    }
    return SearchQuery(words, excluding: excluded)
  }
}
