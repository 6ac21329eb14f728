extension Day {
  /// The days with this date in earlier years, from `first` on, the latest first.
  ///
  /// February 29 comes back only in leap years. So that what was written on it is not out of sight
  /// for four years, or for eight, February 28 of a year without a 29th remembers it too.
  public func anniversaries(since first: Int) -> [Day] {
    let date = date
    guard first < date.year else { return [] }
    let standsInForLeapDay = date.month == 2 && date.day == 28 && !Day.isLeap(date.year)
    return (max(first, 1)..<max(date.year, 1)).reversed().flatMap { year in
      [standsInForLeapDay ? 29 : nil, date.day].compactMap { day in
        day.flatMap { Day(year: year, month: date.month, day: $0) }
      }
    }
  }
}
