extension TimeOfDay {
  /// The time with which a line begins: `9:05 AM Found it`, `오전 9:05 찾음`, `09:05 見つけた`. It is read
  /// in the same way in every language, because a text keeps the times of the language that it was
  /// written in.
  public init?(atStartOf line: Substring) {
    var words = line.prefix(40).split(whereSeparator: \.isWhitespace)[...]
    var isAfternoon = words.first.flatMap { Self.halves[$0.lowercased()] }
    if isAfternoon != nil { words.removeFirst() }
    guard let parts = words.popFirst()?.split(separator: ":", omittingEmptySubsequences: false),
      parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      let hour = Int(digits: Array(parts[0].utf8)), let minute = Int(digits: Array(parts[1].utf8)),
      hour < 24, minute < 60
    else { return nil }
    isAfternoon = isAfternoon ?? words.first.flatMap { Self.halves[$0.lowercased()] }
    guard let isAfternoon, hour <= 12 else {
      self.init(hour: hour, minute: minute)
      return
    }
    self.init(hour: hour % 12 + (isAfternoon ? 12 : 0), minute: minute)
  }

  /// The names of the halves of a day, and whether it is the second one.
  private static let halves = [
    "am": false, "a.m.": false, "오전": false, "午前": false, "上午": false,
    "pm": true, "p.m.": true, "오후": true, "午後": true, "下午": true,
  ]
}
