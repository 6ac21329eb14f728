/// The text of a message in a catalog, split into literal text and placeholders.
struct MessageTemplate {
  enum Part: Hashable {
    case literal(String)
    /// `{name}`
    case placeholder(String)
    /// `{name:을/를}`, a Korean particle whose form depends on the value of the placeholder `name`.
    case particle(name: String, forms: String)
  }

  private(set) var parts: [Part] = []

  init(_ text: String) {
    var rest = text[...]
    var literal = ""
    while let brace = rest.firstIndex(of: "{") {
      literal += rest[..<brace]
      rest = rest[rest.index(after: brace)...]
      if rest.first == "{" {
        literal += "{"
        rest.removeFirst()
      } else if let end = rest.firstIndex(of: "}") {
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = ""
        parts.append(Self.placeholder(rest[..<end]))
        rest = rest[rest.index(after: end)...]
      } else {
        literal += "{"
      }
    }
    literal += rest
    if !literal.isEmpty { parts.append(.literal(literal)) }
  }

  private static func placeholder(_ text: Substring) -> Part {
    guard let colon = text.firstIndex(of: ":") else { return .placeholder(String(text)) }
    return .particle(
      name: String(text[..<colon]), forms: String(text[text.index(after: colon)...]))
  }
}
