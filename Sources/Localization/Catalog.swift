/// One language: its messages, and what CLDR says of it. The tables behind it are made when the
/// program is built; nothing of them is touched before it is asked for.
public struct Catalog: Sendable {
  /// `ko`
  public let language: String
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
  var listSeparators: [String]
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
  var decimalSeparator: String
  var groupSeparator: String

  init(
    _ date: String, _ dateWithWeekday: String, _ monthAndDay: String,
    _ monthAndDayWithWeekday: String, _ yearAndMonth: String, _ time: String,
    _ decimalSeparator: String, _ groupSeparator: String
  ) {
    self.date = date
    self.dateWithWeekday = dateWithWeekday
    self.monthAndDay = monthAndDay
    self.monthAndDayWithWeekday = monthAndDayWithWeekday
    self.yearAndMonth = yearAndMonth
    self.time = time
    self.decimalSeparator = decimalSeparator
    self.groupSeparator = groupSeparator
  }
}
