import Diary

/// The meaning of the levels of a heatmap, for its legend. Without a scale, they stand for less and
/// more.
public struct HeatmapScale: Hashable, Sendable {
  public struct Step: Hashable, Sendable {
    public var level: Int
    /// The lowest number of the level or its name.
    public var label: String

    public init(level: Int, label: String) {
      self.level = level
      self.label = label
    }
  }

  /// The levels above 0, in order. Levels without days may be missing.
  public var steps: [Step]
  /// The unit of the labels, after the last one; empty if they have none.
  public var unit: String

  public init(steps: [Step], unit: String) {
    self.steps = steps
    self.unit = unit
  }

  /// The labels, the last one with the unit.
  var labels: [Step] {
    steps.enumerated().map { index, step in
      let isLast = index == steps.count - 1
      return isLast && !unit.isEmpty
        ? Step(level: step.level, label: "\(step.label) \(unit)") : step
    }
  }
}

extension Heatmap {
  /// A blank line and the levels with their labels, on as many lines as they need.
  func legend(
    of scale: HeatmapScale, _ layout: HeatmapLayout, on screen: Screen
  ) -> [StyledText] {
    var lines: [StyledText] = []
    for step in scale.labels {
      let item =
        (swatch(of: step.level, in: layout, on: screen) + " " + StyledText(step.label, .remark))
        .truncated(to: layout.width, on: screen)
      if let line = lines.last,
        line.width(on: screen) + Self.legendGap.count + item.width(on: screen) <= layout.width
      {
        lines[lines.count - 1] = line + StyledText(Self.legendGap) + item
      } else {
        lines.append(item)
      }
    }
    guard let only = lines.first else { return [] }
    if lines.count > 1 { return [""] + lines }
    let edge = layout.margin + layout.gridWidth
    return ["", only.padded(to: edge, alignment: .trailing, on: screen)]
  }

  private static let legendGap = "   "

  private func swatch(
    of level: Int, in layout: HeatmapLayout, on screen: Screen
  ) -> StyledText {
    switch layout.style {
    case .block, .compact: StyledText("  ", Style(shade: .background(level)))
    case .dots: StyledText(Glyph.dot(level), cellStyle(for: level, in: .dots))
    case .digits: StyledText("\(level)", cellStyle(for: level, in: .digits))
    case .ascii: StyledText(Glyph.density(level), cellStyle(for: level, in: .ascii))
    }
  }
}
