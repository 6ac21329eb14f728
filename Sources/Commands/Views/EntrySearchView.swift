import Diary
import Journal
import Terminal

/// What was found in the diary: each entry with the place where the words stand in it.
struct EntrySearchView {
  let entries: [Entry]
  let query: SearchQuery
  let session: Session

  func lines() -> [StyledText] {
    let hits = Hits(query: query, session: session)
    let titles = Table(
      columns: [.whole, .flexible],
      rows: entries.map { entry in
        [
          StyledText(session.dateInList(entry.day), .date),
          hits.highlighted(entry.text.title),
        ]
      }
    ).lines(on: session.screen)
    guard titles.count == entries.count else { return titles }
    return zip(entries, titles).flatMap { entry, title in
      [title] + hits.excerpt(of: entry.text.body)
    }
  }
}
