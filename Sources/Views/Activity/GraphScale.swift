public import Diary
import Localization
public import Terminal

/// What the levels of a graph stand for, if they are ranges that the legend names.
public enum GraphScale: Hashable, Sendable {
  case counts(Quartiles)
  case temperatures(TemperatureBands)
  case air(GradeScale)
}

extension Graph {
  /// `nil` if the levels only stand for less and more.
  public var scale: GraphScale? {
    switch activity.measure {
    case .words:
      .counts(
        Quartiles(
          of: Dictionary(
            activity.days.compactMap { day in day.count.map { (day.day, $0) } },
            uniquingKeysWith: { $1 }),
          from: span.lowerBound, through: span.upperBound))
    case .temperature:
      .temperatures(activity.bands(on: span))
    case .pm25: .air(activity.gradeScale)
    case .contributions, .commits, .notes, .entries, .toDos, .tag: nil
    }
  }
}

extension Activity {
  fileprivate func bands(on span: ClosedRange<Day>) -> TemperatureBands {
    TemperatureBands(of: values.lazy.filter { span.contains($0.key) }.map(\.value))
  }

  /// The days of a measured value. The level of a day without a value is 0; the number is in
  /// `values`, because a count is a whole number.
  func measuredDays(of span: ClosedRange<Day>) -> [Contribution] {
    let bands = bands(on: span)
    return (span.lowerBound.number...span.upperBound.number).map { number in
      let day = Day(number: number)
      let level = values[day].map {
        measure == .temperature ? bands.level(of: $0) : gradeScale.level(ofPM25: $0)
      }
      return Contribution(day: day, count: nil, level: level ?? 0)
    }
  }
}

extension GraphScale {
  /// The scale for a legend.
  public func heatmapScale(in context: ViewContext) -> HeatmapScale {
    let reader = context.reader
    switch self {
    case .counts(let quartiles):
      return HeatmapScale(
        steps: quartiles.lowest.map {
          HeatmapScale.Step(level: $0.level, label: reader.write($0.count) + "+")
        }, unit: reader.say(.unitWords))
    case .temperatures(let bands):
      let bounds = bands.bounds.map { context.wholeDegrees(Double($0)) }
      let labels = bounds.prefix(1).map { "<" + $0 } + bounds.map { $0 + "+" }
      return HeatmapScale(steps: Self.steps(labels), unit: context.degreesUnit)
    case .air(let scale):
      let shown = scale.grades.prefix(4)
      let labels = shown.map { grade in
        let words = grade.words(on: scale)
        let isLast = grade == shown.last && grade != scale.grades.last
        return reader.say(isLast ? .legendOrWorse(grade: words) : words)
      }
      return HeatmapScale(steps: Self.steps(labels), unit: "")
    }
  }

  /// The labels of levels 1, 2 and so on.
  private static func steps(_ labels: [String]) -> [HeatmapScale.Step] {
    labels.enumerated().map { HeatmapScale.Step(level: $0 + 1, label: $1) }
  }
}
