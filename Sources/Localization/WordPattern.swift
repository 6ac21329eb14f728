/// A way to say a day, as catalogs list it: words, and places for numbers and names.
///
/// `{n} days ago` has a place for a number; `사흘 전=3` has none, and says itself which number it
/// means.
struct WordPattern: Hashable, Sendable {
  enum Token: Hashable {
    case words(String)
    case place(Place)
  }

  enum Place: Hashable {
    /// A number, in digits or as a word.
    case count
    case year, month, day, minute
    /// The hour as one of CLDR's letters writes it.
    case hour(Character)
    /// The half of the day (`a`), or the part of it (`B`).
    case period(Character)
    case weekdayName, monthName
  }

  var tokens: [Token]
  /// The number that the words mean by themselves.
  var count: Int?
}

extension WordPattern {
  /// The alternatives between the bars of a message.
  static func alternatives(_ message: String) -> [WordPattern] {
    message.split(separator: "|").map { WordPattern($0) }
  }

  init(_ text: some StringProtocol) {
    var words = String(text)
    if let sign = words.lastIndex(of: "="), let count = Int(words[words.index(after: sign)...]) {
      self.count = count
      words = String(words[..<sign])
    }
    tokens = MessageTemplate(words).parts.compactMap { part in
      switch part {
      case .words(let words): Self.words(words)
      case .place(let name), .particle(let name, _):
        Self.places[name].map { .place($0) } ?? .words("{\(name)}")
      }
    }
  }

  private static let places: [String: Place] = [
    "n": .count, "count": .count, "y": .year, "m": .month, "d": .day, "H": .hour("H"),
    "h": .hour("h"),
    "minute": .minute, "a": .period("a"), "weekday": .weekdayName, "month": .monthName,
  ]

  private static func words(_ words: String) -> Token? {
    let text = TypedText(words).text
    return text.isEmpty ? nil : .words(text)
  }

  /// The dates that the program writes by this pattern.
  init(_ pattern: DatePattern) {
    tokens = pattern.parts.compactMap { part in
      switch part {
      case .literal(let text): return Self.words(text)
      case .field("y", _): return .place(.year)
      case .field("M", let count), .field("L", let count):
        return .place(count > 2 ? .monthName : .month)
      case .field("d", _): return .place(.day)
      case .field("E", _), .field("c", _): return .place(.weekdayName)
      case .field("m", _): return .place(.minute)
      case .field("B", _): return .place(.period("B"))
      case .field("a", _), .field("b", _): return .place(.period("a"))
      case .field(let letter, _): return .place(.hour(letter))
      }
    }
  }
}

/// The names that a language has for what stands in the places of patterns, as they are compared.
struct TypedNames: Sendable {
  /// Each with its weekday, Sunday is 0.
  var weekdays: [(name: String, value: Int)]
  /// Each with its month, January is 1.
  var months: [(name: String, value: Int)]
  var numbers: [(name: String, value: Int)]
  /// Years as seen from this one: last year is -1.
  var years: [(name: String, value: Int)]
  var halfDays: [String]
  var dayPeriods: [String]

  init(_ catalog: Catalog) {
    let names = catalog.names()
    func listed(_ key: MessageKey, from first: Int) -> [(name: String, value: Int)] {
      (catalog.text(key, 0) ?? "").split(separator: ";").enumerated().flatMap { index, names in
        names.split(separator: "|").map { (TypedText($0).text, first + index) }
      }
    }
    /// With and without the point of an abbreviation.
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
    years = WordPattern.alternatives(catalog.text(.dayWordsYears, 0) ?? "").compactMap { pattern in
      guard case .words(let words)? = pattern.tokens.first, let count = pattern.count else {
        return nil
      }
      return (words, count)
    }
    halfDays = names.halfDays.map { TypedText($0).text }
    dayPeriods = names.dayPeriods.map { TypedText($0).text }
  }
}

// MARK: Matching

extension WordPattern {
  /// What stood in the places.
  struct Parts {
    var count: Int?
    var weekday: Int?
    var year: Int?
    var month = 0
    var day = 0
    var hour: (letter: Character, number: Int)?
    var minute = 0
    /// The hours that the half or the part of the day has.
    var period: Set<Int>?
  }

  /// What stands in the places, if all of `text` is what the pattern says.
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
    guard case .place(let place) = token else {
      guard case .words(let words) = token, text.hasPrefix(words) else { return nil }
      return match(rest, text.dropFirst(words.count), parts, names)
    }
    // Every reading is tried, since a short name may begin a long one.
    for (length, note) in readings(of: place, in: text, names) where length > 0 {
      var noted = parts
      note(&noted)
      if let found = match(rest, text.dropFirst(length), noted, names) { return found }
    }
    return nil
  }

  private typealias Reading = (length: Int, note: (inout Parts) -> Void)

  private static func readings(
    of place: Place, in text: Substring, _ names: TypedNames
  ) -> [Reading] {
    func named(
      _ list: [(name: String, value: Int)], _ note: @escaping (inout Parts, Int) -> Void
    ) -> [Reading] {
      list.filter { text.hasPrefix($0.name) }.map { name, value in
        (name.count, { note(&$0, value) })
      }
    }
    func digits(_ counts: [Int], _ note: @escaping (inout Parts, Int) -> Void) -> [Reading] {
      // Digits of any script; but not 十, which is none.
      let run = text.prefix { $0.unicodeScalars.first?.properties.numericType == .decimal }
      return counts.filter { $0 <= run.count }.map { count in
        let number = run.prefix(count).reduce(0) { $0 * 10 + ($1.wholeNumberValue ?? 0) }
        return (count, { note(&$0, number) })
      }
    }
    switch place {
    case .count:
      return digits([6, 5, 4, 3, 2, 1]) { $0.count = $1 } + named(names.numbers) { $0.count = $1 }
    // Four digits always: `Nov 21` is not in the year 21.
    case .year: return digits([4]) { $0.year = $1 }
    case .month: return digits([2, 1]) { $0.month = $1 } + named(names.numbers) { $0.month = $1 }
    case .day: return digits([2, 1]) { $0.day = $1 } + named(names.numbers) { $0.day = $1 }
    case .minute: return digits([2]) { $0.minute = $1 }
    case .hour(let letter): return digits([2, 1]) { $0.hour = (letter, $1) }
    case .weekdayName: return named(names.weekdays) { $0.weekday = $1 }
    case .monthName: return named(names.months) { $0.month = $1 }
    case .period(let letter):
      let periods = (0..<24).map { hour in
        letter == "B" ? names.dayPeriods[hour] : names.halfDays[hour < 12 ? 0 : 1]
      }
      return Set(periods).filter { text.hasPrefix($0) }.map { name in
        let hours = Set((0..<24).filter { periods[$0] == name })
        return (name.count, { $0.period = hours })
      }
    }
  }
}
