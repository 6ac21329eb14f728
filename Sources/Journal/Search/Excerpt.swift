/// A hit in its context: as much of a text around the first match as a line can hold.
public struct Excerpt: Hashable, Sendable {
  public struct Piece: Hashable, Sendable {
    public var text: String
    public var isMatch: Bool
  }

  public var pieces: [Piece] = []
  /// Whether text was left out before the excerpt, and behind it.
  public var startsLate = false
  public var endsEarly = false

  /// How far into a long text matches are looked for.
  private static let reach = 200_000

  /// - Parameter length: how many letters the excerpt may have.
  public init(of text: String, matching query: SearchQuery, length: Int) {
    let end =
      text.utf8.index(
        text.startIndex, offsetBy: Self.reach, limitedBy: text.endIndex) ?? text.endIndex
    let start = end.samePosition(in: text) ?? text.endIndex
    let searched = start < text.endIndex ? String(text[..<start]) : text
    let matches = query.matches(in: searched)
    let first = matches.first?.lowerBound ?? searched.startIndex
    // A little of what stands before shows where in the sentence we are.
    var from =
      searched.index(first, offsetBy: -length / 3, limitedBy: searched.startIndex)
      ?? searched.startIndex
    if let space = searched[from..<first].firstIndex(where: \.isWhitespace),
      from > searched.startIndex
    {
      from = searched.index(after: space)
    }
    let to =
      searched.index(from, offsetBy: length, limitedBy: searched.endIndex) ?? searched.endIndex
    startsLate = from > searched.startIndex
    endsEarly = to < text.endIndex
    cut(searched, from..<to, at: matches)
  }

  private mutating func cut(
    _ text: String, _ range: Range<String.Index>, at matches: [Range<String.Index>]
  ) {
    var place = range.lowerBound
    for match in matches where match.upperBound > range.lowerBound {
      guard match.lowerBound < range.upperBound else { break }
      let part = max(match.lowerBound, range.lowerBound)..<min(match.upperBound, range.upperBound)
      add(text[place..<part.lowerBound], isMatch: false)
      add(text[part], isMatch: true)
      place = part.upperBound
    }
    add(text[place..<range.upperBound], isMatch: false)
  }

  /// On one line: what the writer broke is joined by spaces.
  private mutating func add(_ text: Substring, isMatch: Bool) {
    guard !text.isEmpty else { return }
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let lead = text.first?.isNewline == true ? " " : ""
    let trail = text.last?.isNewline == true && text.count > 1 ? " " : ""
    pieces.append(Piece(text: lead + line + trail, isMatch: isMatch))
  }
}
