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
      line.spans[index].text =
        screen.measure.truncated(span.text, to: room, ellipsis: "") + ellipsis
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
    let breaker = LineBreaker(letters.map(\.character), measure: screen.measure)
    let indent = screen.measure.usableIndent(indent, in: columns)
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
