import App
public import Arguments
import Context
import Diary
public import Journal
import Localization

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
      .option("tag", help: .optionTagFilter, arity: .repeated, completion: .tags) {
        $0[keyPath: path].tags.append($1)
      },
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
