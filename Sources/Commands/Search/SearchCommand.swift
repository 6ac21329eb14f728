import Arguments
import JSON
import Journal
import Localization
import Terminal

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

  func run(in session: Session) async throws {
    guard words.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else {
      throw UsageError.emptySearch
    }
    let query = SearchQuery(words)
    var filter = NoteFilter()
    filter.limit = limit == 0 ? nil : limit + 1
    let found = try await session.journal(for: .reading).search(query, filter)
    let notes = limit == 0 ? found : Array(found.prefix(limit))
    if session.globals.wantsJSON {
      // Entries and to-dos have no tables yet, and so none that could match.
      return try session.show([
        "notes": NoteJSON.notes(notes)["notes"] ?? [], "entries": [], "todos": [],
      ])
    }
    guard !notes.isEmpty else { return session.say(.notesNoneFound) }
    try session.show(SearchView(notes: notes, query: query, session: session).lines())
    if found.count > notes.count { session.say(.notesLimited(count: notes.count), .faint) }
  }
}
