extension Day {
  /// The same date in earlier years, from the year `first` on, latest first.
  ///
  /// February 29 exists only in leap years. Other years include it on February 28, so that texts
  /// written on it appear every year.
  public func anniversaries(since first: Int) -> [Day] {
    let date = date
    guard first < date.year else { return [] }
    let includesLeapDay = date.month == 2 && date.day == 28 && !Day.isLeap(date.year)
    return (max(first, 1)..<max(date.year, 1)).reversed().flatMap { year in
      [includesLeapDay ? 29 : nil, date.day].compactMap { day in
        day.flatMap { Day(year: year, month: date.month, day: $0) }
      }
    }
  }
}
