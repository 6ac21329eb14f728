/// Finds the numbers that a text names, such as `mood:: 4` or `[sleep:: 7.5 h]`.
///
/// A name is a word that begins with a letter; two colons, a space and a number follow it. Markdown
/// code contains no numbers.
public enum NumberScanner {
  private static let longestName = 40
  private static let maximumDigits = 9

  /// The numbers of a text by the keys of their names. A number that is named several times is the
  /// average.
  public static func numbers(in texts: String...) -> [String: Double] {
    var values: [String: [Double]] = [:]
    for text in texts where text.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == 0xEF }) {
      var blocks = MarkdownBlocks(text)
      while let paragraph = blocks.next() {
        for part in paragraph.withoutCodeSpans {
          scan(part) { values[$0, default: []].append($1) }
        }
      }
    }
    return values.mapValues { $0.reduce(0, +) / Double($0.count) }
  }

  private static func scan(_ text: Substring, _ take: (String, Double) -> Void) {
    let words = text.split(whereSeparator: \.isWhitespace)
    for (word, next) in zip(words, words.dropFirst()) {
      guard let name = name(word), let value = value(next) else { continue }
      take(Tag.key(name), value)
    }
  }

  /// The name in a word such as `mood::`, or `(mood::`.
  private static func name(_ word: Substring) -> Substring? {
    guard word.count > 2, word.suffix(2).allSatisfy({ $0 == ":" || $0 == "：" }) else { return nil }
    let name = word.dropLast(2).drop { "([{（［「*_".contains($0) }
    let isName = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    return name.first?.isLetter == true && isName && name.count <= longestName ? name : nil
  }

  /// The number at the beginning of a word such as `4`, `-1.5`, `7,5` or `7h`.
  private static func value(_ word: Substring) -> Double? {
    var rest = word
    let isNegative = rest.first == "-" || rest.first == "−"
    if isNegative { rest.removeFirst() }
    let whole = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(whole.count)
    guard (1...maximumDigits).contains(whole.count) else { return nil }
    var digits = String(whole)
    if let sign = rest.first, sign == "." || sign == "," {
      let fraction = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
      if !fraction.isEmpty { digits += "." + fraction.prefix(maximumDigits) }
    }
    return Double(digits).map { isNegative ? -$0 : $0 }
  }
}
