/// The rule of a to-do that recurs. All occurrences are counted from the first one, so that a
/// monthly to-do of the 31st returns to the 31st after a shorter month. All dates are civil days.
public struct Recurrence: Hashable, Sendable {
  public enum Period: String, CaseIterable, Sendable {
    case day
    /// Monday to Friday.
    case weekday
    case week, month
  }

  public var period: Period
  /// The day of the first occurrence.
  public var first: Day
  /// The due date of the first occurrence.
  public var firstDue: Day?

  public init(every period: Period, from first: Day, due firstDue: Day? = nil) {
    self.period = period
    self.first = first
    self.firstDue = firstDue
  }
}

extension Recurrence {
  /// A date of the rule.
  public struct Occurrence: Hashable, Sendable {
    public var day: Day
    public var due: Day?
  }

  /// The first occurrence after `day`; `nil` if it is beyond the year 9999.
  public func next(after day: Day) -> Occurrence? {
    guard day.number < Day.calendar.upperBound.number else { return nil }
    let earliest = Swift.max(day + 1, first)
    let next: Occurrence
    switch period {
    case .day: next = shifted(to: earliest)
    case .weekday:
      var date = earliest
      while date.weekday == .saturday || date.weekday == .sunday { date = date + 1 }
      next = shifted(to: date)
    case .week: next = shifted(to: first + (earliest - first + 6) / 7 * 7)
    case .month:
      let (from, to) = (first.date, earliest.date)
      var months = (to.year - from.year) * 12 + to.month - from.month
      if first.adding(months: months) < earliest { months += 1 }
      next = Occurrence(
        day: first.adding(months: months), due: firstDue?.adding(months: months))
    }
    // At the end of the calendar, adding months stops at the last one.
    guard next.day > day, next.day <= Day.calendar.upperBound,
      next.due ?? next.day <= Day.calendar.upperBound
    else { return nil }
    return next
  }

  private func shifted(to day: Day) -> Occurrence {
    Occurrence(day: day, due: firstDue.map { $0 + (day - first) })
  }
}

extension Recurrence {
  /// The rule as one word, such as `week`, or `month/2026-08-31/2026-09-05` with the dates of the
  /// first occurrence.
  ///
  /// - Parameters:
  ///   - day: the day of the occurrence. The dates are left out if it is the first one.
  ///   - due: the due date of that occurrence.
  public func text(of day: Day?, due: Day?) -> String {
    if first == day && firstDue == due { return period.rawValue }
    return ([period.rawValue, "\(first)"] + (firstDue.map { ["\($0)"] } ?? []))
      .joined(separator: "/")
  }

  /// Parses `text`. Without dates, the rule starts at `day`; `nil` if there is no day either.
  public init?(_ text: some StringProtocol, of day: Day?, due: Day?) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let period = parts.first.flatMap({ Period(rawValue: String($0)) }), parts.count <= 3
    else { return nil }
    let dates = parts.dropFirst().map { Day(iso: $0) }
    guard !dates.contains(nil) else { return nil }
    if let first = dates.first.flatMap(\.self) {
      self.init(every: period, from: first, due: dates.count > 1 ? dates[1] : nil)
    } else if let day {
      self.init(every: period, from: day, due: due)
    } else {
      return nil
    }
  }
}
