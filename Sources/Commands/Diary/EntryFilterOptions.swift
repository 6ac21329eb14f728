import App
import Arguments
import Diary
import Journal
import Localization

/// The filters that `diary list` and `diary search` share.
struct EntryFilterOptions {
  var since: DayArgument?
  var until: DayArgument?
  var isDeleted = false
  var limit = 20

  static func parameters<Options>(
    _ path: any WritableKeyPath<Options, EntryFilterOptions> & Sendable
  ) -> [Parameter<Options>] {
    [
      .option("since", help: .optionSince) { $0[keyPath: path].since = $1 },
      .option("until", help: .optionUntil) { $0[keyPath: path].until = $1 },
      .flag("deleted", help: .optionDeleted) { $0[keyPath: path].isDeleted = true },
      .option("limit", short: "n", in: 0...1_000_000_000, help: .optionLimit) {
        $0[keyPath: path].limit = $1
      },
    ]
  }

  /// How many are shown.
  var shown: Int { limit == 0 ? .max : limit }

  /// The filter in the journal's words; it lets one more through than are shown, so that it is known
  /// whether there are more.
  func filter(in app: App) throws -> EntryFilter {
    var filter = EntryFilter()
    (filter.since, filter.until) = try app.span(since, until)
    filter.isDeleted = isDeleted
    filter.limit = limit == 0 ? nil : limit + 1
    return filter
  }
}
