/// Writes a manual page with the macros of man(7), such that groff and mandoc accept it without
/// warnings.
struct Roff {
  private(set) var text = ""

  /// - Parameter title: the name of the page, which is converted to upper case.
  init(title: String, date: String, source: String) {
    line(".TH \(Self.quoted(title.uppercased())) 1 \(date) \(Self.quoted(source))")
    // No hyphenation and no justification, so that text can be copied.
    line(".nh")
    line(".ad l")
  }

  mutating func add(_ block: ManualBlock) {
    switch block {
    case .section(let heading): section(heading)
    case .line(let spans): line(Self.line(spans))
    case .text(let words): body(words)
    case .item(let term, let meaning): item(Self.line(term), meaning)
    }
  }

  private static func line(_ spans: [ManualSpan]) -> String {
    spans.map { span in
      switch span {
      case .plain(let words): escaped(words)
      case .bold(let words): bold(words)
      case .italic(let words): italic(words)
      }
    }.joined()
  }

  mutating func section(_ heading: String) { line(".SH \(Self.quoted(heading))") }

  /// Adds a term, which is roff already, and its description.
  mutating func item(_ term: String, _ meaning: String) {
    line(".TP")
    line(term)
    body(meaning)
  }

  /// Adds text in lines of limited length; each paragraph is separate.
  mutating func body(_ words: String) {
    for (index, paragraph) in words.split(separator: "\n").enumerated() {
      if index > 0 { line(".PP") }
      var current = ""
      for word in paragraph.split(separator: " ") {
        let word = Self.escaped(word)
        if !current.isEmpty, Self.length(current) + 1 + Self.length(word) > 78 {
          line(Self.guarded(current))
          current = ""
        }
        current += current.isEmpty ? word : " " + word
      }
      if !current.isEmpty { line(Self.guarded(current)) }
    }
  }

  /// Adds a line that is roff already.
  mutating func line(_ roff: String) { text += roff + "\n" }
}

extension Roff {
  static func bold(_ words: some StringProtocol) -> String { "\\fB\(escaped(words))\\fR" }
  static func italic(_ words: some StringProtocol) -> String { "\\fI\(escaped(words))\\fR" }

  /// Escapes the characters that are special in roff. A hyphen becomes a minus sign, as it is
  /// typed.
  static func escaped(_ words: some StringProtocol) -> String {
    var escaped = ""
    for letter in words {
      switch letter {
      case "\\": escaped += "\\(rs"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "\"": escaped += "\\(dq"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "\t": escaped += " "
      default: escaped.append(letter)
      }
    }
    return escaped
  }

  /// Protects a dot at the beginning of a line, which would be a request.
  static func guarded(_ line: String) -> String { line.hasPrefix(".") ? "\\&" + line : line }

  /// The length as mandoc counts it: it writes characters outside ASCII as `\[u201C]`.
  private static func length(_ roff: String) -> Int {
    roff.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 8) }
  }

  private static func quoted(_ words: String) -> String { "\"\(escaped(words))\"" }
}
