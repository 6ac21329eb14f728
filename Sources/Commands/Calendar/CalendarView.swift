import Diary
import Journal
import Localization
import Terminal

/// Months with their days marked, for people.
struct CalendarView {
  /// Their first days.
  let months: [Day]
  let days: [Day: DayCounts]
  let session: Session

  func lines() -> [StyledText] {
    let reader = session.reader
    return MonthCalendar(
      months: months.map { MonthCalendar.Month(of: $0, title: reader.yearAndMonth($0)) },
      marks: days.mapValues(Self.marks), today: session.today,
      firstWeekday: session.firstWeekday,
      words: CalendarWords(
        weekdays: reader.shortWeekdays, entry: reader.say(.calendarEntry),
        notes: reader.say(.calendarNotes), openToDos: reader.say(.calendarToDos),
        commits: reader.say(.calendarCommits), today: reader.say(.calendarToday))
    ).lines(on: session.screen)
  }

  private static func marks(_ counts: DayCounts) -> MonthCalendar.Marks {
    var marks: MonthCalendar.Marks = []
    if counts.hasEntry { marks.insert(.entry) }
    if counts.notes > 0 { marks.insert(.notes) }
    if counts.openToDos > 0 { marks.insert(.openToDos) }
    if counts.commits > 0 { marks.insert(.commits) }
    return marks
  }
}
