public import Diary
import Localization
public import Terminal

/// What the levels of a graph stand for, if they are ranges that the legend names.
public enum GraphScale: Hashable, Sendable {
  case counts(Quartiles)
  case temperatures(TemperatureBands)
  case air(GradeScale)
  /// The lower bounds of levels 2, 3 and 4.
  case numbers([Double])
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
    case .number: .numbers(activity.numberBounds(on: span))
    case .contributions, .commits, .notes, .entries, .toDos, .tag: nil
    }
  }
}

extension Activity {
  /// The bounds of four ranges of equal width from the lowest to the highest number.
  fileprivate func numberBounds(on span: ClosedRange<Day>) -> [Double] {
    let known = values.lazy.filter { span.contains($0.key) }.map(\.value)
    let (low, high) = (known.min() ?? 0, known.max() ?? 0)
    return (1...3).map { low + (high - low) * Double($0) / 4 }
  }

  fileprivate func bands(on span: ClosedRange<Day>) -> TemperatureBands {
    TemperatureBands(of: values.lazy.filter { span.contains($0.key) }.map(\.value))
  }

  /// The days of a measured value. The level of a day without a value is 0; the number is in
  /// `values`, because a count is a whole number.
  func measuredDays(of span: ClosedRange<Day>) -> [Contribution] {
    let (bands, bounds) = (bands(on: span), numberBounds(on: span))
    return (span.lowerBound.number...span.upperBound.number).map { number in
      let day = Day(number: number)
      let level = values[day].map { value in
        switch measure {
        case .temperature: bands.level(of: value)
        case .number: 1 + bounds.count { value >= $0 }
        default: gradeScale.level(ofPM25: value)
        }
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
    case .numbers(let bounds):
      let labels = bounds.map(context.number)
      let all = Self.steps(labels.prefix(1).map { "<" + $0 } + labels.map { $0 + "+" })
      // Where several bounds are equal, no value has the levels between them.
      let steps = all.enumerated().filter { index, step in
        index + 1 == all.count || all[index + 1].label != step.label
      }
      return HeatmapScale(steps: steps.map(\.element), unit: "")
    case .air(let scale):
      let shown = scale.grades.prefix(4)
      let labels = shown.map { grade in
        let isLast = grade == shown.last && grade != scale.grades.last
        return reader.say(isLast ? .legendOrWorse(grade: grade.words) : grade.words)
      }
      return HeatmapScale(steps: Self.steps(labels), unit: "")
    }
  }

  /// The labels of levels 1, 2 and so on.
  private static func steps(_ labels: [String]) -> [HeatmapScale.Step] {
    labels.enumerated().map { HeatmapScale.Step(level: $0 + 1, label: $1) }
  }
}
