import Diary

/// A date pattern in the format of CLDR, such as `y년 M월 d일 (E)`. Only the field letters that our
/// date formats use are supported.
struct DatePattern {
  /// A field of the date, which is a letter repeated `count` times, or literal text.
  enum Part: Hashable {
    case field(Character, count: Int)
    case literal(String)
  }

  let parts: [Part]

  init(_ pattern: String) {
    var parts: [Part] = []
    var rest = pattern[...]
    while let letter = rest.first {
      if letter == "'" {
        parts.append(.literal(Self.quoted(&rest)))
        continue
      }
      let run = rest.prefix { $0 == letter }.count
      rest = rest.dropFirst(run)
      parts.append(
        "yMLdEcHhKkmabB".contains(letter)
          ? .field(letter, count: run) : .literal(String(repeating: letter, count: run)))
    }
    self.parts = parts
  }

  /// Parses literal text between apostrophes. Two apostrophes in a row stand for one.
  private static func quoted(_ rest: inout Substring) -> String {
    rest.removeFirst()
    if rest.first == "'" { return String(rest.removeFirst()) }
    var text = ""
    while let letter = rest.popFirst() {
      if letter == "'" {
        guard rest.first == "'" else { break }
        rest.removeFirst()
      }
      text.append(letter)
    }
    return text
  }
}

// MARK: Formatting

extension DatePattern {
  func formatted(_ day: Day, _ time: TimeOfDay, names: LanguageNames) -> String {
    let date = day.date
    return parts.map { part in
      switch part {
      case .literal(let text): text
      case .field("y", let count):
        count == 2 ? (date.year % 100).padded(to: 2) : String(date.year)
      case .field("M", let count), .field("L", let count):
        Self.month(date.month, part, count, names)
      case .field("d", let count): date.day.padded(to: count)
      case .field("E", let count), .field("c", let count):
        Self.weekday(day.weekday, count, names)
      case .field("m", let count): time.minute.padded(to: count)
      case .field(let letter, let count):
        Self.hour(letter, of: time.hour)?.padded(to: count)
          ?? Self.period(letter, of: time.hour, names)
      }
    }.joined()
  }

  private static func month(_ month: Int, _ part: Part, _ count: Int, _ names: LanguageNames)
    -> String
  {
    switch count {
    case 1, 2: month.padded(to: count)
    case 3: names.shortMonths[month - 1]
    default:
      part == .field("L", count: count)
        ? names.standaloneMonths[month - 1] : names.months[month - 1]
    }
  }

  private static func weekday(_ weekday: Weekday, _ count: Int, _ names: LanguageNames) -> String {
    switch count {
    case 4: names.weekdays[weekday.rawValue]
    case 5: names.narrowWeekdays[weekday.rawValue]
    default: names.shortWeekdays[weekday.rawValue]
    }
  }

  /// The number that a field letter shows for an hour of the day: 0 to 23 for `H`, 1 to 12 for `h`,
  /// 0 to 11 for `K`, 1 to 24 for `k`; `nil` for other letters.
  static func hour(_ letter: Character, of hour: Int) -> Int? {
    switch letter {
    case "H": hour
    case "h": (hour + 11) % 12 + 1
    case "K": hour % 12
    case "k": (hour + 23) % 24 + 1
    default: nil
    }
  }

  /// The name of the half of the day, such as `PM` or `下午`, or for `B` that of the period of the
  /// day, such as `晚上`.
  static func period(_ letter: Character, of hour: Int, _ names: LanguageNames) -> String {
    letter == "B" ? names.dayPeriods[hour] : names.halfDays[hour < 12 ? 0 : 1]
  }
}
