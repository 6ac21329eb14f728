import Diary

/// A date pattern of CLDR, such as `y년 M월 d일 (E)`; the letters that our templates ask for.
struct DatePattern {
  /// A run of one letter, which is replaced by a part of the date, or text that is written as it is.
  enum Part: Hashable {
    case field(Character, count: Int)
    case words(String)
  }

  let parts: [Part]

  init(_ pattern: String) {
    var parts: [Part] = []
    var rest = pattern[...]
    while let letter = rest.first {
      if letter == "'" {
        parts.append(.words(Self.quoted(&rest)))
        continue
      }
      let run = rest.prefix { $0 == letter }.count
      rest = rest.dropFirst(run)
      parts.append(
        "yMLdEcHhKkmabB".contains(letter)
          ? .field(letter, count: run) : .words(String(repeating: letter, count: run)))
    }
    self.parts = parts
  }

  /// Text between apostrophes is written as it is; two of them are one that is written.
  private static func quoted(_ rest: inout Substring) -> String {
    rest.removeFirst()
    if rest.first == "'" { return String(rest.removeFirst()) }
    var words = ""
    while let letter = rest.popFirst() {
      if letter == "'" {
        guard rest.first == "'" else { break }
        rest.removeFirst()
      }
      words.append(letter)
    }
    return words
  }
}

// MARK: Writing

extension DatePattern {
  func written(_ day: Day, _ time: TimeOfDay, names: LanguageNames) -> String {
    let date = day.date
    return parts.map { part in
      switch part {
      case .words(let words): words
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

  /// The number by which a letter writes an hour of the day; `nil` where it is no letter of hours.
  static func hour(_ letter: Character, of hour: Int) -> Int? {
    switch letter {
    case "H": hour
    case "h": (hour + 11) % 12 + 1
    case "K": hour % 12
    case "k": (hour + 23) % 24 + 1
    default: nil
    }
  }

  /// The half of the day, or the part of it: `PM`, `下午`, `晚上`.
  static func period(_ letter: Character, of hour: Int, _ names: LanguageNames) -> String {
    letter == "B" ? names.dayPeriods[hour] : names.halfDays[hour < 12 ? 0 : 1]
  }
}
