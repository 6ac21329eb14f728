public import Diary
public import JSON
public import Journal
import Localization
public import Terminal

extension ViewContext {
  /// Months with marks on their days.
  ///
  /// - Parameter months: the first day of each month.
  public func calendar(of months: [Day], marking days: [Day: DayCounts]) -> [StyledText] {
    MonthCalendar(
      months: months.map { MonthCalendar.Month(of: $0, title: reader.yearAndMonth($0)) },
      marks: days.mapValues(\.marks), today: today, firstWeekday: firstWeekday,
      words: CalendarWords(
        weekdays: reader.shortWeekdays, entry: reader.say(.calendarEntry),
        notes: reader.say(.labelNotes), openToDos: reader.say(.calendarToDos),
        commits: reader.say(.calendarCommits), today: reader.say(.calendarToday))
    ).lines(on: screen)
  }
}

extension DayCounts {
  fileprivate var marks: MonthCalendar.Marks {
    var marks: MonthCalendar.Marks = []
    if hasEntry { marks.insert(.entry) }
    if notes > 0 { marks.insert(.notes) }
    if openToDos > 0 { marks.insert(.openToDos) }
    if commits > 0 { marks.insert(.commits) }
    return marks
  }

  fileprivate func json(on day: Day) -> JSONValue {
    [
      "date": .string(day.description),
      "entry": .bool(hasEntry),
      "notes": .integer(notes),
      "todos": ["open": .integer(openToDos), "done": .integer(doneToDos)],
      "commits": .integer(commits),
    ]
  }
}

extension [Day: DayCounts] {
  /// The JSON of `calendar`: a single month is an object, several are a list.
  public func json(of months: [ClosedRange<Day>]) -> JSONValue {
    let list = months.map { month -> JSONValue in
      let days = (month.lowerBound.number...month.upperBound.number).map { number in
        let day = Day(number: number)
        return (self[day] ?? DayCounts()).json(on: day)
      }
      return [
        "month": .string(String(month.lowerBound.description.prefix(7))), "days": .array(days),
      ]
    }
    return list.count == 1 ? list[0] : ["months": .array(list)]
  }
}
