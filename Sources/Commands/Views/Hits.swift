import Journal
import Terminal

/// Texts with the places marked where the words that were looked for stand in them.
struct Hits {
  let query: SearchQuery
  let session: Session

  /// A text around the first hit, on one line; nothing where it has none.
  func excerpt(of body: String) -> [StyledText] {
    let width = session.screen.width ?? 100
    let excerpt = Excerpt(of: body, matching: query, length: max(width - 8, 10))
    guard excerpt.pieces.contains(where: \.isMatch) else { return [] }
    var line = StyledText("    ")
    if excerpt.startsLate { line.append(session.screen.ellipsis, .faint) }
    line += text(excerpt)
    if excerpt.endsEarly { line.append(session.screen.ellipsis, .faint) }
    return [session.screen.width.map { line.truncated(to: $0, on: session.screen) } ?? line]
  }

  func highlighted(_ text: String, length: Int = 10_000) -> StyledText {
    self.text(Excerpt(of: text, matching: query, length: length))
  }

  private func text(_ excerpt: Excerpt) -> StyledText {
    StyledText(
      spans: excerpt.pieces.map { StyledText.Span($0.text, $0.isMatch ? .match : .plain) })
  }
}
