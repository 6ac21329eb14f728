/// One language: its messages, and its names and formats from CLDR. The tables are generated when
/// the program is built, and read only when they are needed.
public struct Catalog: Sendable {
  /// The name of its file without the extension: `ko`, `zh_Hant`, `pt_BR`.
  public let name: String
  /// The text of a message in one of its plural forms; `nil` if it is not translated.
  let text: @Sendable (MessageKey, Int) -> String?
  let pluralForm: @Sendable (Int) -> Int
  let names: @Sendable () -> LanguageNames
  let forms: @Sendable (_ territory: String) -> RegionalForms
}

/// The words of a calendar in one language.
public struct LanguageNames: Sendable {
  public var months: [String]
  public var shortMonths: [String]
  public var standaloneMonths: [String]
  /// Starting with Sunday, like the two lists below.
  public var weekdays: [String]
  public var shortWeekdays: [String]
  public var narrowWeekdays: [String]
  public var halfDays: [String]
  /// The name of the period of the day for each of the 24 hours.
  var dayPeriods: [String]
  var listSeparators: [String]
  /// From bytes to terabytes: `{0} MB`.
  var sizes: [String]
  var territory: String
}

/// The formats of dates, times and numbers in a territory. Those of dates and times are CLDR
/// patterns.
struct RegionalForms: Sendable {
  var date: String
  var dateWithWeekday: String
  var monthAndDay: String
  var monthAndDayWithWeekday: String
  var yearAndMonth: String
  var time: String
  var dateAndTime: String
  var decimalSeparator: String
  var groupSeparator: String
  /// The smallest number of digits that are grouped.
  var minimumDigitsToGroup: Int
  /// The number of digits in the last group, and in each of the others.
  var lastGroup: Int
  var otherGroups: Int
}

extension Catalog {
  /// `ko`, or `zh` and `Hant`.
  public var tag: LanguageTag { LanguageTag(name) ?? LanguageTag(language: name) }

  /// Whether the language is written in Latin letters.
  var isLatin: Bool { names().weekdays[0].unicodeScalars.allSatisfy { $0.value < 0x250 } }

  /// The catalogs for a reader of this language, the most specific first.
  public static func serving(_ tag: LanguageTag) -> [Catalog] {
    tag.catalogNames.compactMap { of($0) }
  }
}

/// A list of texts for each message, as one string with an index of its own.
struct TextTable: Sendable {
  /// Six digits for each message: where its texts begin in `texts`. The last six have the end.
  let index: StaticString
  /// The texts of a message are separated by zero bytes.
  let texts: StaticString

  /// The texts of a message; empty if there are none.
  func all(_ key: MessageKey) -> [String] {
    let (start, end) = (place(Int(key.rawValue)), place(Int(key.rawValue) + 1))
    if start == end { return [] }
    return texts.withUTF8Buffer { bytes in
      bytes[start..<end].split(separator: 0, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// The text of a message in one of its plural forms, or in the last one.
  func text(_ key: MessageKey, _ form: Int) -> String? {
    let forms = all(key)
    return forms.indices.contains(form) ? forms[form] : forms.last
  }

  private func place(_ number: Int) -> Int {
    index.withUTF8Buffer { digits in
      digits[6 * number..<6 * number + 6].reduce(0) { 10 * $0 + Int($1 & 0x0F) }
    }
  }
}
