import Arguments
import Diary
import Journal
import Localization
import Terminal

/// `commitdiary diary search`: the entries that have all the words, the best first.
struct DiarySearch: Command {
  var words: [String] = []
  var options = EntryFilterOptions()

  static let declaration = Declaration<Self>(
    .diarySearchSummary, details: .searchDetails,
    examples: [Example("diary search slow query", .diarySearchExample)],
    [
      .positional(
        "words", .oneOrMore, placeholder: .message(.placeholderWords), help: .argumentWords
      ) { $0.words.append($1) }
    ] + EntryFilterOptions.parameters(\.options))

  func run(in session: Session) async throws {
    guard words.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else {
      throw UsageError.emptySearch
    }
    let query = SearchQuery(words)
    let filter = try options.filter(in: session)
    let found = try await session.journal(for: .reading).search(query, filter)
    let entries = Array(found.prefix(options.shown))
    if session.globals.wantsJSON { return try session.show(EntryJSON.entries(entries)) }
    guard !entries.isEmpty else { return session.say(.diaryNoneFound) }
    try session.show(EntrySearchView(entries: entries, query: query, session: session).lines())
    if found.count > entries.count { session.say(.notesLimited(count: entries.count), .faint) }
  }
}
