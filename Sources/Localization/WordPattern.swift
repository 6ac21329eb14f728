/// A phrase for a day, as catalogs list it: literal text, and fields for numbers and names.
///
/// `{n} days ago` has a field for a number. `사흘 전=3` has none; the number follows the phrase.
struct WordPattern: Hashable, Sendable {
  enum Token: Hashable {
    case literal(String)
    case field(Field)
  }

  enum Field: Hashable {
    /// A number, in digits or as a word.
    case count
    case year, month, day
    /// The last two digits of a year of this century.
    case shortYear
    /// A minute of two digits, as in `17:04`.
    case minute
    /// A minute in digits or as a word, as in `오후 5시 4분`.
    case minuteInWords
    /// An hour after midnight that is counted on from the day before, such as the 25 of `25時`.
    case lateHour
    /// The hour as this field letter of CLDR shows it.
    case hour(Character)
    /// The half of the day (`a`), or the period of the day (`B`).
    case period(Character)
    case weekdayName, monthName
  }

  var tokens: [Token]
  /// The number that a phrase without a field for it means.
  var count: Int?
}

extension WordPattern {
  /// The alternatives between the bars of a message.
  static func alternatives(_ message: String) -> [WordPattern] {
    message.split(separator: "|").map { WordPattern($0) }
  }

  init(_ text: some StringProtocol) {
    var phrase = String(text)
    if let sign = phrase.lastIndex(of: "="), let count = Int(phrase[phrase.index(after: sign)...]) {
      self.count = count
      phrase = String(phrase[..<sign])
    }
    guard phrase.utf8.contains(UInt8(ascii: "{")) else {
      tokens = [Self.literal(phrase)].compactMap(\.self)
      return
    }
    tokens = MessageTemplate(phrase).parts.compactMap { part in
      switch part {
      case .literal(let text): Self.literal(text)
      case .placeholder(let name), .particle(let name, _):
        Self.fields[name].map { .field($0) } ?? .literal("{\(name)}")
      }
    }
  }

  private static let fields: [String: Field] = [
    "n": .count, "count": .count, "y": .year, "yy": .shortYear, "m": .month, "d": .day,
    "H": .hour("H"),
    "h": .hour("h"), "mm": .minute,
    "minute": .minuteInWords, "late": .lateHour, "a": .period("a"), "weekday": .weekdayName,
    "month": .monthName,
  ]

  private static func literal(_ literal: String) -> Token? {
    let text = TypedText(literal).text
    return text.isEmpty ? nil : .literal(text)
  }

  /// Matches the dates that the program formats with this pattern.
  init(_ pattern: DatePattern) {
    tokens = pattern.parts.compactMap { part in
      switch part {
      case .literal(let text): return Self.literal(text)
      case .field("y", _): return .field(.year)
      case .field("M", let count), .field("L", let count):
        return .field(count > 2 ? .monthName : .month)
      case .field("d", _): return .field(.day)
      case .field("E", _), .field("c", _): return .field(.weekdayName)
      case .field("m", _): return .field(.minute)
      case .field("B", _): return .field(.period("B"))
      case .field("a", _), .field("b", _): return .field(.period("a"))
      case .field(let letter, _): return .field(.hour(letter))
      }
    }
  }
}

/// The names that a language has for the values of fields, normalized for comparison.
struct TypedNames: Sendable {
  /// Each with its weekday; Sunday is 0.
  var weekdays: [(name: String, value: Int)]
  /// Each with its month; January is 1.
  var months: [(name: String, value: Int)]
  var numbers: [(name: String, value: Int)]
  /// Weeks, months, years and weekends relative to the current one; the last one is -1.
  var weeks: [(name: String, value: Int)]
  var relativeMonths: [(name: String, value: Int)]
  var years: [(name: String, value: Int)]
  var weekends: [(name: String, value: Int)]
  /// What may follow the number of a day: `rd` in `3rd`.
  var ordinals: [String]
  /// Words that may stand around a day without changing it: `by` and nothing, or nothing and `까지`.
  var surroundings: [(before: String, after: String)]
  /// Words that mean two others: `last night` means `yesterday night`.
  var contractions: [(name: String, meaning: String)]
  var halfDays: [String]
  var dayPeriods: [String]
  /// Other names for parts of the day, each with its hours.
  var periods: [(name: String, hours: Set<Int>)]

  init(_ catalog: Catalog) {
    let names = catalog.names()
    func listed(_ key: MessageKey, from first: Int) -> [(name: String, value: Int)] {
      (catalog.text(key, 0) ?? "").split(separator: ";").enumerated().flatMap { index, names in
        names.split(separator: "|").map { (TypedText($0).text, first + index) }
      }
    }
    func alternatives(_ key: MessageKey) -> [Substring] {
      (catalog.text(key, 0) ?? "").split(separator: "|")
    }
    /// Names with their distance from the present: `last week=-1`.
    func relative(_ key: MessageKey) -> [(name: String, value: Int)] {
      alternatives(key).compactMap { text in
        let pattern = WordPattern(text)
        guard case .literal(let name)? = pattern.tokens.first, let count = pattern.count else {
          return nil
        }
        return (name, count)
      }
    }
    /// Each name, and an abbreviation also without its period.
    func known(_ lists: [String]..., from first: Int) -> [(name: String, value: Int)] {
      lists.flatMap { list in
        list.enumerated().flatMap { index, name -> [(name: String, value: Int)] in
          let text = TypedText(name).text
          let short = text.hasSuffix(".") ? [String(text.dropLast())] : []
          return ([text] + short).map { ($0, first + index) }
        }
      }
    }
    weekdays =
      listed(.dayWordsWeekdayNames, from: 0) + known(names.weekdays, names.shortWeekdays, from: 0)
    months =
      listed(.monthWordsNames, from: 1)
      + known(names.months, names.shortMonths, names.standaloneMonths, from: 1)
    numbers = listed(.dayWordsNumbers, from: 1)
    weeks = relative(.dayWordsWeeks)
    relativeMonths = relative(.dayWordsMonths)
    years = relative(.dayWordsYears)
    weekends = relative(.dayWordsWeekends)
    ordinals = alternatives(.dayWordsOrdinals).map { TypedText($0).text }
    surroundings = alternatives(.dayWordsAround).compactMap { text in
      guard let field = text.firstRange(of: "{day}") else { return nil }
      return (TypedText(text[..<field.lowerBound]).text, TypedText(text[field.upperBound...]).text)
    }
    contractions = alternatives(.dayWordsContractions).compactMap { text in
      let sides = text.split(separator: "=").map { TypedText($0).text }
      return sides.count == 2 ? (sides[0], sides[1]) : nil
    }
    periods = alternatives(.dayWordsPeriods).compactMap(Self.period)
    halfDays = names.halfDays.map { TypedText($0).text }
    dayPeriods = names.dayPeriods.map { TypedText($0).text }
  }

  /// Parses a name with its first and its last hour: `밤=18-4`.
  private static func period(_ text: Substring) -> (name: String, hours: Set<Int>)? {
    let parts = text.split(separator: "=")
    let ends = parts.last?.split(separator: "-").compactMap { Int($0) } ?? []
    guard parts.count == 2, ends.count == 2, ends.allSatisfy((0..<24).contains) else { return nil }
    let count = (ends[1] - ends[0] + 24) % 24
    return (TypedText(parts[0]).text, Set((0...count).map { (ends[0] + $0) % 24 }))
  }
}

extension Character {
  /// Whether it is a decimal digit of any script, but not a numeral such as 十.
  var isDecimalDigit: Bool { unicodeScalars.first?.properties.numericType == .decimal }
}

extension TypedNames {
  /// The names of parts of the day, each with its hours: those that the program prints for a field
  /// letter, and those that can be typed.
  func parts(_ letter: Character = "a") -> [(name: String, hours: Set<Int>)] {
    let printed = (0..<24).map { hour in
      letter == "B" ? dayPeriods[hour] : halfDays[hour < 12 ? 0 : 1]
    }
    return Set(printed).map { name in
      (name: name, hours: Set((0..<24).filter { printed[$0] == name }))
    } + periods
  }
}

extension Substring {
  /// The same as `hasPrefix`, which compares characters and is slow: most names differ from a text in
  /// the first byte already. Different bytes begin different characters where one of them is ASCII.
  fileprivate func begins(with name: String) -> Bool {
    guard let first = utf8.first, let expected = name.utf8.first else { return name.isEmpty }
    return (first == expected || (first >= 0x80 && expected >= 0x80)) && hasPrefix(name)
  }
}

// MARK: Matching

extension WordPattern {
  /// The values of the fields.
  struct Parts {
    var count: Int?
    var weekday: Int?
    var year: Int?
    var month = 0
    var day = 0
    var hour: (letter: Character, number: Int)?
    /// Whether the hour is one of the day after.
    var isLate = false
    var minute = 0
    /// The hours that belong to the half or the period of the day.
    var period: Set<Int>?
  }

  /// The values of the fields, if the pattern matches all of `text`.
  func match(_ text: some StringProtocol, names: TypedNames) -> Parts? {
    var parts = Parts()
    parts.count = count
    return Self.match(tokens[...], Substring(text), parts, names)
  }

  private static func match(
    _ tokens: ArraySlice<Token>, _ text: Substring, _ parts: Parts, _ names: TypedNames
  ) -> Parts? {
    guard let token = tokens.first else { return text.isEmpty ? parts : nil }
    let rest = tokens.dropFirst()
    guard case .field(let field) = token else {
      guard case .literal(let literal) = token, text.begins(with: literal) else { return nil }
      return match(rest, text.dropFirst(literal.count), parts, names)
    }
    // Every reading is tried, because a short name may be the prefix of a long one.
    for (length, store) in readings(of: field, in: text, names) where length > 0 {
      var extended = parts
      store(&extended)
      if let found = match(rest, text.dropFirst(length), extended, names) { return found }
    }
    return nil
  }

  /// A possible value of a field: how many characters it takes, and how it is stored.
  private typealias Reading = (length: Int, store: (inout Parts) -> Void)

  private static func readings(
    of field: Field, in text: Substring, _ names: TypedNames
  ) -> [Reading] {
    func named(
      _ list: [(name: String, value: Int)], _ store: @escaping (inout Parts, Int) -> Void
    ) -> [Reading] {
      list.filter { text.begins(with: $0.name) }.map { name, value in
        (name.count, { store(&$0, value) })
      }
    }
    func digits(_ counts: [Int], _ store: @escaping (inout Parts, Int) -> Void) -> [Reading] {
      let run = text.prefix(while: \.isDecimalDigit)
      return counts.filter { $0 <= run.count }.map { count in
        let number = run.prefix(count).reduce(0) { $0 * 10 + ($1.wholeNumberValue ?? 0) }
        return (count, { store(&$0, number) })
      }
    }
    /// In digits or as a word.
    func numbers(
      _ counts: [Int] = [2, 1], _ store: @escaping (inout Parts, Int) -> Void
    ) -> [Reading] {
      digits(counts, store) + named(names.numbers, store)
    }
    switch field {
    // The number after the phrase is added: `令和{n}年=2018`.
    case .count: return numbers([6, 5, 4, 3, 2, 1]) { $0.count = ($0.count ?? 0) + $1 }
    // A year has four digits: `Nov 21` does not mean the year 21.
    case .year: return digits([4]) { $0.year = $1 }
    case .shortYear: return digits([2]) { $0.year = 2000 + $1 }
    case .month: return numbers { $0.month = $1 }
    case .day:
      let days = numbers { $0.day = $1 }
      let ordinals = days.flatMap { length, store in
        names.ordinals.filter(text.dropFirst(length).begins).map { (length + $0.count, store) }
      }
      return ordinals + days
    case .minute: return digits([2]) { $0.minute = $1 }
    case .minuteInWords: return numbers { $0.minute = $1 }
    case .hour(let letter): return numbers { $0.hour = (letter, $1) }
    case .lateHour:
      return digits([2]) {
        $0.hour = ("H", $1 - 24)
        $0.isLate = true
      }
    case .weekdayName: return named(names.weekdays) { $0.weekday = $1 }
    case .monthName: return named(names.months) { $0.month = $1 }
    case .period(let letter):
      return names.parts(letter).filter { text.begins(with: $0.name) }.map { name, hours in
        (name.count, { $0.period = hours })
      }
    }
  }
}
