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
