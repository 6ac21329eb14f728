import Diary
import Journal
import Terminal

/// What was found: each note with the place where the words stand in it.
struct SearchView {
  let notes: [FoundNote]
  let query: SearchQuery
  let session: Session

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
      StyledText(session.shortDate(found.note.createdAt.day), .date),
      StyledText(NoteList.commit(of: found.note, on: session.screen), .faint),
      highlighted(NoteList.title(of: found.note), length: 10_000),
      found.note.text.tags.map { StyledText("#", .tag) + highlighted($0, length: 200).styled(.tag) }
        .joined(separator: " "),
    ]
  }

  /// The body around the first hit, on one line; nothing where only the title was hit.
  private func excerpt(of note: Note) -> [StyledText] {
    let width = session.screen.width ?? 100
    let excerpt = Excerpt(of: note.text.body, matching: query, length: max(width - 8, 10))
    guard excerpt.pieces.contains(where: \.isMatch),
      !(Composition.isWhole(note.text) && note.text.body == note.text.title)
    else { return [] }
    var line = StyledText("    ")
    if excerpt.startsLate { line.append(session.screen.ellipsis, .faint) }
    line += text(excerpt)
    if excerpt.endsEarly { line.append(session.screen.ellipsis, .faint) }
    return [session.screen.width.map { line.truncated(to: $0, on: session.screen) } ?? line]
  }

  private func highlighted(_ text: String, length: Int) -> StyledText {
    self.text(Excerpt(of: text, matching: query, length: length))
  }

  private func text(_ excerpt: Excerpt) -> StyledText {
    StyledText(
      spans: excerpt.pieces.map { StyledText.Span($0.text, $0.isMatch ? .match : .plain) })
  }
}
