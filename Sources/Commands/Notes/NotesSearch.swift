import App
import Arguments
import Journal
import Localization
import Terminal
import Views

/// `commitdiary notes search`: finds the notes that contain all the words, the best matches first.
struct NotesSearch: Command {
  var words = SearchWords()
  var options = NoteFilterOptions()

  static let declaration = Declaration<Self>(
    .notesSearchSummary, details: .searchNotesDetails,
    examples: [
      Example("notes search cache", .notesSearchExample),
      Example("notes search slow query --tag perf --since -2w", .notesSearchExampleFilter),
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
