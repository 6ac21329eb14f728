/// Finds the tags that are written in a text, such as `#perf`.
///
/// A tag is a number sign and a word that begins with a letter. It follows white space, an opening
/// bracket or other punctuation, but not a letter, a digit or a part of a web address. Markdown code
/// contains no tags, and neither does the target of a link such as `[part](#part)` or `[[#part]]`.
struct TagScanner {
  /// The maximum number of tags found in a text, and the maximum length of one.
  private static let limits = (tags: 1000, characters: 100)

  /// The different tags in the text, as they are written first.
  static func tags(in text: String) -> [String] {
    var tags: [String] = []
    var seen: Set<String> = []
    scan(text) { tag in
      if seen.insert(Tag.key(tag)).inserted { tags.append(String(tag)) }
      return tags.count < limits.tags
    }
    return tags
  }

  /// Passes the names in the text to `take`, without their signs, until it returns `false`.
  static func scan(_ text: String, _ take: (Substring) -> Bool) {
    // Most texts have no tags, and are not read further.
    guard text.utf8.contains(where: Self.mayBeSign) else { return }
    for paragraph in MarkdownBlocks(text) where paragraph.utf8.contains(where: Self.mayBeSign) {
      for part in paragraph.withoutCodeSpans {
        guard scan(part, take) else { return }
      }
    }
  }

  /// The first byte of `#` or of the full-width `＃`.
  private static func mayBeSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "#") || byte == 0xEF }

  private static func scan(_ text: Substring, _ take: (Substring) -> Bool) -> Bool {
    for word in text.split(whereSeparator: \.isWhitespace) where !word.isAddress {
      var rest = word
      while let sign = rest.firstIndex(where: Tag.isSign) {
        let before = sign > word.startIndex ? word[word.index(before: sign)] : nil
        let isLink = word[..<sign].hasSuffix("](") || word[..<sign].hasSuffix("[[")
        rest = rest[rest.index(after: sign)...]
        guard !isLink, before?.precedesTag ?? true, rest.first?.isLetter == true else { continue }
        let name = rest.prefix(while: \.isInTag).withoutJoiningEnd
        rest = rest[name.endIndex...]
        if name.count <= limits.characters, !take(name) { return false }
      }
    }
    return true
  }
}

extension Substring {
  /// Whether the word is a web address or ends in one, such as `(https://example.org/#part`.
  fileprivate var isAddress: Bool {
    guard let colon = self.firstIndex(of: ":") else { return hasPrefix("www.") }
    return self[colon...].hasPrefix("://") || hasPrefix("mailto:")
  }

  /// The word without hyphens and slashes at its end: `#perf/` is the tag `perf`.
  fileprivate var withoutJoiningEnd: Substring {
    var word = self
    while let last = word.last, last == "-" || last == "/" { word.removeLast() }
    return word
  }
}

extension Character {
  /// Whether a tag can follow without a space. Letters, digits, and the characters of addresses,
  /// anchors and escapes cannot precede one.
  fileprivate var precedesTag: Bool {
    !isLetter && !isNumber && !Tag.isSign(self) && !"/&=?.-_@:~+%\\$!*;".contains(self)
  }

  fileprivate var isInTag: Bool {
    isLetter || isNumber || self == "_" || self == "-" || self == "/"
  }
}

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
      for part in MarkdownBlocks(text).lazy.flatMap(\.withoutCodeSpans) {
        scan(part) { values[$0, default: []].append($1) }
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
