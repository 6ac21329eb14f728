import App
import Arguments
import Diary
import JSON
import Journal
import Localization
import Terminal
import Views

/// `commitdiary search`: everything that was written, at once.
struct SearchCommand: Command {
  var words: [String] = []
  var limit = 20

  static let declaration = Declaration<Self>(
    .searchSummary, details: .searchDetails,
    examples: [Example("search cache miss", .searchExample)],
    [
      .positional(
        "words", .oneOrMore, placeholder: .message(.placeholderWords), help: .argumentWords
      ) { $0.words.append($1) },
      .option("limit", short: "n", in: 0...1_000_000_000, help: .optionLimit) { $0.limit = $1 },
    ])

  func run(in app: App) async throws {
    guard words.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else {
      throw UsageError.emptySearch
    }
    let query = SearchQuery(words)
    let finds = try await finds(of: query, in: app.journal(for: .reading))
    let shown = finds.prefix(limit)
    if app.options.wantsJSON { return try app.output.show(shown.json) }
    guard !shown.isEmpty else { return app.output.note(.searchNothing) }
    try app.output.show(shown.lines(marking: query, in: app.context))
    if finds.count > shown.count { app.output.note(.notesLimited(count: shown.count), .faint) }
  }

  /// One more of each kind than is shown, so that it can be said that there are more.
  private func finds(of query: SearchQuery, in journal: Journal) async throws -> SearchResults {
    let limit = limit == 0 ? nil : limit + 1
    return SearchResults(
      notes: try await journal.search(query, NoteFilter(limit: limit)),
      entries: try await journal.search(query, EntryFilter(limit: limit)),
      toDos: try await journal.search(query, ToDoFilter(limit: limit)))
  }
}
