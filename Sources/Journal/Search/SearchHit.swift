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
