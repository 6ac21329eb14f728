import Diary
import Localization
import Terminal
import Views

/// A measure of the days in the year panel, as it was read.
struct MeasuredYear: Sendable {
  var measure: Measure
  /// The version of the journal when the days were read.
  var version: Int
  var graph: Graph
}

extension BrowseState {
  /// The measure, the days and the version to read; `nil` if they are known.
  var missingMeasure: (measure: Measure, span: ClosedRange<Day>)? {
    guard let measure else { return nil }
    let span = yearSpan
    if let measured, measured.measure == measure, measured.version == version,
      measured.graph.span.lowerBound == span.lowerBound
    {
      return nil
    }
    return (measure, span)
  }

  /// The graph of the chosen measure, once it is known.
  var measuredGraph: Graph? {
    guard let measured, measured.measure == measure else { return nil }
    return measured.graph
  }

  /// What the selected day has of the chosen measure, and the sum of the year with its unit.
  var measureTitle: (day: String, year: Message)? {
    guard let graph = measuredGraph else { return nil }
    let day = graph.days.first { $0.day == self.day }
    return (day.flatMap { graph.amount(on: $0, in: context) } ?? "", graph.title(in: context))
  }
}
