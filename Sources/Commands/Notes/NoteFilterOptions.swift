import App
public import Arguments
import Diary
public import Journal
import Localization

/// The filters that `notes list` and `notes search` share.
struct NoteFilterOptions {
  var repository: String?
  var commit: String?
  var tags: [String] = []
  var since: DayArgument?
  var until: DayArgument?
  var isDeleted = false
  var order: NoteFilter.Order?
  var limit = 20

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
      .option("since", help: .optionSince) { $0[keyPath: path].since = $1 },
      .option("until", help: .optionUntil) { $0[keyPath: path].until = $1 },
      .flag("deleted", help: .optionDeleted) { $0[keyPath: path].isDeleted = true },
      .option("sort", help: .optionSort) { $0[keyPath: path].order = $1 },
      .option("limit", short: "n", in: 0...1_000_000_000, help: .optionLimit) {
        $0[keyPath: path].limit = $1
      },
    ]
  }

  /// The filter in the journal's words. Whatever names a commit or the clone here asks git.
  func filter(in app: App) async throws -> NoteFilter {
    var filter = NoteFilter()
    var place: LocatedRepository?
    if let repository {
      place = try await app.repositories.withRoot(
        app.repositories.locate(repository), for: .reading)
    }
    filter.repository = place?.repository
    filter.root = place?.root
    filter.previousName = place?.previousName
    if let commit {
      // A beginning of an id needs no clone, but a revision does.
      filter.commit = try app.repositories.match(
        commit, of: place ?? (try? app.repositories.here()))
    }
    filter.tags = tags.map { Tag.name($0) }
    (filter.since, filter.until) = try app.span(since, until)
    filter.isDeleted = isDeleted
    filter.order = order
    filter.limit = limit == 0 ? nil : limit
    return filter
  }

  /// Whether anything at all is left out.
  var isNarrow: Bool {
    repository != nil || commit != nil || !tags.isEmpty || since != nil || until != nil
  }
}

extension NoteFilter.Order: ArgumentValue {}
