import App
import Arguments
import Diary
import JSON
import Journal
import Localization
import Terminal
import Views

/// `commitdiary search`: searches notes, entries and to-dos.
struct SearchCommand: Command {
  var words: [String] = []
  var limit = 20

  static let declaration = Declaration<Self>(
    .searchSummary, details: .searchNotesDetails,
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
    let found = try await results(of: query, in: app.journal(for: .reading))
    let shown = found.prefix(limit)
    if app.options.wantsJSON { return try app.output.show(shown.json(on: app.clock.today)) }
    guard !shown.isEmpty else { return app.output.note(.searchNothing) }
    try app.output.show(shown.lines(marking: query, in: app.context))
    if found.count > shown.count { app.output.note(.notesLimited(count: shown.count), .faint) }
  }

  /// Finds one more of each kind than is shown, to tell whether there are more.
  private func results(of query: SearchQuery, in journal: Journal) async throws -> SearchResults {
    let limit = limit == 0 ? nil : limit + 1
    return SearchResults(
      notes: try await journal.search(query, NoteFilter(limit: limit)),
      entries: try await journal.search(query, EntryFilter(limit: limit)),
      toDos: try await journal.search(query, ToDoFilter(limit: limit)))
  }
}
