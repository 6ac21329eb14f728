/// The part of a text around the first match, as long as fits on a line.
public struct Excerpt: Hashable, Sendable {
  public struct Piece: Hashable, Sendable {
    public var text: String
    public var isMatch: Bool
  }

  public var pieces: [Piece] = []
  /// Whether text was left out before and after the excerpt.
  public var isCutAtStart = false
  public var isCutAtEnd = false

  /// How many bytes of a long text are searched for matches.
  private static let searchLimit = 200_000

  /// - Parameter length: the maximum number of characters.
  public init(of text: String, matching query: SearchQuery, length: Int) {
    let end = text.utf8.index(text.startIndex, offsetBy: Self.searchLimit, limitedBy: text.endIndex)
    // If the limit is inside a character, `String(_:)` cuts before it.
    let searched = end.map { String(text[..<$0]) } ?? text
    let matches = query.matches(in: searched)
    let first = matches.first?.lowerBound ?? searched.startIndex
    // Some text before the match shows its context.
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
    isCutAtStart = from > searched.startIndex
    isCutAtEnd = to < text.endIndex
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

  /// Appends the text as one line, with spaces instead of line breaks.
  private mutating func add(_ text: Substring, isMatch: Bool) {
    guard !text.isEmpty else { return }
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let lead = text.first?.isNewline == true ? " " : ""
    let trail = text.last?.isNewline == true && text.count > 1 ? " " : ""
    pieces.append(Piece(text: lead + line + trail, isMatch: isMatch))
  }
}
