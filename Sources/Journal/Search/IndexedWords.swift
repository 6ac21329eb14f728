import Records

/// The words of a text for the search index, each with the mark of its kind in front. Words of the heading
/// (title and tags) are added a second time with another mark, so that a query can look for headings only.
struct IndexedWords {
  /// The words as one line. The `ascii` tokenizer of SQLite splits it at the same places as
  /// `SearchTokens`, because it treats every character outside ASCII as part of a word.
  let line: String

  /// A control character outside ASCII, which no word contains.
  static let headingMark: Unicode.Scalar = "\u{80}"

  /// - Parameter subject: the subject of the commit that a note is about.
  init(of kind: RecordKind, heading: [String] = [], body: String, subject: String = "") {
    var line = ""
    func add(_ word: String, inHeading: Bool = false) {
      line.unicodeScalars.append(kind.wordMark)
      if inHeading { line.unicodeScalars.append(Self.headingMark) }
      line += word
      line += " "
    }
    for word in heading.flatMap({ SearchTokens($0).words }) {
      add(word)
      add(word, inHeading: true)
    }
    for word in SearchTokens(body).words + SearchTokens(subject).words { add(word) }
    self.line = line
  }
}
