public import Diary

/// A calendar of months. Days are marked with a sign for each kind of item, and today with
/// brackets, so that no information depends on color.
public struct MonthCalendar: Hashable, Sendable {
  /// The kinds of items on a day.
  public struct Marks: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let entry = Marks(rawValue: 1 << 0)
    public static let notes = Marks(rawValue: 1 << 1)
    public static let openToDos = Marks(rawValue: 1 << 2)
    public static let commits = Marks(rawValue: 1 << 3)

    /// All marks in display order.
    static let all: [Marks] = [.entry, .notes, .openToDos, .commits]
  }

  /// A month and its title.
  public struct Month: Hashable, Sendable {
    public var first: Day
    public var title: String

    /// - Parameter day: any day of the month.
    public init(of day: Day, title: String) {
      first = day - (day.date.day - 1)
      self.title = title
    }

    var last: Day {
      first + (Day.length(ofMonth: first.date.month, in: first.date.year) - 1)
    }
  }

  public var words: CalendarWords
  public var months: [Month]
  let marks: [Day: Marks]
  let today: Day
  let firstWeekday: Weekday

  public init(
    months: [Month], marks: [Day: Marks], today: Day, firstWeekday: Weekday, words: CalendarWords
  ) {
    self.months = months
    self.marks = marks
    self.today = today
    self.firstWeekday = firstWeekday
    self.words = words
  }
}

extension MonthCalendar.Marks {
  /// The sign, a distinct ASCII character for each mark.
  var sign: String {
    switch self {
    case .entry: "="
    case .notes: "*"
    case .openToDos: "o"
    case .commits: "+"
    default: " "
    }
  }

  var style: Style {
    switch self {
    case .entry: .accent
    case .notes: .success
    case .openToDos: .warning
    default: .tag
    }
  }
}
