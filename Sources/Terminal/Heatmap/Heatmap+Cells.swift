import Diary

extension Heatmap {
  /// The cells of one line. All cells have the same width, including blank ones.
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

  /// The text in the cell of a day: empty or one narrow character.
  private func sign(for day: Contribution, in style: HeatmapStyle) -> String {
    switch style {
    case .block, .compact: ""
    case .dots: Glyph.dot(day.shade)
    case .digits: scale == nil ? Glyph.digit(day) : Glyph.level(day.shade)
    case .ascii: Glyph.density(day.shade)
    }
  }

  func cellStyle(for level: Int, in style: HeatmapStyle) -> Style {
    switch style {
    case .block, .compact: Style(shade: .background(level))
    // Level 0 has a smaller sign, which would not be visible in the lightest shade.
    case .dots: level == 0 ? .remark : Style(shade: .foreground(level))
    // Text in the darkest shades is not legible; text on top of them is.
    case .digits, .ascii:
      level == 0 ? Style(role: .remark, shade: .background(0)) : Style(shade: .labeled(level))
    }
  }
}

/// The signs of the days. None of them has ambiguous width, unlike ■ and ●, which some East Asian
/// terminals draw two columns wide.
enum Glyph {
  static func dot(_ level: Int) -> String { level == 0 ? "\u{22C5}" : "\u{25FC}" }

  static func density(_ level: Int) -> String { [".", ":", "+", "*", "#"][level] }

  static func level(_ level: Int) -> String { level == 0 ? "." : String(level) }

  /// The count, or `?` if only the level is known.
  static func digit(_ day: Contribution) -> String {
    switch day.count {
    case nil: day.isActive ? "?" : "."
    case let count? where count <= 0: day.isActive ? "?" : "."
    case let count?: count < 10 ? String(count) : "+"
    }
  }
}

extension StyledText {
  /// Appends text to the last span if it has the same style, so that adjacent cells of one shade
  /// need one escape sequence.
  mutating func join(_ text: String, _ style: Style = .plain) {
    if let last = spans.last, last.style == style, last.link == nil {
      spans[spans.count - 1].text += text
    } else {
      append(text, style)
    }
  }

  /// Appends a cell with two days, one above the other.
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
