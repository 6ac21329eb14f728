import Glibc

/// How well a text fits a query: BM25, the measure of most search engines, over weighted parts.
enum BM25 {
  // A word in a title is worth as much as eight in the body.
  static let title = 8.0
  static let tag = 4.0
  static let body = 1.0
  /// What a word counts that only begins with what was typed.
  static let asBeginning = 0.5

  /// How fast further finds of one word lose worth, and how much the length of a text takes away.
  private static let saturation = 1.2
  private static let lengthShare = 0.75

  /// What a word counts that is there so often.
  ///
  /// - Parameter length: of the text, where 1 is the average.
  static func of(frequency: Double, length: Double = 1) -> Double {
    frequency * (saturation + 1)
      / (frequency + saturation * (1 - lengthShare + lengthShare * length))
  }

  /// What a word counts of which only this is known.
  static func rank(isInHeading: Bool) -> Double { of(frequency: isInHeading ? title : body) }

  /// What a word counts that this share of the texts has.
  static func rarity(share: Double) -> Double { log(1 + 1 / share) }
}
