import Diary
import Journal
import Localization
import Terminal
import Views

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
