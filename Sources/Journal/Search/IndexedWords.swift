import SQLite

/// The words of a text as the index holds them: those of its heading (a title, tags) a second time,
/// with a mark in front, so that the index can tell where a word was found.
struct IndexedWords {
  /// The words as one line, which SQLite's plainest tokenizer cuts where `SearchTokens` did: it
  /// takes every letter outside ASCII for part of a word.
  let line: String

  /// A control character beyond ASCII, which no word holds.
  static let headingMark: Unicode.Scalar = "\u{80}"

  init(heading: [String] = [], body: String) {
    var line = ""
    for token in heading.flatMap({ SearchTokens($0).tokens }) {
      line += token.text
      line += " "
      line.unicodeScalars.append(Self.headingMark)
      line += token.text
      line += " "
    }
    for token in SearchTokens(body).tokens {
      line += token.text
      line += " "
    }
    self.line = line
  }

  /// Lets the steps of the schema index texts: `indexed_words(heading, body)` is their line. Several
  /// parts of a heading are given as lines of one text.
  static func defineFunction(on connection: borrowing Connection) throws(SQLiteError) {
    try connection.define("indexed_words", arguments: 2) { texts in
      .text(IndexedWords(heading: [texts[0]], body: texts[1]).line)
    }
  }
}
