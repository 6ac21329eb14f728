/// A pseudo-translation under the private tag `en_XA`: English with accents on all letters, and a
/// third longer. It shows which texts are not in the catalogs, and which do not fit if a language
/// needs more space.
struct PseudoCatalog {
  static let tag = "en_XA"

  let text: String

  init(of catalogs: Catalogs) {
    var catalog = catalogs.english
    catalog.headerComments = ["# Made from en.po by scripts/messages pseudo. Do not commit."]
    catalog.header = catalog.header.map { $0.name == "Language" ? ($0.name, Self.tag) : $0 }
    catalog.entries = catalog.entries.map { entry in
      var entry = entry
      let texts = [entry.source] + (entry.sourcePlural.map { [$0] } ?? [])
      entry.translations = Self.isFixed(entry) ? texts : texts.map(Self.accented)
      return entry
    }
    text = catalog.text
  }

  /// Whether the text must not change: words that users type, and symbols.
  private static func isFixed(_ entry: PortableObject.Entry) -> Bool {
    ["dayWords", "monthWords", "toDoWords", "yesWords", "noWords"].contains {
      entry.key.hasPrefix($0)
    }
      || entry.comments.contains { $0.contains("Leave as it is") }
  }

  /// Placeholders in braces and options that begin with `--` are kept.
  static func accented(_ text: String) -> String {
    var result = ""
    var letters = 0
    var rest = text[...]
    while let first = rest.first {
      if let kept = rest.prefixMatch(of: /\{\{|\{[^}]*\}|--[a-z-]+/) {
        result += kept.output
        rest = rest[kept.range.upperBound...]
      } else {
        result.append(accents[first] ?? first)
        letters += accents[first] == nil ? 0 : 1
        rest.removeFirst()
      }
    }
    let missing = (letters + 2) / 3
    guard missing > 0 else { return result }
    // The added text has spaces, so that its lines can be wrapped.
    let words = String(repeating: "ļôŕéḿ îþšûḿ ðôļôŕ ", count: missing / 18 + 1)
    return result + " " + String(words.prefix(missing)).trimmed
  }

  private static let accents: [Character: Character] = Dictionary(
    uniqueKeysWithValues: zip(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
      "áƀçðéƒĝĥîĵķļḿñôþǫŕšţûṽŵẋýžÁƁÇÐÉƑĜĤÎĴĶĻḾÑÔÞǪŔŠŢÛṼŴẊÝŽ"))
}

extension String {
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
