import Diary

/// The names of daily notes, in the notation of Moment.js: `YYYY/MM/YYYY-MM-DD`.
struct DayFormat {
  private enum Part {
    case literal(String)
    case number(Field, digits: Int)
    case monthName(isShort: Bool)
    /// `21st`
    case ordinal
    case weekdayName(letters: Int?)
    /// A number that does not decide the day, such as the week.
    case other
  }

  private enum Field { case year, month, day, dayOfYear }

  private var parts: [Part] = []
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
      case "Y": parts.append(.number(.year, digits: run.count == 2 ? 2 : 4))
      case "M" where run.count > 2: parts.append(.monthName(isShort: run.count == 3))
      case "M": parts.append(.number(.month, digits: run.count))
      case "D" where isOrdinal: parts.append(.ordinal)
      case "D" where run.count > 2:
        parts.append(.number(.dayOfYear, digits: run.count == 4 ? 3 : 1))
      case "D": parts.append(.number(.day, digits: run.count))
      case "d" where run.count > 1:
        parts.append(.weekdayName(letters: run.count == 4 ? nil : run.count))
      case _ where "dEeGgWwQHhmsSX".contains(letter): parts.append(.other)
      default: parts.append(.literal(String(run)))
      }
    }
  }

  /// A format of Logseq, which is in the notation of Java: `yyyy_MM_dd`.
  static func moment(logseq format: String) -> String {
    var isLiteral = false
    var moment = ""
    for letter in format.prefix(lengthLimit) {
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
    return moment
  }

  /// The day of a name. A number in brackets may follow it: `2026-11-21 (2)`.
  func day(of name: some StringProtocol) -> Day? {
    var rest = Substring(name)
    var values: [Field: Int] = [:]
    /// A part may occur twice: in the name of a folder and in that of the file.
    func keep(_ field: Field, _ number: Int?) -> Bool {
      guard let number else { return false }
      return values.updateValue(number, forKey: field).map { $0 == number } ?? true
    }
    for part in parts {
      let isRead: Bool
      switch part {
      case .literal(let text):
        isRead = rest.hasPrefix(text)
        rest = rest.dropFirst(text.count)
      case .number(.year, 2): isRead = keep(.year, rest.takeNumber(2).map { 2000 + $0 })
      case .number(.dayOfYear, let digits):
        isRead = keep(.dayOfYear, rest.takeNumber(digits, atMost: 3))
      case .number(let field, let digits): isRead = keep(field, rest.takeNumber(digits))
      case .monthName:
        let name = rest.takeLetters()
        // A name in another language does not decide the month.
        isRead = !name.isEmpty && EnglishNames.month(name).map { keep(.month, $0) } ?? true
      case .ordinal: isRead = keep(.day, rest.takeNumber(1)) && !rest.takeLetters().isEmpty
      case .weekdayName: isRead = !rest.takeLetters().isEmpty
      case .other: isRead = rest.takeNumber(1, atMost: 12) != nil
      }
      if !isRead { return nil }
    }
    guard rest.isEmpty || rest.isNumberOfCopy, let year = values[.year] else { return nil }
    if let number = values[.dayOfYear], values[.month] == nil {
      let day = Day(year: year, month: 1, day: 1).map { $0 + (number - 1) }
      return number > 0 && day?.date.year == year ? day : nil
    }
    guard let month = values[.month], let day = values[.day] else { return nil }
    return Day(year: year, month: month, day: day)
  }

  /// The name of a day; `nil` if the format has a part that is not written here.
  func name(of day: Day) -> String? {
    let date = day.date
    var name = ""
    for part in parts {
      switch part {
      case .literal(let text): name += text
      case .number(.year, let digits):
        name += (digits == 2 ? date.year % 100 : date.year).padded(to: digits)
      case .number(.month, let digits): name += date.month.padded(to: digits)
      case .number(.day, let digits): name += date.day.padded(to: digits)
      case .number(.dayOfYear, let digits):
        guard let first = Day(year: date.year, month: 1, day: 1) else { return nil }
        name += (day - first + 1).padded(to: digits)
      case .monthName(let isShort):
        name += EnglishNames.months[date.month - 1].prefix(isShort ? 3 : .max)
      case .weekdayName(let letters): name += day.weekday.english.prefix(letters ?? .max)
      case .ordinal: name += "\(date.day)\(Self.ending(of: date.day))"
      case .other: return nil
      }
    }
    return self.day(of: name) == day ? name : nil
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
