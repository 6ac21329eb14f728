/// A text that the index found, with what is needed to weigh it.
struct SearchCandidate<Item> {
  var item: Item
  var number: Int64
  /// Of equally good ones, the latest comes first.
  var time: Int64
  /// What the index has its words of.
  var parts: [(text: String, weight: Double)]

  var bytes: Int { parts.map(\.text.utf8.count).reduce(0, +) }
}

/// A text that has all the words of a query, and how often it has them.
struct SearchHit<Item> {
  private let item: Item
  private let number: Int64
  private let time: Int64
  /// How often each phrase is there, by the weights of the parts.
  private var frequencies: [Double]
  /// The number of words.
  private var length = 0

  /// `nil` where one of the phrases is not in any of the parts.
  init?(_ candidate: SearchCandidate<Item>, for query: SearchQuery) {
    item = candidate.item
    number = candidate.number
    time = candidate.time
    frequencies = query.phrases.map { _ in 0 }
    for (text, weight) in candidate.parts {
      let tokens = SearchTokens(text).tokens
      length += tokens.count
      for start in tokens.indices {
        for (place, phrase) in query.phrases.enumerated() where phrase.fits(tokens, at: start) {
          frequencies[place] +=
            phrase.isWhole(tokens, at: start) ? weight : weight * BM25.asBeginning
        }
      }
    }
    if frequencies.contains(0) { return nil }
  }

  /// The best first; of equally good ones, the latest.
  static func ranked(_ hits: [SearchHit], by rarities: [Double]) -> [Item] {
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
    .map(\.hit.item)
  }
}
