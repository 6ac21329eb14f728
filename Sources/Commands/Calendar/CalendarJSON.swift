import Diary
import JSON
import Journal

/// Months as other programs read them: one by itself, several in a list.
enum CalendarJSON {
  static func months(_ months: [ClosedRange<Day>], _ days: [Day: DayCounts]) -> JSONValue {
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
