public import Diary

/// A day as people write it in the name of a file or in a heading: `2024-05-03 Friday`, `20240503`, `3. Mai 2024`,
/// `Nov 27th, 2020`, `2024年5月3日（金）`.
public enum DayName {
  private static let lengthLimit = 80
  private static let years = 1900...2199

  /// Whether the day or the month is the first of two numbers, as in `13-02-2019` and `02/13/2019`.
  public enum Order: Hashable, Sendable { case dayFirst, monthFirst }

  /// The day of a text that says nothing but a day; `nil` if it says more, or if day and month could be exchanged
  /// and no order is given.
  public static func day(of text: some StringProtocol, _ order: Order? = nil) -> Day? {
    guard text.utf8.count <= lengthLimit, var parts = Parts(withoutCopy(Substring(text))) else {
      return nil
    }
    parts.order = order
    return parts.day
  }

  /// The order of numbers in headings of one file, as far as those tell in which only one order makes a day;
  /// `nil` if they tell both orders or none.
  public static func order(in titles: some Sequence<Substring>) -> Order? {
    var found: Set<Order> = []
    for title in titles {
      let numbers = title.split { !($0.isASCII && $0.isNumber) }.prefix(4).map { Int($0) ?? 0 }
      guard let year = numbers.firstIndex(where: years.contains), year >= 2 else { continue }
      let (first, second) = (numbers[year - 2], numbers[year - 1])
      if (13...31).contains(first), (1...12).contains(second) { found.insert(.dayFirst) }
      if (1...12).contains(first), (13...31).contains(second) { found.insert(.monthFirst) }
    }
    return found.count == 1 ? found.first : nil
  }

  /// The day of a heading, and what else it says: `2024-05-03: Rain`, `Day 3: January 6, 2020`, `January 6, 2020 - Rain`.
  public static func dayAndTitle(
    of heading: Substring, _ order: Order? = nil
  ) -> (day: Day, title: String)? {
    if let day = day(of: heading, order) { return (day, "") }
    func isBetween(_ character: Character) -> Bool { " \t:,–—|-".contains(character) }
    func found(_ date: Substring, _ title: Substring) -> (Day, String)? {
      guard date.contains(where: \.isNumber), let day = day(of: date, order) else { return nil }
      let rest = title.drop(while: isBetween)
      return (day, String(rest.reversed().drop(while: isBetween).reversed()))
    }
    // A title after the day, which is the longest beginning that is a day.
    let ends = heading.indices.filter { heading[$0].isWhitespace || ":,".contains(heading[$0]) }
    for end in ends.prefix(8).reversed() {
      if let found = found(heading[..<end], heading[end...]) { return found }
    }
    // A title before it.
    for end in ends.prefix(4) where isBetween(heading[end]) {
      let date = heading[end...].drop(while: isBetween)
      if let found = found(date, heading[..<end]) { return found }
    }
    return nil
  }

  /// The day of a path without its ending: that of the name, or of the name with the folders above it, as in
  /// `2024/05/03`.
  public static func day(ofPath path: some StringProtocol) -> Day? {
    let names = path.split(separator: "/").suffix(3)
    return names.indices.reversed().lazy.compactMap { first in
      day(
        of: first == names.endIndex - 1
          ? hierarchical(names[first]) : names[first...].joined(separator: "/"))
    }.first
  }

  /// Without what stands before a date that dots separate, as in `daily.journal.2024.05.03`.
  private static func hierarchical(_ name: some StringProtocol) -> String {
    let parts = name.split(separator: ".")
    let isDated =
      parts.count > 3 && parts.dropLast(3).allSatisfy { !$0.contains(where: \.isNumber) }
    return isDated ? parts.suffix(3).joined(separator: ".") : String(name)
  }

  /// Without the number of another file of the same day: `2024-05-03 (2)`.
  private static func withoutCopy(_ text: Substring) -> Substring {
    guard text.last == ")", let start = text.lastIndex(of: "("),
      text[start...].utf8.count <= 4, Int(digits: text[start...].utf8.dropFirst().dropLast()) != nil
    else { return text }
    return text[..<start]
  }

  /// The numbers and the month of a text.
  private struct Parts {
    private var numbers: [Substring] = []
    private var month: Int?
    /// Of a word that is the beginning of a month and of a weekday: `mar`.
    private var possibleMonth: Int?
    private var hasDots = false
    var order: Order?

    /// `nil` if there is a word that is not part of a date.
    init?(_ text: Substring) {
      var rest = text
      while let first = rest.first {
        if first.isASCII, first.isNumber {
          let number = rest.prefix { $0.isASCII && $0.isNumber }
          rest = rest[number.endIndex...]
          numbers.append(number)
          takeUnit(&rest)
        } else if first.isLetter {
          let word = rest.prefix(while: \.isLetter)
          rest = rest[word.endIndex...]
          guard take(word) else { return nil }
        } else {
          guard " \t-_./,()（）<>[]".contains(first) else { return nil }
          if first == "." { hasDots = true }
          rest.removeFirst()
        }
        if numbers.count > 4 { return nil }
      }
    }

    /// Takes the ending of an ordinal, or the sign after a number of East Asia.
    private func takeUnit(_ rest: inout Substring) {
      let word = rest.prefix(while: \.isLetter)
      if ["st", "nd", "rd", "th", "er", "º", "ª"].contains(word.lowercased()) {
        rest = rest[word.endIndex...]
      } else if let sign = word.first, "年月日号년월일".contains(sign) {
        rest.removeFirst()
      }
    }

    private mutating func take(_ word: Substring) -> Bool {
      let number = CalendarWords.month(word)
      if CalendarWords.areWeekday(word) {
        possibleMonth = number
        return true
      }
      if CalendarWords.between.contains(word.lowercased()) { return true }
      guard let number, month == nil || month == number else { return false }
      month = number
      return true
    }

    var day: Day? {
      mutating get {
        if numbers.count == 1, numbers[0].utf8.count == 8 {
          return Day(digits: numbers[0]).flatMap(Self.known)
        }
        if numbers.count == 2 { month = month ?? possibleMonth }
        // The folder of a month may have its number and its name.
        if let month, numbers.count == 3 {
          guard let same = numbers.firstIndex(where: { Int(digits: $0.utf8) == month }) else {
            return nil
          }
          numbers.remove(at: same)
        }
        let values = numbers.map { Int(digits: $0.utf8) ?? 0 }
        let isYear = numbers.map { $0.utf8.count == 4 }
        guard zip(numbers, isYear).allSatisfy({ $1 || $0.utf8.count <= 2 }) else { return nil }
        switch (month, isYear) {
        case (let month?, [true, false]):
          return Self.known(Day(year: values[0], month: month, day: values[1]))
        case (let month?, [false, true]):
          return Self.known(Day(year: values[1], month: month, day: values[0]))
        case (nil, [true, false, false]):
          return Self.known(Day(year: values[0], month: values[1], day: values[2]))
        case (nil, [false, false, true]):
          // No country writes the month first with dots.
          if hasDots || values[0] > 12 || values[0] == values[1] || order == .dayFirst {
            return Self.known(Day(year: values[2], month: values[1], day: values[0]))
          }
          return values[1] > 12 || order == .monthFirst
            ? Self.known(Day(year: values[2], month: values[0], day: values[1])) : nil
        default: return nil
        }
      }
    }

    private static func known(_ day: Day?) -> Day? {
      day.flatMap { years.contains($0.date.year) ? $0 : nil }
    }
  }
}

/// The words of dates in the languages in which most diaries are written.
enum CalendarWords {
  /// Each month, in English and Dutch, German, French, Spanish, Italian, Portuguese, and by its place.
  private static let months = [
    "january januari januar jänner janvier enero gennaio janeiro",
    "february februari februar février fevrier febrero febbraio fevereiro",
    "march maart märz maerz mars marzo março",
    "april avril abril aprile",
    "may mei mai mayo maggio maio",
    "june juni juin junio giugno junho",
    "july juli juillet julio luglio julho",
    "august augustus août aout agosto",
    "september septembre septiembre settembre setembro",
    "october oktober octobre octubre ottobre outubro",
    "november novembre noviembre novembro",
    "december dezember décembre decembre diciembre dicembre dezembro",
  ].map { $0.split(separator: " ") }

  private static let weekdays: [Substring] =
    """
    monday tuesday wednesday thursday friday saturday sunday \
    montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag \
    maandag dinsdag woensdag donderdag vrijdag zaterdag zondag \
    lundi mardi mercredi jeudi vendredi samedi dimanche \
    lunes martes miércoles jueves viernes sábado domingo \
    lunedì martedì mercoledì giovedì venerdì sabato domenica \
    segunda terça quarta quinta sexta feira
    """.split(separator: " ")

  /// Words between the parts of a date.
  static let between: Set<String> = ["de", "del", "the", "of", "le", "el"]

  /// The number of a month by its name, or by the first three or more letters of one month's names only.
  static func month(_ word: some StringProtocol) -> Int? {
    let name = word.lowercased()
    guard name.count >= 3 else { return nil }
    let found = months.indices.filter { number in
      months[number].contains { $0.hasPrefix(name) || name == "sept" && number == 8 }
    }
    return months.firstIndex { $0.contains(name[...]) }.map { $0 + 1 }
      ?? (found.count == 1 ? found[0] + 1 : nil)
  }

  static func areWeekday(_ word: some StringProtocol) -> Bool {
    let name = word.lowercased()
    if let first = name.first, "月火水木金土日월화수목금토일".contains(first) {
      return ["", "曜", "曜日", "요일"].contains(name.dropFirst())
    }
    if name.hasPrefix("星期") || name.hasPrefix("周") { return name.count <= 3 }
    return name.count >= 2 && weekdays.contains { $0.hasPrefix(name) }
  }
}
