public import Diary
public import JSON
public import Journal
import Localization
public import Terminal

/// Months with marks on their days, in human-readable form.
public struct CalendarView: Sendable {
  /// The first day of each month.
  public let months: [Day]
  public let days: [Day: DayCounts]
  public let context: ViewContext

  public init(months: [Day], days: [Day: DayCounts], context: ViewContext) {
    self.months = months
    self.days = days
    self.context = context
  }

  public func lines() -> [StyledText] {
    let reader = context.reader
    return MonthCalendar(
      months: months.map { MonthCalendar.Month(of: $0, title: reader.yearAndMonth($0)) },
      marks: days.mapValues(Self.marks), today: context.today,
      firstWeekday: context.firstWeekday,
      words: CalendarWords(
        weekdays: reader.shortWeekdays, entry: reader.say(.calendarEntry),
        notes: reader.say(.labelNotes), openToDos: reader.say(.calendarToDos),
        commits: reader.say(.calendarCommits), today: reader.say(.calendarToday))
    ).lines(on: context.screen)
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

/// The JSON of `calendar`: a single month is an object, several are a list.
public enum CalendarJSON {
  public static func months(_ months: [ClosedRange<Day>], _ days: [Day: DayCounts]) -> JSONValue {
    let list = months.map { month($0, days) }
    return list.count == 1 ? list[0] : ["months": .array(list)]
  }

  private static func month(_ month: ClosedRange<Day>, _ days: [Day: DayCounts]) -> JSONValue {
    let list = (month.lowerBound.number...month.upperBound.number).map { number in
      let day = Day(number: number)
      return self.day(day, days[day] ?? DayCounts())
    }
    return [
      "month": .string(String(month.lowerBound.description.prefix(7))), "days": .array(list),
    ]
  }

  private static func day(_ day: Day, _ counts: DayCounts) -> JSONValue {
    [
      "date": .string(day.description),
      "entry": .bool(counts.hasEntry),
      "notes": .integer(counts.notes),
      "todos": ["open": .integer(counts.openToDos), "done": .integer(counts.doneToDos)],
      "commits": .integer(counts.commits),
    ]
  }
}
