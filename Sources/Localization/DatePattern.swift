import Diary

/// A date pattern of CLDR, such as `y년 M월 d일 (E)`; the letters that our templates call for.
struct DatePattern {
  private let pattern: String

  init(_ pattern: String) { self.pattern = pattern }

  func written(_ day: Day, _ time: TimeOfDay, names: LanguageNames) -> String {
    let date = day.date
    var result = ""
    var rest = pattern[...]
    while let letter = rest.first {
      if letter == "'" {
        result += Self.quoted(&rest)
        continue
      }
      let run = rest.prefix { $0 == letter }.count
      rest = rest.dropFirst(run)
      switch letter {
      case "y": result += run == 2 ? (date.year % 100).padded(to: 2) : String(date.year)
      case "M", "L": result += month(date.month, letter, run, names)
      case "d": result += date.day.padded(to: run)
      case "E", "c": result += weekday(day.weekday, run, names)
      case "H": result += time.hour.padded(to: run)
      case "h": result += ((time.hour + 11) % 12 + 1).padded(to: run)
      case "K": result += (time.hour % 12).padded(to: run)
      case "k": result += ((time.hour + 23) % 24 + 1).padded(to: run)
      case "m": result += time.minute.padded(to: run)
      case "a", "b", "B": result += names.halfDays[time.hour < 12 ? 0 : 1]
      default: result += String(repeating: letter, count: run)
      }
    }
    return result
  }

  private func month(_ month: Int, _ letter: Character, _ run: Int, _ names: LanguageNames)
    -> String
  {
    switch run {
    case 1, 2: month.padded(to: run)
    case 3: names.shortMonths[month - 1]
    default: letter == "L" ? names.standaloneMonths[month - 1] : names.months[month - 1]
    }
  }

  private func weekday(_ weekday: Weekday, _ run: Int, _ names: LanguageNames) -> String {
    switch run {
    case 4: names.weekdays[weekday.rawValue]
    case 5: names.narrowWeekdays[weekday.rawValue]
    default: names.shortWeekdays[weekday.rawValue]
    }
  }

  /// What stands between apostrophes is no pattern; two of them are one that is meant, also there.
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
