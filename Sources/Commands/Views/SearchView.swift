import Diary
import Journal
import Terminal

/// What was found: each note with the place where the words stand in it.
struct SearchView {
  let notes: [FoundNote]
  let query: SearchQuery
  let session: Session

  private var hits: Hits { Hits(query: query, session: session) }

  func lines() -> [StyledText] {
    let titles = Table(
      columns: [.whole, .whole, .whole, .flexible, .flexible], rows: notes.map(row)
    ).lines(on: session.screen)
    guard titles.count == notes.count else { return titles }
    return zip(notes, titles).flatMap { found, title in [title] + excerpt(of: found.note) }
  }

  private func row(_ found: FoundNote) -> [StyledText] {
    [
      StyledText(found.shortID, .id),
      StyledText(session.shortDate(found.note.day), .date),
      StyledText(NoteList.commit(of: found.note, on: session.screen), .faint),
      hits.highlighted(NoteList.title(of: found.note), length: 10_000),
      Tag.names(found.note.text.tags).map {
        StyledText("#", .tag) + hits.highlighted($0, length: 200).styled(.tag)
      }
      .joined(separator: " "),
    ]
  }

  private func excerpt(of note: Note) -> [StyledText] {
    if Composition.isWhole(note.text) && note.text.body == note.text.title { return [] }
    return hits.excerpt(of: note.text.body)
  }
}
