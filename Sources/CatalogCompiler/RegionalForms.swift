import Foundation

/// The names of a language in CLDR. They are read from ICU when the program is built, so that it
/// needs neither ICU nor an installed locale when it runs.
struct LanguageNames {
  var months: [String]
  var shortMonths: [String]
  var standaloneMonths: [String]
  var weekdays: [String]
  var shortWeekdays: [String]
  var narrowWeekdays: [String]
  var halfDays: [String]
  /// The name of the period of the day for each of the 24 hours, as in “下午 3 點”.
  var dayPeriods: [String]
  /// The separators in a list: between two items, between the first items of a longer list, and
  /// before its last item.
  var listSeparators: [String]
  /// Patterns for file sizes, from bytes to terabytes: `{0} MB`.
  var sizes: [String]
  /// The likely territory of the language: `KR` for `ko`.
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
    dayPeriods = Self.dayPeriods(in: locale)
    listSeparators = Self.listSeparators(in: locale)
    sizes = Self.sizes(in: locale)
    let likely = Locale(
      identifier: Locale.Language(identifier: language).maximalIdentifier)
    territory = likely.region?.identifier ?? "001"
  }

  private static func dayPeriods(in locale: Locale) -> [String] {
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "B"
    return (0..<24).map {
      // Half past the hour is used, because noon and midnight have their own names.
      formatter.string(from: Date(timeIntervalSince1970: Double($0 * 3600 + 1800)))
    }
  }

  private static func listSeparators(in locale: Locale) -> [String] {
    let style = ListFormatStyle<StringStyle, [String]>.list(type: .and, width: .standard)
      .locale(locale)
    let two = style.format(["1", "2"]).dropFirst().dropLast()
    let four = style.format(["1", "2", "3", "4"])
    let afterFirst = four.range(of: "1")?.upperBound ?? four.startIndex
    let second = four.range(of: "2")?.lowerBound ?? four.startIndex
    let afterThird = four.range(of: "3")?.upperBound ?? four.startIndex
    let last = four.range(of: "4")?.lowerBound ?? four.endIndex
    return [String(two), String(four[afterFirst..<second]), String(four[afterThird..<last])]
  }

  private static func sizes(in locale: Locale) -> [String] {
    let units: [ByteCountFormatStyle.Units] = [.kb, .mb, .gb, .tb]
    var patterns = units.enumerated().map { power, unit in
      let style = ByteCountFormatStyle(
        style: .file, allowedUnits: unit, spellsOutZero: false, includesActualByteCount: false,
        locale: locale)
      let text = style.format(5 * Int64(pow(1000, Double(power + 1))))
      return withPlainSpaces(
        text.replacing(#/[\p{Nd}]/#, with: "{0}").replacing(#/[\u200E\u200F]/#, with: ""))
    }
    // CLDR has no short unit for bytes, so it is derived from that for kilobytes: `B` from `kB`,
    // `o` from `ko`.
    let unit = patterns[1].replacingOccurrences(of: "{0}", with: "")
      .trimmingCharacters(in: .whitespaces)
    let byte = unit.count == 2 && !unit.contains(".") ? String(unit.suffix(1)) : "B"
    patterns.insert(patterns[1].replacingOccurrences(of: unit, with: byte), at: 0)
    return patterns
  }
}

/// Replaces no-break spaces with spaces, because users of a terminal cannot type or search for
/// them.
private func withPlainSpaces(_ text: String) -> String {
  text.replacingOccurrences(of: "\u{202F}", with: " ")
    .replacingOccurrences(of: "\u{A0}", with: " ")
}

/// The formats of dates, times and numbers in a territory and a language.
struct RegionalForms: Equatable {
  // Date patterns of CLDR.
  var date: String
  var dateWithWeekday: String
  var monthAndDay: String
  var monthAndDayWithWeekday: String
  var yearAndMonth: String
  var time: String
  var dateAndTime: String
  var decimalSeparator: String
  var groupSeparator: String
  /// The smallest number of digits that are grouped. Spanish writes `1234`, but `12.345`.
  var minimumDigitsToGroup: Int
  /// The number of digits in the last group, and in each of the others. In India, `12,34,567`.
  var lastGroup: Int
  var otherGroups: Int

  init(locale identifier: String) {
    // Some territories use another calendar, but the days of the diary are Gregorian.
    let locale = Locale(identifier: identifier + "@calendar=gregorian")
    func pattern(_ template: String) -> String {
      withPlainSpaces(
        DateFormatter.dateFormat(fromTemplate: template, options: 0, locale: locale) ?? template)
    }
    date = pattern("yMMMd")
    dateWithWeekday = pattern("yMMMdE")
    monthAndDay = pattern("MMMd")
    monthAndDayWithWeekday = pattern("MMMdE")
    yearAndMonth = pattern("yMMMM")
    // `C` is the hour in the preferred format of the territory, with the period of the day if that is
    // customary.
    time = pattern("Cmm")
    dateAndTime = pattern("yMMMdCmm")
    decimalSeparator = locale.decimalSeparator ?? "."
    groupSeparator = locale.groupingSeparator ?? ","
    let latin = Locale(identifier: identifier + "@numbers=latn")
    func formatted(_ number: Int) -> String { number.formatted(.number.locale(latin)) }
    minimumDigitsToGroup =
      [1234, 12_345].first { formatted($0).contains(where: { !$0.isNumber }) }
      .map { String($0).count } ?? 4
    let groups = formatted(123_456_789).split { !$0.isNumber }.map(\.count)
    lastGroup = groups.count > 2 ? groups[groups.count - 1] : 3
    otherGroups = groups.count > 2 ? groups[groups.count - 2] : 3
  }

  /// The formats of the territories, in the script of `language`, that differ from those of the
  /// language without a territory.
  static func exceptions(in language: String) -> [(territory: String, forms: RegionalForms)] {
    let usual = RegionalForms(locale: language)
    let own = Locale.Language(identifier: language).maximal
    return Locale.availableIdentifiers.sorted().compactMap { identifier in
      let other = Locale.Language(identifier: identifier)
      guard let territory = other.region?.identifier, other.languageCode == own.languageCode,
        other.maximal.script == own.script,
        // Variants, such as POSIX, are skipped.
        identifier.components(separatedBy: "_").dropFirst().allSatisfy({ $0.count <= 4 })
      else { return nil }
      let forms = RegionalForms(locale: identifier)
      return forms == usual ? nil : (territory, forms)
    }
  }
}

extension Locale.Language {
  /// The language with its likely script and territory added.
  var maximal: Locale.Language { Locale.Language(identifier: maximalIdentifier) }
}

/// The likely script of a language in each territory, and its likely territory.
struct LikelyTags {
  /// The likely tags of every language in CLDR.
  static var all: [LikelyTags] {
    let languages = Locale.availableIdentifiers.compactMap {
      Locale.Language(identifier: $0).languageCode?.identifier
    }
    return Set(languages).sorted().map { LikelyTags(language: $0) }
  }

  var language: String
  var script: String
  var territory: String
  /// For each other script of the language, the territories that use it, and the likely one if only
  /// the script is given: `Hant` is used in `TW` and others.
  var exceptions: [(script: String, territory: String, territories: [String])]

  init(language: String) {
    self.language = language
    let usual = Locale.Language(identifier: language).maximal
    script = usual.script?.identifier ?? ""
    territory = usual.region?.identifier ?? ""
    var byScript: [String: [String]] = [:]
    for region in Locale.Region.isoRegions where region.identifier.count == 2 {
      let tag = Locale.Language(identifier: "\(language)_\(region.identifier)").maximal
      guard let other = tag.script?.identifier, other != script else { continue }
      byScript[other, default: []].append(region.identifier)
    }
    exceptions = byScript.sorted { $0.key < $1.key }.map { script, territories in
      let tag = Locale.Language(identifier: "\(language)_\(script)").maximal
      return (script, tag.region?.identifier ?? "", territories.sorted())
    }
  }
}

/// What a typed character is compared as, if not as itself: NFKC forms of what East Asian input
/// methods insert (full-width letters and digits, half-width katakana, circled numbers, months and
/// days in one character), and Latin, Greek and Cyrillic letters without their accents.
func foldedForms() -> [(scalar: Unicode.Scalar, form: String)] {
  let inserted: [ClosedRange<UInt32>] = [0x2460...0x24FF, 0x3200...0x33FF, 0xFF00...0xFFEF]
  let accented: [ClosedRange<UInt32>] = [
    0xAA...0xAA, 0xB0...0xB0, 0xBA...0xBA, 0xC0...0x24F, 0x370...0x45F, 0x1E00...0x1FFF,
  ]
  let forms =
    inserted.joined().compactMap { Unicode.Scalar($0) }.map {
      ($0, String($0).precomposedStringWithCompatibilityMapping)
    } + accented.joined().compactMap { Unicode.Scalar($0) }.map { ($0, withoutAccent($0)) }
  // Equal strings may differ in their scalars.
  return forms.filter { !$1.unicodeScalars.elementsEqual([$0]) }
}

/// `e` for `é`, `ss` for `ß`, and `o` for the `º` of ordinals.
private func withoutAccent(_ scalar: Unicode.Scalar) -> String {
  let spelled: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ı": "i", "°": "o",
  ]
  if let spelled = spelled[scalar] { return spelled }
  // Unicode calls the ø, which has no decomposition, LATIN SMALL LETTER O WITH STROKE.
  let words = (scalar.properties.name ?? "").split(separator: " ")
  if words.count > 4, words[0] == "LATIN", words[3].utf8.count == 1, words[4] == "WITH" {
    return words[1] == "SMALL" ? words[3].lowercased() : String(words[3])
  }
  let parts = String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars
  return String(String.UnicodeScalarView(parts.filter { !(0x300...0x36F).contains($0.value) }))
}

/// The territories in which weeks do not begin on Monday, by the day on which they begin.
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

/// The order of figures in a date, in the main language of each territory, where it is not `dmy`: `mdy`,
/// `ymd`, or `ydm` if the day is first only without a year. A dot at the end says that dots divide them.
func dateOrders() -> [(territory: String, order: String)] {
  let known = Set(Locale.availableIdentifiers)
  return Locale.Region.isoRegions.compactMap { region in
    let territory = region.identifier
    let tag = Locale.Language(identifier: "und_\(territory)").maximal
    let language = tag.languageCode?.identifier ?? ""
    let names = ["", "_" + (tag.script?.identifier ?? "")].map { "\(language)\($0)_\(territory)" }
    guard territory.count == 2, let name = names.first(where: known.contains) else { return nil }
    let locale = Locale(identifier: name + "@calendar=gregorian")
    func pattern(_ template: String) -> String {
      (DateFormatter.dateFormat(fromTemplate: template, options: 0, locale: locale) ?? "")
        .lowercased()
    }
    func order(_ pattern: String) -> String {
      pattern.reduce(into: "") { if "dmy".contains($1), !$0.contains($1) { $0.append($1) } }
    }
    let withYear = order(pattern("yMd"))
    let isYearFirst = withYear.first == "y"
    let whole = isYearFirst ? "y" + order(pattern("Md")) : withYear
    if whole == "dmy" { return nil }
    return (territory, whole + (isYearFirst && pattern("Md").contains(".") ? "." : ""))
  }.sorted { $0.territory < $1.territory }
}
