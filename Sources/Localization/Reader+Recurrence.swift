public import Diary

extension Reader {
  /// `every 2 weeks`, `every Monday and Thursday`
  public func recurrence(_ rule: Recurrence.Rule) -> String {
    let message: Message =
      switch rule {
      case .day: .toDoEveryDay
      case .week: .toDoEveryWeek
      case .month: .toDoEveryMonth
      case .year: .toDoEveryYear
      case .weekday: .toDoEveryWeekday
      case .days(let count): .toDoEveryDays(count: count)
      case .weeks(let count): .toDoEveryWeeks(count: count)
      case .months(let count) where count % 12 == 0: .toDoEveryYears(count: count / 12)
      case .months(let count): .toDoEveryMonths(count: count)
      case .weekdays(let weekdays): .toDoEveryOn(weekdays: weekdays.fromMonday.map(weekday))
      case .weekdayOfMonth(let place, let day):
        .toDoEveryPlaced(place: Self.place(place), weekday: weekday(day))
      }
    return say(message)
  }

  private static func place(_ place: Int) -> Message {
    switch place {
    case 1: .toDoPlaceFirst
    case 2: .toDoPlaceSecond
    case 3: .toDoPlaceThird
    case 4: .toDoPlaceFourth
    default: .toDoPlaceLast
    }
  }
}
