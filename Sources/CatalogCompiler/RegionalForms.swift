import Foundation

/// What CLDR says of a language, asked of ICU when the program is built, so that it needs neither
/// ICU nor an installed locale when it runs.
struct LanguageNames {
  var months: [String]
  var shortMonths: [String]
  var standaloneMonths: [String]
  var weekdays: [String]
  var shortWeekdays: [String]
  var narrowWeekdays: [String]
  var halfDays: [String]
  /// What stands between two items, between the earlier ones of many, and before the last of many.
  var listSeparators: [String]
  /// The territory that the language means where none is named: `ko` is `KR`.
  var territory: String

  init(language: String) {
    let locale = Locale(identifier: language)
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    months = calendar.monthSymbols
    shortMonths = calendar.shortMonthSymbols
    standaloneMonths = calendar.standaloneMonthSymbols
    weekdays = calendar.weekdaySymbols
    shortWeekdays = calendar.shortWeekdaySymbols
    narrowWeekdays = calendar.veryShortWeekdaySymbols
    halfDays = [calendar.amSymbol, calendar.pmSymbol]
    let style = ListFormatStyle<StringStyle, [String]>.list(type: .and, width: .standard)
      .locale(locale)
    let two = style.format(["1", "2"]).dropFirst().dropLast()
    let four = style.format(["1", "2", "3", "4"])
    let afterFirst = four.range(of: "1")?.upperBound ?? four.startIndex
    let second = four.range(of: "2")?.lowerBound ?? four.startIndex
    let afterThird = four.range(of: "3")?.upperBound ?? four.startIndex
    let last = four.range(of: "4")?.lowerBound ?? four.endIndex
    listSeparators = [
      String(two), String(four[afterFirst..<second]), String(four[afterThird..<last]),
    ]
    let likely = Locale(
      identifier: Locale.Language(identifier: language).maximalIdentifier)
    territory = likely.region?.identifier ?? "001"
  }
}

/// How a territory writes dates, times and numbers in a language.
struct RegionalForms: Equatable {
  /// Date patterns of CLDR, in the order of the fields of `RegionalForms` in the program.
  var patterns: [String]
  var decimalSeparator: String
  var groupSeparator: String

  static let templates = ["yMMMd", "yMMMdE", "MMMd", "MMMdE", "yMMMM", "jmm"]

  init(locale identifier: String) {
    // Some territories reckon years by another calendar; our days are Gregorian.
    let locale = Locale(identifier: identifier + "@calendar=gregorian")
    // Spaces that do not break help typesetters; in a terminal they are neither typed nor found.
    patterns = Self.templates.map {
      (DateFormatter.dateFormat(fromTemplate: $0, options: 0, locale: locale) ?? $0)
        .replacingOccurrences(of: "\u{202F}", with: " ")
        .replacingOccurrences(of: "\u{A0}", with: " ")
    }
    decimalSeparator = locale.decimalSeparator ?? "."
    groupSeparator = locale.groupingSeparator ?? ","
  }

  /// The locales of `language` that do not write as the language by itself does, by territory.
  static func exceptions(in language: String) -> [(territory: String, forms: RegionalForms)] {
    let usual = RegionalForms(locale: language)
    return Locale.availableIdentifiers.sorted().compactMap { identifier in
      let parts = identifier.split(separator: "_")
      guard parts.count == 2, parts[0] == language else { return nil }
      let forms = RegionalForms(locale: identifier)
      return forms == usual ? nil : (String(parts[1]), forms)
    }
  }
}

/// The day on which weeks begin, by territory, where it is not Monday.
func firstWeekdays() -> [(weekday: String, territories: [String])] {
  let names: [Locale.Weekday: String] = [
    .sunday: "sunday", .friday: "friday", .saturday: "saturday", .tuesday: "tuesday",
    .wednesday: "wednesday", .thursday: "thursday",
  ]
  var byDay: [String: [String]] = [:]
  for region in Locale.Region.isoRegions where region.identifier.count == 2 {
    let locale = Locale(identifier: "und_\(region.identifier)")
    if let name = names[locale.firstDayOfWeek] {
      byDay[name, default: []].append(region.identifier)
    }
  }
  return byDay.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
}
