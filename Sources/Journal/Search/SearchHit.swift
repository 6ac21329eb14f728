import Records
import SQLite

/// A text that the index found, with the data for ranking it.
struct SearchCandidate {
  let number: Int64
  /// Equal matches are sorted by this value, latest first.
  let time: Int64
  /// The indexed parts of the text.
  let parts: [(text: String, weight: Double)]

  var bytes: Int { parts.map(\.text.utf8.count).reduce(0, +) }

  /// Reads the text with the number `?1`. Notes are sorted by time, entries and to-dos by day.
  static let query = """
    SELECT number, iif(kind = 1, created_at, day) AS time, title, body, subject,
      \(TagList.query(of: "record.number")) AS tags
    FROM record WHERE number = ?1
    """

  init(_ row: borrowing Statement) {
    number = row["number"]
    time = row["time"]
    parts =
      [(row["title"], BM25.title), (row["body"], BM25.body), (row["subject"], BM25.subject)]
      + TagList.tags(row["tags"]).map { ($0, BM25.tag) }
  }
}

/// A text that contains all phrases of a query and none that it excludes, with their frequencies.
struct SearchHit {
  private let number: Int64
  private let time: Int64
  /// The frequency of each phrase, weighted by the parts of the text.
  private var frequencies: [Double]
  /// The number of tokens.
  private var length = 0

  /// `nil` if a phrase is in none of the parts, or an excluded one in any.
  init?(_ candidate: SearchCandidate, for query: SearchQuery) {
    number = candidate.number
    time = candidate.time
    frequencies = query.phrases.map { _ in 0 }
    for (text, weight) in candidate.parts {
      let cut = SearchTokens(text)
      length += cut.tokens.count
      if query.excluded.contains(where: { $0.isFound(in: cut) }) { return nil }
      for (place, phrase) in query.phrases.enumerated() {
        for start in cut.tokens.indices where phrase.fits(cut, at: start) {
          frequencies[place] += phrase.isWhole(cut, at: start) ? weight : weight * BM25.asBeginning
        }
      }
    }
    if frequencies.contains(0) { return nil }
  }

  /// The numbers sorted by score, best first; equal ones by time, latest first.
  static func ranked(_ hits: [SearchHit], by rarities: [Double]) -> [Int64] {
    let average = Double(hits.map(\.length).reduce(0, +)) / Double(max(hits.count, 1))
    return hits.map { hit in
      let length = Double(hit.length) / max(average, 1)
      let score = zip(hit.frequencies, rarities).map { frequency, rarity in
        rarity * BM25.of(frequency: frequency, length: length)
      }
      return (score: score.reduce(0, +), hit: hit)
    }
    .sorted { left, right in
      (left.score, left.hit.time, left.hit.number) > (right.score, right.hit.time, right.hit.number)
    }
    .map(\.hit.number)
  }
}

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
