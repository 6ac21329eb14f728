public import Diary

/// Months with their days in weeks. A day is marked by signs of its own for each thing that there is
/// of it, and today by brackets, so that colours only repeat what is said.
public struct MonthCalendar: Hashable, Sendable {
  /// What there is of a day.
  public struct Marks: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let entry = Marks(rawValue: 1 << 0)
    public static let notes = Marks(rawValue: 1 << 1)
    public static let openToDos = Marks(rawValue: 1 << 2)
    public static let commits = Marks(rawValue: 1 << 3)

    /// In the order in which they stand below a day.
    static let all: [Marks] = [.entry, .notes, .openToDos, .commits]
  }

  /// One month, with its name and year as they are written above it.
  public struct Month: Hashable, Sendable {
    public var first: Day
    public var title: String

    /// - Parameter day: any of the month.
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
  /// In ASCII, and no two alike.
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
