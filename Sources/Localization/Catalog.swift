/// One language: its messages, and what CLDR says of it. The tables behind it are made when the
/// program is built; nothing of them is touched before it is asked for.
public struct Catalog: Sendable {
  /// As its file is called: `ko`, `zh_Hant`, `pt_BR`.
  public let name: String
  /// The text of a message in one of its plural forms; `nil` where it is not translated.
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
  /// Sunday first, as in all of these.
  public var weekdays: [String]
  public var shortWeekdays: [String]
  public var narrowWeekdays: [String]
  public var halfDays: [String]
  /// The part of the day that each hour belongs to.
  var dayPeriods: [String]
  var listSeparators: [String]
  /// From bytes to terabytes: `{0} MB`.
  var sizes: [String]
  var territory: String
}

/// How a territory writes dates, times and numbers; the dates as patterns of CLDR.
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
  /// The digits that a number must have for any of them to be grouped.
  var minimumDigitsToGroup: Int
  /// The digits of the last group, and of all others.
  var lastGroup: Int
  var otherGroups: Int

  init(
    _ date: String, _ dateWithWeekday: String, _ monthAndDay: String,
    _ monthAndDayWithWeekday: String, _ yearAndMonth: String, _ time: String,
    _ dateAndTime: String, _ decimalSeparator: String, _ groupSeparator: String,
    _ minimumDigitsToGroup: Int, _ lastGroup: Int, _ otherGroups: Int
  ) {
    self.date = date
    self.dateWithWeekday = dateWithWeekday
    self.monthAndDay = monthAndDay
    self.monthAndDayWithWeekday = monthAndDayWithWeekday
    self.yearAndMonth = yearAndMonth
    self.time = time
    self.dateAndTime = dateAndTime
    self.decimalSeparator = decimalSeparator
    self.groupSeparator = groupSeparator
    self.minimumDigitsToGroup = minimumDigitsToGroup
    self.lastGroup = lastGroup
    self.otherGroups = otherGroups
  }
}

extension Catalog {
  /// The language, and its script or territory where the catalog is of one: `ko`, `zh-Hant`.
  public var language: String { String(name.map { $0 == "_" ? "-" : $0 }) }

  /// `ko`, or `zh` and `Hant`.
  public var tag: LanguageTag { LanguageTag(name) ?? LanguageTag(language: name) }

  /// The catalogs that serve a reader of this language, the most specific first.
  public static func serving(_ tag: LanguageTag) -> [Catalog] {
    tag.catalogNames.compactMap { of($0) }
  }
}
