import Diary

/// Text with styles. It contains the original text; only `render(on:)` makes it safe for a
/// terminal.
public struct StyledText: Hashable, Sendable {
  public var spans: [Span]

  /// A run of text in one style.
  public struct Span: Hashable, Sendable {
    public var text: String
    public var style: Style
    /// The URL of a hyperlink, if the terminal supports them.
    public var link: String?

    public init(_ text: String, _ style: Style = .plain, link: String? = nil) {
      self.text = text
      self.style = style
      self.link = link
    }
  }

  public init(spans: [Span] = []) {
    self.spans = spans
  }

  public init(_ text: String, _ style: Style = .plain, link: String? = nil) {
    spans = text.isEmpty ? [] : [Span(text, style, link: link)]
  }
}

extension StyledText: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    self.init(text)
  }
}

extension StyledText {
  /// The text without styles.
  public var plain: String { spans.lazy.map(\.text).joined() }

  public var isEmpty: Bool { spans.allSatisfy(\.text.isEmpty) }

  public static func + (left: StyledText, right: StyledText) -> StyledText {
    StyledText(spans: left.spans + right.spans)
  }

  public static func += (left: inout StyledText, right: StyledText) {
    left.spans += right.spans
  }

  /// Appends text with a style.
  public mutating func append(_ text: String, _ style: Style = .plain, link: String? = nil) {
    guard !text.isEmpty else { return }
    spans.append(Span(text, style, link: link))
  }

  /// The text with `style` added to each span.
  public func styled(_ style: Style) -> StyledText {
    var copy = self
    for index in copy.spans.indices {
      copy.spans[index].style = copy.spans[index].style.with(style)
    }
    return copy
  }
}

extension Sequence<StyledText> {
  public func joined(separator: StyledText = "") -> StyledText {
    var result = StyledText()
    for (index, element) in enumerated() {
      if index > 0 { result += separator }
      result += element
    }
    return result
  }
}

extension Sequence<StyledText> {
  /// The items of a legend beside each other, on as many lines as they need. An item that is too wide
  /// is cut.
  func flowing(within width: Int, on screen: Screen) -> [StyledText] {
    var lines: [StyledText] = []
    for item in self {
      let longer = lines.last.map { $0 + "   " + item }
      if let longer, longer.width(on: screen) <= width {
        lines[lines.count - 1] = longer
      } else {
        lines.append(item.truncated(to: width, on: screen))
      }
    }
    return lines
  }
}

extension StyledText {
  /// The width of the text as one line on `screen`.
  public func width(on screen: Screen) -> Int {
    shown(on: screen).width(screen.measure)
  }

  /// The text as one line of at most `columns`.
  public func truncated(to columns: Int, on screen: Screen) -> StyledText {
    var line = shown(on: screen)
    guard line.width(screen.measure) > columns else { return line }
    var room = columns - screen.measure.width(of: screen.ellipsis)
    let ellipsis = room >= 0 ? screen.ellipsis : ""
    room = room >= 0 ? room : columns
    for (index, span) in line.spans.enumerated() {
      let width = screen.measure.width(of: span.text)
      guard width > room else {
        room -= width
        continue
      }
      line.spans.removeSubrange((index + 1)...)
      line.spans[index].text = screen.measure.truncated(span.text, to: room) + ellipsis
      break
    }
    return line
  }

  /// The text as one line of at least `columns`.
  public func padded(
    to columns: Int, alignment: Alignment = .leading, on screen: Screen
  ) -> StyledText {
    let line = shown(on: screen)
    let missing = columns - line.width(screen.measure)
    guard missing > 0 else { return line }
    let space = StyledText(String(repeating: " ", count: missing))
    return alignment == .leading ? line + space : space + line
  }

  private func width(_ measure: TextMeasure) -> Int {
    spans.reduce(0) { $0 + measure.width(of: $1.text) }
  }
}

extension Screen {
  /// The lines of a message, wrapped to the width of the screen. If the screen is not a terminal but
  /// a pipe or a file, they are not wrapped.
  public func remark(
    _ text: StyledText, indent: Int = 0, keepingNewlines: Bool = false
  ) -> [StyledText] {
    let shown = text.shown(on: self, keepingNewlines: keepingNewlines)
    guard isTerminal, let width else { return [shown] }
    return shown.wrapped(to: max(width, 1), indent: indent, on: self)
  }

  /// A question and the space before the answer. It is wrapped between words, because the terminal
  /// would also wrap it within a word.
  public func question(_ text: String) -> String {
    remark(StyledText(text)).map(\.plain).joined(separator: "\n") + " "
  }
}

extension StyledText {
  /// The text in lines of at most `columns`. Continued lines are indented by `indent`.
  public func wrapped(to columns: Int, indent: Int = 0, on screen: Screen) -> [StyledText] {
    let spans = shown(on: screen, keepingNewlines: true).spans
    let letters = spans.enumerated().flatMap { index, span in
      screen.measure.expandingTabs(in: Array(span.text)).map { (character: $0, span: index) }
    }
    let indent = screen.measure.usableIndent(indent, in: columns)
    let breaker = LineBreaker(
      letters.map(\.character), whole: Self.remarks(letters, spans, columns - indent, on: screen),
      measure: screen.measure)
    return breaker.lines(columns: columns, indent: indent).map { line in
      var result = StyledText()
      if line.lowerBound > 0, breaker.characters[line.lowerBound - 1] != "\n" {
        result.append(String(repeating: " ", count: indent))
      }
      var start = line.lowerBound
      while start < line.upperBound {
        let span = letters[start].span
        let end = letters[start..<line.upperBound].firstIndex { $0.span != span } ?? line.upperBound
        result.append(
          String(breaker.characters[start..<end]), spans[span].style, link: spans[span].link)
        start = end
      }
      return result
    }
  }
}

extension StyledText {
  /// The days and remarks in a text, such as “due Aug 18” behind a to-do. One that fits into a line goes
  /// to the next one as a whole.
  private static func remarks(
    _ letters: [(character: Character, span: Int)], _ spans: [Span], _ columns: Int,
    on screen: Screen
  ) -> [Range<Int>] {
    guard Set(spans.map(\.style.role)).count > 1 else { return [] }
    var whole: [Range<Int>] = []
    var start = 0
    for (index, span) in spans.enumerated() {
      let end = letters[start...].firstIndex { $0.span != index } ?? letters.count
      let first = letters[start..<end].firstIndex { $0.character != " " } ?? end
      if [.remark, .day, .overdue].contains(span.style.role),
        screen.measure.width(of: span.text) <= columns
      {
        whole.append(first..<end)
      }
      start = end
    }
    return whole
  }

  /// The output for `screen`. Its only control characters are the escape sequences of styles and
  /// links and, with `keepingNewlines`, newlines and tabs, regardless of the text.
  public func render(on screen: Screen, keepingNewlines: Bool = true) -> String {
    var result = ""
    for span in shown(on: screen, keepingNewlines: keepingNewlines).spans where !span.text.isEmpty {
      let parameters = screen.palette.parameters(for: span.style, at: screen.colors)
      let link = screen.hyperlinks ? span.link.flatMap(StyledText.linkTarget) : nil
      if let link { result += "\u{1B}]8;;\(link)\u{1B}\\" }
      result += parameters.isEmpty ? span.text : "\u{1B}[\(parameters)m\(span.text)\u{1B}[m"
      if link != nil { result += "\u{1B}]8;;\u{1B}\\" }
    }
    return result
  }

  /// The text as it is displayed: control characters are made visible and, without colors, changes
  /// are marked by brackets. Applying it twice gives the same result.
  func shown(on screen: Screen, keepingNewlines: Bool = false) -> StyledText {
    var copy = self
    for index in copy.spans.indices {
      let span = copy.spans[index]
      copy.spans[index].text = visible(
        span.text, keepingNewlines: keepingNewlines, ascii: !screen.unicode)
      if screen.colors == .none, let marks = span.style.role.marks {
        copy.spans[index].text = marks.opening + copy.spans[index].text + marks.closing
        copy.spans[index].style.role = .plain
      }
    }
    return copy
  }

  /// The URL with percent-encoded spaces, control characters and bytes outside ASCII.
  private static func linkTarget(_ address: String) -> String? {
    guard !address.isEmpty, address.utf8.count <= 2048 else { return nil }
    return address.utf8.map {
      (0x21..<0x7F).contains($0) ? String(UnicodeScalar($0)) : $0.percentEncoded
    }.joined()
  }
}

extension Style.Role {
  /// The marks of a change on screens without color, as in `git diff --word-diff`.
  fileprivate var marks: (opening: String, closing: String)? {
    switch self {
    case .added: ("{+", "+}")
    case .removed: ("[-", "-]")
    default: nil
    }
  }
}

extension Screen {
  /// What replaces the last `count` lines of the terminal, each of which takes one row.
  public func replacing(_ count: Int, with lines: [StyledText]) -> String {
    // The lines are cleared one by one, because tmux copies a screen into its history if it is
    // cleared from the first line.
    let text = lines.map { "\u{1B}[2K" + $0.render(on: self) + "\n" }.joined()
    return "\u{1B}[\(count)A\r" + text + "\u{1B}[J"
  }
}

extension StyledText {
  /// Text with the colors and the emphasis that a command has printed with it. Other sequences, such as
  /// those of links, are left out.
  public init(printed text: some StringProtocol) {
    self.init(spans: [])
    var style = Style.plain
    var plain = ""
    var rest = String(text).unicodeScalars[...]
    func isFinal(_ scalar: Unicode.Scalar) -> Bool { ("@"..."~").contains(scalar) }
    while let scalar = rest.popFirst() {
      guard scalar == "\u{1B}", let next = rest.first else {
        plain.unicodeScalars.append(scalar)
        continue
      }
      rest.removeFirst()
      if next == "[" {
        let end = rest.firstIndex(where: isFinal) ?? rest.endIndex
        let parameters = String(rest[..<end])
        let isStyle = end < rest.endIndex && rest[end] == "m"
        rest = end < rest.endIndex ? rest[rest.index(after: end)...] : rest[end...]
        guard isStyle, parameters.allSatisfy({ $0.isNumber || $0 == ";" || $0 == ":" }) else {
          continue
        }
        append(plain, style)
        plain = ""
        let isReset = parameters.isEmpty || parameters == "0"
        let old = style.printed.map { $0 + ";" } ?? ""
        style = isReset ? .plain : Style(printed: old + parameters)
      } else if next == "]" {
        let end = rest.firstIndex { $0 == "\u{07}" || $0 == "\\" } ?? rest.endIndex
        rest = end < rest.endIndex ? rest[rest.index(after: end)...] : rest[end...]
      }
    }
    append(plain, style)
  }
}
