import Diary
import Journal
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

/// What several days have in sum.
struct SpanSums: Hashable, Sendable {
  var span: ClosedRange<Day>
  var commits = 0
  var notes = 0
  var entries = 0
  var openToDos = 0
  var doneToDos = 0
  var activeDays = 0

  init(_ span: ClosedRange<Day>, _ days: [Day: DayCounts]) {
    self.span = span
    for (day, counts) in days where span.contains(day) {
      commits += counts.commits
      notes += counts.notes
      entries += counts.hasEntry ? 1 : 0
      openToDos += counts.openToDos
      doneToDos += counts.doneToDos
      if counts != DayCounts() { activeDays += 1 }
    }
  }

  var length: Int { span.upperBound - span.lowerBound + 1 }

  func lines(in context: ViewContext) -> [StyledText] {
    let reader = context.reader
    let rows: [(Message, Int)] = [
      (.dayCommits, commits), (.measureEntries, entries), (.dayNotes, notes),
      (.measureToDos, doneToDos), (.browseOpenToDos, openToDos),
    ]
    let table = Table(
      columns: [Table.Column(alignment: .trailing), .flexible],
      rows: rows.map { [StyledText(reader.write($1), .id), context.styled($0)] })
    return context.wrapped(
      context.styled(
        .graphActiveDays(active: reader.write(activeDays), count: length), .accent))
      + [""] + table.lines(on: context.screen).map { "  " + $0 } + [""]
      + context.wrapped(context.styled(.browseSpanHint, .remark))
  }
}
