public import Diary

/// A message that is not translated yet: its key in the catalogs, and the values of its
/// placeholders. The constructors, one for each message, are generated from `Localization/en.po`.
public struct Message: Hashable, Sendable {
  public let key: MessageKey
  /// In the order of `messageParameters`.
  let arguments: [MessageArgument]

  init(_ key: MessageKey) {
    self.key = key
    arguments = []
  }

  init(_ key: MessageKey, _ values: [any MessageValue]) {
    self.key = key
    arguments = values.map(\.argument)
  }

  func argument(_ name: String) -> MessageArgument? {
    if arguments.isEmpty { return nil }
    return zip(messageParameters.all(key), arguments).first { $0.0 == name }?.1
  }
}

/// The value of a placeholder. It is formatted in the reader's language.
public enum MessageArgument: Hashable, Sendable {
  /// A text from the user, a file or another program. It is never translated or transliterated.
  case text(String)
  case number(Int)
  case day(Day)
  indirect case message(Message)
  /// `a, b, and c`
  case list([MessageArgument])
  /// `a, b, c`, for choices and names: like `list`, but without a conjunction before the last item.
  case enumeration([MessageArgument])
  /// The parts with nothing between them.
  case joined([MessageArgument])

  public static func enumeration(_ items: some Sequence<String>) -> MessageArgument {
    .enumeration(items.map { .text($0) })
  }
}

/// A type whose values can be used for placeholders of messages.
public protocol MessageValue {
  var argument: MessageArgument { get }
}

extension MessageArgument: MessageValue {
  public var argument: MessageArgument { self }
}

extension String: MessageValue {
  public var argument: MessageArgument { .text(self) }
}

extension Substring: MessageValue {
  public var argument: MessageArgument { .text(String(self)) }
}

extension Int: MessageValue {
  public var argument: MessageArgument { .number(self) }
}

extension Day: MessageValue {
  public var argument: MessageArgument { .day(self) }
}

extension Message: MessageValue {
  public var argument: MessageArgument { .message(self) }
}

extension Array: MessageValue where Element: MessageValue {
  public var argument: MessageArgument { .list(map(\.argument)) }
}

extension MessageKey {
  /// The name in the catalogs, which is also the code of an error in JSON.
  public var name: String { "\(self)" }
}

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

/// The Korean particles whose form depends on the preceding sound: `회고를`, `기록을`.
enum KoreanParticle {
  private enum Ending { case vowel, consonant, rieul }

  /// The form that follows `text`. Of `을/를`, the first form follows a consonant. If the last sound
  /// of the text is unknown, as for Latin letters, the result has both: `을(를)`.
  static func fitting(_ text: String, of forms: String) -> String {
    let choices = forms.split(separator: "/").map(String.init)
    guard choices.count == 2 else { return forms }
    switch ending(of: text) {
    case .vowel: return choices[1]
    case .consonant: return choices[0]
    // After ㄹ, `으로` becomes `로`, as after a vowel: `서울로`, not `서울으로`.
    case .rieul: return choices[0].hasPrefix("으") ? choices[1] : choices[0]
    case nil: return "\(choices[0])(\(choices[1]))"
    }
  }

  private static func ending(of text: String) -> Ending? {
    guard let letter = text.last(where: { $0.isLetter || $0.isNumber }),
      let scalar = letter.unicodeScalars.last
    else { return nil }
    switch scalar.value {
    case 0xAC00...0xD7A3:
      let final = (scalar.value - 0xAC00) % 28
      return final == 0 ? .vowel : final == 8 ? .rieul : .consonant
    // A decomposed syllable, whose last part is a vowel or a consonant.
    case 0x1161...0x1175: return .vowel
    case 0x11AF: return .rieul
    case 0x11A8...0x11C2: return .consonant
    // The digits 0 to 9, which are read 영 일 이 삼 사 오 육 칠 팔 구.
    case 0x30, 0x33, 0x36: return .consonant
    case 0x31, 0x37, 0x38: return .rieul
    case 0x32, 0x34, 0x35, 0x39: return .vowel
    default: return nil
    }
  }
}

/// Replaces the symbols in the program's own text, for terminals that show only ASCII.
enum ASCII {
  static func spelled(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var spelled = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "→": spelled += "->"
      case "←": spelled += "<-"
      case "↑": spelled += "Up"
      case "↓": spelled += "Down"
      case "…": spelled += "..."
      case "–", "—", "−", "‐": spelled += "-"
      case "“", "”", "„": spelled += "\""
      case "‘", "’": spelled += "'"
      case "·", "•": spelled += "*"
      case "×": spelled += "x"
      case "°": break
      case "✓": spelled += "ok"
      case "✗": spelled += "x"
      case "\u{A0}", "\u{202F}", "\u{2009}": spelled += " "
      case let scalar where scalar.isASCII: spelled.unicodeScalars.append(scalar)
      default: spelled += "?"
      }
    }
    return spelled
  }
}
