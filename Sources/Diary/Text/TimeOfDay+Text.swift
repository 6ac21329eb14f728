extension TimeOfDay {
  /// The time with which a line begins: `9:05 AM Found it`, `오전 9:05 찾음`, `09:05 見つけた`. It is read
  /// in the same way in every language, because a text keeps the times of the language that it was
  /// written in.
  public init?(atStartOf line: Substring) {
    guard let (time, _) = Self.atStart(of: line) else { return nil }
    self = time
  }

  /// The time with which a line begins, and the end of its words.
  public static func atStart(of line: Substring) -> (time: TimeOfDay, end: String.Index)? {
    var words = line.prefix(40).split(whereSeparator: \.isWhitespace)[...]
    var isAfternoon = words.first.flatMap { halves[$0.lowercased()] }
    if isAfternoon != nil { words.removeFirst() }
    guard let digits = words.popFirst() else { return nil }
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      let hour = Int(digits: Array(parts[0].utf8)), let minute = Int(digits: Array(parts[1].utf8)),
      hour < 24, minute < 60
    else { return nil }
    var end = digits.endIndex
    if isAfternoon == nil, let next = words.first, let half = halves[next.lowercased()] {
      (isAfternoon, end) = (half, next.endIndex)
    }
    guard let isAfternoon, hour <= 12 else {
      return (TimeOfDay(hour: hour, minute: minute), end)
    }
    return (TimeOfDay(hour: hour % 12 + (isAfternoon ? 12 : 0), minute: minute), end)
  }

  /// The names of the halves of a day, and whether it is the second one.
  private static let halves = [
    "am": false, "a.m.": false, "오전": false, "午前": false, "上午": false,
    "pm": true, "p.m.": true, "오후": true, "午後": true, "下午": true,
  ]
}
