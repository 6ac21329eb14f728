import Diary

extension Heatmap {
  /// The cells of one line; each is as wide as all others, blank ones too.
  func row(_ row: Int, _ layout: HeatmapLayout) -> StyledText {
    var line = StyledText()
    for week in 0..<layout.weeks.count {
      let upper = contribution(on: layout.weeks.day(inWeek: week, row: row))
      if week > 0, layout.gap > 0 { line.join(String(repeating: " ", count: layout.gap)) }
      if layout.style == .compact {
        let isLast = row + 1 == 7
        let lower = isLast ? nil : contribution(on: layout.weeks.day(inWeek: week, row: row + 1))
        line.joinHalves(upper?.shade, lower?.shade)
      } else if let upper {
        let sign = sign(for: upper, in: layout.style)
        line.join(
          sign + String(repeating: " ", count: layout.cell - sign.count),
          cellStyle(for: upper.shade, in: layout.style))
      } else {
        line.join(String(repeating: " ", count: layout.cell))
      }
    }
    return line
  }

  /// What is written in the cell of a day: nothing or one narrow sign.
  private func sign(for day: Contribution, in style: HeatmapStyle) -> String {
    switch style {
    case .block, .compact: ""
    case .dots: Glyph.dot(day.shade)
    case .digits: Glyph.digit(day)
    case .ascii: Glyph.density(day.shade)
    }
  }

  func cellStyle(for level: Int, in style: HeatmapStyle) -> Style {
    switch style {
    case .block, .compact: Style(shade: .background(level))
    // Nothing is a smaller sign, which would be lost in the palest shade.
    case .dots: level == 0 ? .faint : Style(shade: .foreground(level))
    // Signs in the darkest shades could not be read; on them they can.
    case .digits, .ascii:
      level == 0 ? Style(role: .faint, shade: .background(0)) : Style(shade: .labelled(level))
    }
  }
}

/// The signs of the days. None of them is of ambiguous width, as ■ and ● are, which some terminals
/// in East Asia draw over two columns.
enum Glyph {
  static func dot(_ level: Int) -> String { level == 0 ? "\u{22C5}" : "\u{25FC}" }

  static func density(_ level: Int) -> String { [".", ":", "+", "*", "#"][level] }

  /// The count and never the level: where only that is known, `?`.
  static func digit(_ day: Contribution) -> String {
    switch day.count {
    case nil: day.isActive ? "?" : "."
    case let count? where count <= 0: day.isActive ? "?" : "."
    case let count?: count < 10 ? String(count) : "+"
    }
  }
}

extension StyledText {
  /// Adds text to the last part where that has the same style, so that neighbours of one shade cost
  /// one escape sequence.
  mutating func join(_ text: String, _ style: Style = .plain) {
    if let last = spans.last, last.style == style, last.link == nil {
      spans[spans.count - 1].text += text
    } else {
      append(text, style)
    }
  }

  /// Adds two days above each other.
  fileprivate mutating func joinHalves(_ upper: Int?, _ lower: Int?) {
    switch (upper, lower) {
    case (nil, nil): join(" ")
    case (let upper?, nil): join(HalfBlock.upper, Style(shade: .foreground(upper)))
    case (nil, let lower?): join(HalfBlock.lower, Style(shade: .foreground(lower)))
    case (let upper?, let lower?) where upper == lower: join(" ", Style(shade: .background(upper)))
    case (let upper?, let lower?):
      join(HalfBlock.upper, Style(shade: .halves(upper: upper, lower: lower)))
    }
  }
}
