import Diary

/// The names of daily notes, in the notation of Moment.js: `YYYY/MM/YYYY-MM-DD`.
struct DayFormat {
  private enum Part {
    case literal(String)
    case year(digits: Int)
    case month(digits: Int)
    case monthName(isShort: Bool)
    case day(digits: Int)
    /// `21st`
    case ordinal
    case dayOfYear(digits: Int)
    case weekdayName(letters: Int?)
    /// A number that does not decide the day, such as the week.
    case number
  }

  private var parts: [Part] = []
  static let iso = DayFormat(moment: "YYYY-MM-DD")
  private static let lengthLimit = 200

  init(moment format: String) {
    var rest = format.prefix(Self.lengthLimit)
    while let letter = rest.first {
      if letter == "[", let end = rest.firstIndex(of: "]") {
        parts.append(.literal(String(rest[..<end].dropFirst())))
        rest = rest[end...].dropFirst()
        continue
      }
      let run = rest.prefix { $0 == letter }
      rest = rest[run.endIndex...]
      let isOrdinal = run.count == 1 && rest.first == "o" && "MDdwWQ".contains(letter)
      if isOrdinal { rest.removeFirst() }
      switch letter {
      case "Y": parts.append(.year(digits: run.count == 2 ? 2 : 4))
      case "M" where run.count > 2: parts.append(.monthName(isShort: run.count == 3))
      case "M": parts.append(.month(digits: run.count))
      case "D" where isOrdinal: parts.append(.ordinal)
      case "D" where run.count > 2: parts.append(.dayOfYear(digits: run.count == 4 ? 3 : 1))
      case "D": parts.append(.day(digits: run.count))
      case "d" where run.count > 1:
        parts.append(.weekdayName(letters: run.count == 4 ? nil : run.count))
      case _ where "dEeGgWwQHhmsSX".contains(letter): parts.append(.number)
      default: parts.append(.literal(String(run)))
      }
    }
  }

  /// A format of Logseq, in the notation of Java: `yyyy_MM_dd`.
  init(logseq format: String) {
    var isLiteral = false
    var moment = ""
    for letter in format.prefix(Self.lengthLimit) {
      switch letter {
      case "'":
        moment += isLiteral ? "]" : "["
        isLiteral.toggle()
      case "y" where !isLiteral: moment += "Y"
      case "d" where !isLiteral: moment += "D"
      case "E" where !isLiteral: moment += "d"
      default: moment.append(letter)
      }
    }
    self.init(moment: moment)
  }

  /// The day of a name. A number in brackets may follow it: `2026-11-21 (2)`.
  func day(of name: some StringProtocol) -> Day? {
    var rest = Substring(name)
    var (year, month, day, dayOfYear): (Int?, Int?, Int?, Int?)
    /// A part may occur twice: in the name of a folder and in that of the file.
    func set(_ value: Int?, _ number: Int?) -> Int?? {
      guard let number else { return nil }
      return value == nil || value == number ? .some(number) : nil
    }
    for part in parts {
      switch part {
      case .literal(let text):
        guard rest.hasPrefix(text) else { return nil }
        rest = rest.dropFirst(text.count)
      case .year(let digits):
        let number = rest.takeNumber(digits).map { digits == 2 ? 2000 + $0 : $0 }
        guard let known = set(year, number) else { return nil }
        year = known
      case .month(let digits):
        guard let known = set(month, rest.takeNumber(digits)) else { return nil }
        month = known
      case .monthName:
        let name = rest.takeLetters()
        guard !name.isEmpty else { return nil }
        // A name in another language does not decide the month.
        guard let number = Self.month(name) else { continue }
        guard let known = set(month, number) else { return nil }
        month = known
      case .day(let digits):
        guard let known = set(day, rest.takeNumber(digits)) else { return nil }
        day = known
      case .ordinal:
        guard let known = set(day, rest.takeNumber(1)), !rest.takeLetters().isEmpty else {
          return nil
        }
        day = known
      case .dayOfYear(let digits):
        guard let number = rest.takeNumber(digits == 3 ? 3 : 1, atMost: 3) else { return nil }
        dayOfYear = number
      case .weekdayName: guard !rest.takeLetters().isEmpty else { return nil }
      case .number: guard rest.takeNumber(1, atMost: 12) != nil else { return nil }
      }
    }
    guard rest.isEmpty || rest.isNumberOfCopy, let year else { return nil }
    if let dayOfYear, month == nil {
      guard (1...366).contains(dayOfYear), let first = Day(year: year, month: 1, day: 1),
        (first + (dayOfYear - 1)).date.year == year
      else { return nil }
      return first + (dayOfYear - 1)
    }
    guard let month, let day else { return nil }
    return Day(year: year, month: month, day: day)
  }

  /// The name of a day; `nil` if the format has a part that is not written here.
  func name(of day: Day) -> String? {
    let date = day.date
    var name = ""
    for part in parts {
      switch part {
      case .literal(let text): name += text
      case .year(let digits):
        name += digits == 2 ? (date.year % 100).padded(to: 2) : date.year.padded(to: 4)
      case .month(let digits): name += date.month.padded(to: digits)
      case .monthName(let isShort):
        let month = Self.months[date.month - 1]
        name += isShort ? String(month.prefix(3)) : month
      case .day(let digits): name += date.day.padded(to: digits)
      case .weekdayName(let letters):
        let weekday = "\(day.weekday)"
        name += (weekday.prefix(1).uppercased() + weekday.dropFirst()).prefix(letters ?? .max)
      case .dayOfYear(let digits):
        guard let first = Day(year: date.year, month: 1, day: 1) else { return nil }
        name += (day - first + 1).padded(to: digits)
      case .ordinal:
        name += "\(date.day)\(Self.ending(of: date.day))"
      case .number: return nil
      }
    }
    return self.day(of: name) == day ? name : nil
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  private static func month(_ name: Substring) -> Int? {
    let name = name.lowercased()
    guard name.count >= 3 else { return nil }
    return months.firstIndex { $0.lowercased().hasPrefix(name) }.map { $0 + 1 }
  }

  private static func ending(of number: Int) -> String {
    switch (number % 10, number % 100) {
    case (_, 11...13): "th"
    case (1, _): "st"
    case (2, _): "nd"
    case (3, _): "rd"
    default: "th"
    }
  }
}

extension Substring {
  /// Exactly so many digits, or one or two for a format of one digit.
  fileprivate mutating func takeNumber(_ digits: Int, atMost most: Int? = nil) -> Int? {
    let typed = utf8.prefix(most ?? (digits == 1 ? 2 : digits)).prefix(while: \.isASCIIDigit)
    guard typed.count >= digits else { return nil }
    self = self[typed.endIndex...]
    return Int(digits: typed)
  }

  fileprivate mutating func takeLetters() -> Substring {
    let letters = prefix(while: \.isLetter)
    self = self[letters.endIndex...]
    return letters
  }

  /// ` (2)`, `(1)`, or ` (bb381aa8)`: another file of the same day.
  fileprivate var isNumberOfCopy: Bool {
    let copy = first == " " ? dropFirst() : self
    return copy.first == "(" && copy.last == ")" && copy.utf8.count > 2
      && copy.utf8.dropFirst().dropLast().allSatisfy(\.isASCIILetterOrDigit)
  }
}
