public import Diary

extension Heatmap {
  /// The days that are drawn, without the weeks that do not fit.
  public func drawnSpan(on screen: Screen) -> ClosedRange<Day> {
    drawnSpan(of: layout(on: screen).weeks)
  }

  /// The heatmap in the compact style if that shows more weeks on this screen, else in its own.
  public func fitted(to screen: Screen) -> Heatmap {
    var compact = self
    compact.style = .compact
    let isLonger = compact.drawnSpan(on: screen).lowerBound < drawnSpan(on: screen).lowerBound
    return isLonger ? compact : self
  }

  /// The heatmap with month labels above and the legend below. No line is wider than the screen or,
  /// without a known width, 80 columns.
  public func lines(on screen: Screen) -> [StyledText] {
    let layout = layout(on: screen)
    var lines = [months(layout, on: screen)]
    for row in stride(from: 0, to: 7, by: layout.daysInLine) {
      lines.append(weekday(ofRow: row, layout, on: screen) + self.row(row, layout))
    }
    if showsLegend { lines += legend(layout, on: screen) }
    return lines
  }

  private func drawnSpan(of weeks: Weeks) -> ClosedRange<Day> {
    let last = min(weeks.day(inWeek: weeks.count - 1, row: 6), span.upperBound)
    return min(max(weeks.start, span.lowerBound), last)...last
  }

  private func months(_ layout: HeatmapLayout, on screen: Screen) -> StyledText {
    let labels = layout.weeks.monthLabels(
      in: drawnSpan(of: layout.weeks), pitch: layout.pitch, gap: 1,
      end: layout.width - layout.margin, words: words
    ) { StyledText($0).width(on: screen) }
    return labels.reduce(into: StyledText()) { line, label in
      line = line.padded(to: layout.margin + label.week * layout.pitch, on: screen)
      line.append(label.text, .remark)
    }
  }

  private func weekday(
    ofRow row: Int, _ layout: HeatmapLayout, on screen: Screen
  ) -> StyledText {
    guard layout.margin > 0 else { return "" }
    let weekday = Weekday.allCases[(firstWeekday.rawValue + row) % 7]
    let name = isLabeled(weekday) ? words.name(of: weekday) : ""
    return StyledText(name, .remark).padded(to: layout.margin, on: screen)
  }
}

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
    case .digits:
      values[day.day].map(Glyph.digit)
        ?? (scale == nil ? Glyph.digit(day) : Glyph.level(day.shade))
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

  /// The nearest whole number, if it is a digit.
  static func digit(_ value: Double) -> String {
    let rounded = value.rounded()
    return rounded < 0 ? "-" : rounded < 10 ? String(Int(rounded)) : "+"
  }

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

extension Heatmap {
  /// The legend, if it fits on one line.
  public func legendLine(on screen: Screen) -> StyledText? {
    let lines = legend(layout(on: screen), on: screen).dropFirst()
    return lines.count == 1 ? lines.first : nil
  }

  /// A blank line and the legend, right-aligned to the grid; the longest form that fits.
  func legend(_ layout: HeatmapLayout, on screen: Screen) -> [StyledText] {
    let lines =
      scale.map { legend(of: $0, layout, on: screen) }
      ?? Array(
        legends(layout, on: screen).filter { $0.width(on: screen) <= layout.width }.prefix(1))
    guard let only = lines.first else { return [] }
    if lines.count > 1 { return [""] + lines }
    let edge = layout.margin + layout.gridWidth
    return ["", only.padded(to: edge, alignment: .trailing, on: screen)]
  }

  /// The levels with their labels, on as many lines as they need.
  private func legend(
    of scale: HeatmapScale, _ layout: HeatmapLayout, on screen: Screen
  ) -> [StyledText] {
    // Where the digits are values, the levels have colors only.
    let areValues = layout.style == .digits && !values.isEmpty
    if areValues && screen.colors == .none { return [StyledText("+ = 10+", .remark)] }
    return scale.labels.map { step in
      swatch(of: step.level, in: areValues ? .block : layout.style) + " "
        + StyledText(step.label, .remark)
    }.flowing(within: layout.width, on: screen)
  }

  private func swatch(of level: Int, in style: HeatmapStyle, _ space: String = "") -> StyledText {
    let sign =
      switch style {
      case .block, .compact: "  "
      case .dots: Glyph.dot(level)
      case .digits: String(level)
      case .ascii: Glyph.density(level)
      }
    return StyledText(sign + space, cellStyle(for: level, in: style))
  }

  private func legends(_ layout: HeatmapLayout, on screen: Screen) -> [StyledText] {
    let swatches = swatches(in: layout, on: screen)
    let scale =
      [StyledText(words.less, .remark), swatches, StyledText(words.more, .remark)]
      .filter { !$0.isEmpty }.joined(separator: " ")
    guard layout.style == .digits else { return [scale, swatches] }
    let digits = digitsLegend(layout)
    return screen.colors > .none
      ? [digits + "   " + scale, digits + "   " + swatches, digits] : [digits]
  }

  /// One cell for each level.
  private func swatches(in layout: HeatmapLayout, on screen: Screen) -> StyledText {
    // The digits show counts, not levels.
    let style = layout.style == .digits ? .block : layout.style
    let isColored = style == .ascii && screen.colors > .none
    let gap: StyledText = style == .dots || style == .ascii && !isColored ? " " : ""
    return ColorRamp.levels.map { swatch(of: $0, in: style, isColored ? " " : "") }
      .joined(separator: gap)
  }

  private func digitsLegend(_ layout: HeatmapLayout) -> StyledText {
    var signs = [". = 0", "+ = 10+"]
    if let unknown = words.unknown, drawnDays(layout).contains(where: { Glyph.digit($0) == "?" }) {
      signs.append("? = " + unknown)
    }
    return StyledText(signs.joined(separator: "   "), .remark)
  }

  private func drawnDays(_ layout: HeatmapLayout) -> some Sequence<Contribution> {
    (0..<layout.weeks.count * 7).lazy
      .compactMap { contribution(on: layout.weeks.start + $0) }
  }
}
