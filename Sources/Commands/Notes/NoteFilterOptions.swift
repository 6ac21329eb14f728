import App
public import Arguments
import Context
import Diary
public import Journal
import Localization

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
      .option("tag", help: .optionTagFilter, arity: .repeated, completion: .tags) {
        $0[keyPath: path].tags.append($1)
      },
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
