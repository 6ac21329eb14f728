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
