import Localization

/// Writes the sections of a manual page.
struct ManualWriter {
  let reader: Reader
  private(set) var blocks: [ManualBlock] = []

  mutating func heading(_ heading: Message) { blocks.append(.section(reader.say(heading))) }

  /// Writes a heading of help in capitals, as man pages have them.
  mutating func capitals(_ heading: Message) {
    blocks.append(.section(reader.say(heading).uppercased()))
  }

  mutating func line(_ spans: [ManualSpan]) { blocks.append(.line(spans)) }

  mutating func text(_ message: Message) { blocks.append(.text(reader.say(message))) }

  mutating func section(_ section: HelpPage.Section) {
    capitals(section.heading)
    for row in section.rows { item(spans(row.term), row.meaning) }
  }

  /// Writes the usage as one line.
  mutating func usage(_ usage: UsageLine) {
    line(Array(usage.words.map(spans).joined(separator: [.plain(" ")])))
  }

  mutating func chapter(_ chapter: ManualFacts.Chapter) {
    heading(chapter.heading)
    if let text = chapter.text { self.text(text) }
    let separator = ManualSpan.plain(reader.enumerationSeparator)
    for item in chapter.items {
      let value: [ManualSpan] =
        item.placeholder.map { [.plain(" "), .italic($0.text(for: reader))] } ?? []
      let terms = Array(item.terms.map { [$0] }.joined(separator: [separator]))
      self.item(terms + value, item.meaning)
    }
  }

  mutating func seeAlso(_ names: [String]) {
    heading(.manualSeeAlso)
    for (index, name) in names.enumerated() {
      line([.bold(name), .plain(index < names.count - 1 ? "(1)," : "(1)")])
    }
  }

  private mutating func item(_ term: [ManualSpan], _ meaning: Message?) {
    blocks.append(.item(term, meaning.map { reader.say($0) } ?? ""))
  }

  private func spans(_ parts: [UsageLine.Part]) -> [ManualSpan] {
    var spans = parts.map { part -> ManualSpan in
      switch part {
      case .word(let word): .bold(word)
      case .value(let placeholder): .italic(placeholder.text(for: reader))
      case .sign(let sign): .plain(sign)
      case .kind(let kind): .italic(reader.say(kind))
      }
    }
    // Options without a short name are indented in help, but not in the manual.
    if case .plain(let sign)? = spans.first {
      spans[0] = .plain(String(sign.drop { $0 == " " }))
    }
    return spans
  }
}

/// Writes a manual page with the macros of man(7), such that groff and mandoc accept it without
/// warnings.
struct Roff {
  private(set) var text = ""
  private var isAfterHeading = false

  /// - Parameter title: the name of the page, which is converted to upper case.
  init(title: String, date: String, source: String) {
    line(".TH \(Self.quoted(title.uppercased())) 1 \(date) \(Self.quoted(source))")
    // No hyphenation and no justification, so that text can be copied.
    line(".nh")
    line(".ad l")
  }

  mutating func add(_ block: ManualBlock) {
    switch block {
    case .section(let heading): line(".SH \(Self.quoted(heading))")
    case .line(let spans): line(Self.line(spans))
    case .text(let words): body(words)
    case .item(let term, ""):
      // A heading begins a paragraph by itself.
      if !isAfterHeading { line(".PP") }
      line(Self.line(term))
    case .item(let term, let meaning):
      line(".TP")
      line(Self.line(term))
      body(meaning)
    }
    if case .section = block { isAfterHeading = true } else { isAfterHeading = false }
  }

  private static func line(_ spans: [ManualSpan]) -> String {
    spans.map { span in
      switch span {
      case .plain(let words): escaped(words)
      case .bold(let words): "\\fB\(escaped(words))\\fR"
      case .italic(let words): "\\fI\(escaped(words))\\fR"
      }
    }.joined()
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
  private mutating func line(_ roff: String) { text += roff + "\n" }
}

extension Roff {
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
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") ? "\\&" + line : line
  }

  /// The length as mandoc counts it: it writes characters outside ASCII as `\[u201C]`.
  private static func length(_ roff: String) -> Int {
    roff.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 8) }
  }

  private static func quoted(_ words: String) -> String { "\"\(escaped(words))\"" }
}
