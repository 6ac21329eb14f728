import Glibc

/// The BM25 score of a text for a query, with weighted parts.
enum BM25 {
  // The weight of a word in a title is eight times that of a word in the body.
  static let title = 8.0
  static let tag = 4.0
  /// The subject of the commit that a note is about.
  static let subject = 2.0
  static let body = 1.0
  /// The factor for a word that only begins with a word of the query.
  static let asBeginning = 0.5

  /// The BM25 parameters k1, for repeated words, and b, for the length of a text.
  private static let saturation = 1.2
  private static let lengthShare = 0.75

  /// The score of a word with this frequency.
  ///
  /// - Parameter length: the length of the text relative to the average.
  static func of(frequency: Double, length: Double = 1) -> Double {
    frequency * (saturation + 1)
      / (frequency + saturation * (1 - lengthShare + lengthShare * length))
  }

  /// The score of a word if only its position in a heading or body is known.
  static func rank(isInHeading: Bool) -> Double { of(frequency: isInHeading ? title : body) }

  /// The weight of a word that occurs in this share of the texts.
  static func rarity(share: Double) -> Double { log(1 + 1 / share) }
}
