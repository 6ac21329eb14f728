/// A text of the catalogs, cut into words and places.
struct MessageTemplate {
  enum Part: Hashable {
    case words(String)
    case place(String)
    /// A Korean particle that fits what stands for `name`: `{name:을/를}`.
    case particle(name: String, forms: String)
  }

  private(set) var parts: [Part] = []

  init(_ text: String) {
    var rest = text[...]
    var words = ""
    while let brace = rest.firstIndex(of: "{") {
      words += rest[..<brace]
      rest = rest[rest.index(after: brace)...]
      if rest.first == "{" {
        words += "{"
        rest.removeFirst()
      } else if let end = rest.firstIndex(of: "}") {
        if !words.isEmpty { parts.append(.words(words)) }
        words = ""
        parts.append(Self.place(rest[..<end]))
        rest = rest[rest.index(after: end)...]
      } else {
        words += "{"
      }
    }
    words += rest
    if !words.isEmpty { parts.append(.words(words)) }
  }

  private static func place(_ text: Substring) -> Part {
    guard let colon = text.firstIndex(of: ":") else { return .place(String(text)) }
    return .particle(
      name: String(text[..<colon]), forms: String(text[text.index(after: colon)...]))
  }
}
