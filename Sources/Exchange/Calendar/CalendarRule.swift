import Diary

extension Recurrence.Rule {
  private static let weekdayNames = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

  /// The rule in the notation of iCalendar: `FREQ=MONTHLY;BYDAY=-1FR`.
  var calendarText: String {
    func name(_ weekday: Weekday) -> String { Self.weekdayNames[weekday.rawValue] }
    if let (count, unit) = interval {
      let frequency = unit == "day" ? "DAILY" : "\(unit.uppercased())LY"
      return "FREQ=\(frequency)" + (count == 1 ? "" : ";INTERVAL=\(count)")
    }
    return switch self {
    case .days, .weeks, .months: ""
    case .weekdays(let weekdays):
      "FREQ=WEEKLY;BYDAY=" + weekdays.fromMonday.map(name).joined(separator: ",")
    case .weekdayOfMonth(let place, let weekday): "FREQ=MONTHLY;BYDAY=\(place)\(name(weekday))"
    }
  }

  /// `nil` if it is none of the rules of a journal.
  ///
  /// - Parameter day: the first day, which may be named again in the rule.
  init?(calendar text: some StringProtocol, from day: Day?) {
    var parts: [String: String] = [:]
    for part in text.uppercased().split(separator: ";") {
      let sides = part.split(separator: "=")
      guard sides.count == 2, parts.updateValue(String(sides[1]), forKey: String(sides[0])) == nil
      else { return nil }
    }
    let frequency = parts.removeValue(forKey: "FREQ")
    let typed = parts.removeValue(forKey: "INTERVAL") ?? "1"
    guard let count = Int(digits: Array(typed.utf8)), (1...1000).contains(count) else { return nil }
    parts["WKST"] = nil
    func isNamed(_ name: String, _ number: (CalendarDate) -> Int) -> Bool {
      guard let typed = parts.removeValue(forKey: name) else { return true }
      return day.map { typed == String(number($0.date)) } ?? false
    }
    switch frequency {
    case "DAILY" where parts.isEmpty: self = .days(count)
    case "WEEKLY" where parts.isEmpty: self = .weeks(count)
    case "DAILY", "WEEKLY":
      let weekdays = Self.weekdays(parts.removeValue(forKey: "BYDAY"))
      guard parts.isEmpty, !weekdays.isEmpty else { return nil }
      if count == 1 {
        self = .weekdays(Set(weekdays))
      } else if frequency == "WEEKLY", weekdays == day.map({ [$0.weekday] }) {
        self = .weeks(count)
      } else {
        return nil
      }
    case "MONTHLY" where parts["BYDAY"] != nil:
      guard count == 1, let typed = parts.removeValue(forKey: "BYDAY"),
        let weekday = Self.weekdays(String(typed.suffix(2))).first
      else { return nil }
      let number = parts.removeValue(forKey: "BYSETPOS") ?? ""
      let places = [String(typed.dropLast(2)), number].filter { !$0.isEmpty }
      guard parts.isEmpty, places.count == 1, let place = Int(places[0]),
        (1...4).contains(place) || place == -1
      else { return nil }
      self = .weekdayOfMonth(place, weekday)
    case "MONTHLY":
      guard isNamed("BYMONTHDAY", \.day), parts.isEmpty else { return nil }
      self = .months(count)
    case "YEARLY":
      guard isNamed("BYMONTH", \.month), isNamed("BYMONTHDAY", \.day), parts.isEmpty
      else { return nil }
      self = .months(12 * count)
    default: return nil
    }
  }

  /// Empty if one of the names is not a weekday.
  private static func weekdays(_ names: String?) -> [Weekday] {
    let weekdays = (names ?? "").split(separator: ",").map { name in
      weekdayNames.firstIndex(of: String(name)).flatMap { Weekday(rawValue: $0) }
    }
    return weekdays.contains(nil) ? [] : weekdays.compactMap(\.self)
  }
}
