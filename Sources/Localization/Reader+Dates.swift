public import Diary

extension Reader {
  /// `Nov 21, 2026` · `2026년 11월 21일`
  public func date(_ day: Day) -> String { write(day, as: calendarForms.date) }

  /// `Sat, Nov 21, 2026` · `2026년 11월 21일 (토)`
  public func dateWithWeekday(_ day: Day) -> String {
    write(day, as: calendarForms.dateWithWeekday)
  }

  /// `Nov 21`
  public func monthAndDay(_ day: Day) -> String { write(day, as: calendarForms.monthAndDay) }

  /// `Sat, Nov 21`
  public func monthAndDayWithWeekday(_ day: Day) -> String {
    write(day, as: calendarForms.monthAndDayWithWeekday)
  }

  /// `November 2026`
  public func yearAndMonth(_ day: Day) -> String { write(day, as: calendarForms.yearAndMonth) }

  /// `5:04 PM` · `17:04`
  public func time(_ time: TimeOfDay) -> String {
    write(Day(number: 0), time, as: calendarForms.time)
  }

  /// The time for a text that is kept: as `time` writes it, but `17:04` in the locale C.
  public func timeInText(_ time: TimeOfDay) -> String {
    region == nil && !isUnicode ? time.description : self.time(time)
  }

  /// `Nov 21, 2026 at 5:04 PM` · `2026년 11월 21일 오후 5:04`
  public func dateAndTime(_ moment: Moment) -> String {
    write(moment.day, moment.time, as: calendarForms.dateAndTime)
  }

  /// `Jan` to `Dec`, for narrow layouts.
  public var shortMonths: [String] { calendarNames.shortMonths.map(own) }

  /// `Sun` to `Sat`.
  public var shortWeekdays: [String] { calendarNames.shortWeekdays.map(own) }

  /// The weekday with this name in any of the languages.
  public static func weekday(named typed: String) -> Weekday? {
    let name = TypedText(typed).text
    let names = Catalog.names.lazy.compactMap { Catalog.of($0) }.flatMap {
      TypedNames($0).weekdays
    }
    return names.first { $0.name == name }.flatMap { Weekday(rawValue: $0.value) }
  }

  /// `Saturday`
  public func weekday(_ weekday: Weekday) -> String {
    own(calendarNames.weekdays[weekday.rawValue])
  }

  private func write(
    _ day: Day, _ time: TimeOfDay = TimeOfDay(hour: 0, minute: 0), as pattern: String
  ) -> String {
    own(DatePattern(pattern).formatted(day, time, names: calendarNames))
  }
}

extension Reader {
  /// `12,345`
  public func write(_ number: Int) -> String {
    let digits = String(number.magnitude)
    let sign = number < 0 ? "-" : ""
    let forms = forms
    guard digits.utf8.count >= forms.minimumDigitsToGroup else { return sign + digits }
    let separator = own(forms.groupSeparator)
    var grouped = ""
    for (index, digit) in digits.enumerated() {
      let left = digits.utf8.count - index
      let isBoundary =
        left == forms.lastGroup
        || left > forms.lastGroup && (left - forms.lastGroup) % forms.otherGroups == 0
      if index > 0 && isBoundary { grouped += separator }
      grouped.append(digit)
    }
    return sign + grouped
  }

  /// A number of tenths, with one digit after the decimal separator: `7.4`
  public func write(tenths: Int) -> String {
    let whole = write(abs(tenths) / 10)
    return (tenths < 0 ? "-" : "") + whole + own(forms.decimalSeparator) + String(abs(tenths) % 10)
  }

  /// `4.2 MB`, in powers of 1000, as in file managers.
  public func write(bytes: Int) -> String {
    let sizes = names.sizes
    guard bytes >= 1000 else { return write(write(bytes), as: sizes[0]) }
    var size = bytes
    var unit = 1
    while size >= 1_000_000 && unit < sizes.count - 1 {
      size /= 1000
      unit += 1
    }
    return write(write(tenths: size / 100), as: sizes[unit])
  }

  private func write(_ number: String, as size: String) -> String {
    MessageTemplate(size).parts.map { part in
      if case .literal(let text) = part { own(text) } else { number }
    }.joined()
  }
}

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
