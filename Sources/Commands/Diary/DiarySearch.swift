import App
import Arguments
import Diary
import Journal
import Localization
import Terminal
import Views

/// `commitdiary diary search`: finds the entries that contain all the words, the best matches
/// first.
struct DiarySearch: Command {
  var words = SearchWords()
  var options = EntryFilterOptions()

  static let declaration = Declaration<Self>(
    .diarySearchSummary, details: .searchDetails,
    examples: [Example("diary search slow query", .diarySearchExample)],
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
