import Diary

extension Heatmap {
  /// The legend, if it fits on one line.
  public func legendLine(on screen: Screen) -> StyledText? {
    let lines = legend(layout(on: screen), on: screen).dropFirst()
    return lines.count == 1 ? lines.first : nil
  }

  /// A blank line and the legend, right-aligned to the grid; the longest form that fits.
  func legend(_ layout: HeatmapLayout, on screen: Screen) -> [StyledText] {
    if let scale { return legend(of: scale, layout, on: screen) }
    let forms = legends(layout, on: screen)
    guard let legend = forms.first(where: { $0.width(on: screen) <= layout.width }) else {
      return []
    }
    let edge = layout.margin + layout.gridWidth
    return ["", legend.padded(to: edge, alignment: .trailing, on: screen)]
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
    switch layout.style {
    // The digits show counts, not levels.
    case .block, .compact, .digits:
      ColorRamp.levels.map { StyledText("  ", Style(shade: .background($0))) }.joined()
    case .dots: swatches(Glyph.dot, in: .dots, gap: " ")
    case .ascii:
      screen.colors > .none
        ? swatches({ Glyph.density($0) + " " }, in: .ascii, gap: "")
        : swatches(Glyph.density, in: .ascii, gap: " ")
    }
  }

  private func swatches(
    _ sign: (_ level: Int) -> String, in style: HeatmapStyle, gap: StyledText
  ) -> StyledText {
    ColorRamp.levels.map { StyledText(sign($0), cellStyle(for: $0, in: style)) }.joined(
      separator: gap)
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
