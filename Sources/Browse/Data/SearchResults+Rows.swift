import Diary
import Journal
import Views

extension SearchResults {
  /// At most this many results of each kind are listed.
  static let shownLimit = 200

  var isLimited: Bool {
    [notes.count, entries.count, toDos.count].contains { $0 >= Self.shownLimit }
  }

  /// The results as rows, the diary first.
  var rows: [ListRow] {
    entries.map { .entry($0.day, title: $0.text.headline) }
      + notes.map { .note(NoteSummary($0)) } + toDos.map(ListRow.toDo)
  }

  /// The text around the first match of each result whose title has none.
  func excerpts(matching query: SearchQuery) -> [PageItem: String] {
    var found: [PageItem: String] = [:]
    func add(_ item: PageItem, title: String, body: String) {
      guard query.matches(in: String(title.prefix(300))).isEmpty else { return }
      let excerpt = Excerpt(of: body, matching: query, length: 100)
      guard excerpt.pieces.contains(where: \.isMatch) else { return }
      found[item] = excerpt.pieces.map(\.text).joined()
    }
    for entry in entries {
      add(.day(entry.day), title: entry.text.headline, body: entry.text.body)
    }
    for note in notes.map(\.note) {
      add(.note(note.id), title: NoteSummary.title(of: note.text), body: note.text.body)
    }
    return found
  }
}
