import Arguments
import Diary
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
    let finds = try await finds(of: query, in: session.journal(for: .reading))
    let shown = finds.prefix(limit)
    if session.globals.wantsJSON { return try session.show(shown.json) }
    guard !shown.isEmpty else { return session.say(.searchNothing) }
    try session.show(shown.lines(marking: query, in: session))
    if finds.count > shown.count { session.say(.notesLimited(count: shown.count), .faint) }
  }

  /// One more of each kind than is shown, so that it can be said that there are more.
  private func finds(of query: SearchQuery, in journal: Journal) async throws -> Finds {
    let limit = limit == 0 ? nil : limit + 1
    return Finds(
      notes: try await journal.search(query, NoteFilter(limit: limit)),
      entries: try await journal.search(query, EntryFilter(limit: limit)),
      toDos: try await journal.search(query, ToDoFilter(limit: limit)))
  }
}

/// What was found, each kind by itself with the best first.
private struct Finds {
  var notes: [FoundNote]
  var entries: [Entry]
  var toDos: [FoundToDo]

  var count: Int { notes.count + entries.count + toDos.count }
  var isEmpty: Bool { count == 0 }

  /// So many of each kind; 0 is all.
  func prefix(_ limit: Int) -> Finds {
    if limit == 0 { return self }
    return Finds(
      notes: Array(notes.prefix(limit)), entries: Array(entries.prefix(limit)),
      toDos: Array(toDos.prefix(limit)))
  }

  var json: JSONValue {
    [
      "notes": NoteJSON.notes(notes)["notes"] ?? [],
      "entries": .array(entries.map(EntryJSON.entry)),
      "todos": .array(toDos.map { ToDoJSON.toDo($0.toDo) }),
    ]
  }

  /// Each kind under its name; notes by themselves need none.
  func lines(marking query: SearchQuery, in session: Session) -> [StyledText] {
    let kinds: [(Message, [StyledText])] = [
      (.dayNotes, SearchView(notes: notes, query: query, session: session).lines()),
      (.searchEntries, EntrySearchView(entries: entries, query: query, session: session).lines()),
      (.dayToDos, ToDoSearchView(toDos: toDos, query: query, session: session).lines()),
    ].filter { !$0.1.isEmpty }
    if entries.isEmpty && toDos.isEmpty { return kinds.flatMap(\.1) }
    return Array(
      kinds.map { [session.styled($0.0, .heading)] + $0.1 }.joined(separator: [""]))
  }
}
