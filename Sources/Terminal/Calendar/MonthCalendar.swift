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

    /// All marks in display order, each with a sign of its own in ASCII.
    static let all: [(mark: Marks, sign: StyledText)] = [
      (.entry, StyledText("=", .accent)), (.notes, StyledText("*", .success)),
      (.openToDos, StyledText("o", .warning)), (.commits, StyledText("+", .tag)),
    ]
  }

  /// A month and its title.
  public struct Month: Hashable, Sendable {
    public var first: Day
    public var title: String

    /// - Parameter day: any day of the month.
    public init(of day: Day, title: String) {
      first = day.firstOfMonth
      self.title = title
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

/// The words in a calendar and its legend, in the user's language.
public struct CalendarWords: Hashable, Sendable {
  /// The names of the weekdays, Sunday first.
  public var weekdays: [String]
  public var entry: String
  public var notes: String
  public var openToDos: String
  public var commits: String
  public var today: String

  public init(
    weekdays: [String], entry: String, notes: String, openToDos: String, commits: String,
    today: String
  ) {
    self.weekdays = weekdays
    self.entry = entry
    self.notes = notes
    self.openToDos = openToDos
    self.commits = commits
    self.today = today
  }
}

extension MonthCalendar {
  /// The months, side by side as they fit, and a legend below. From 20 columns on, no line is wider
  /// than the screen; without a known width, it is 80 columns.
  public func lines(on screen: Screen) -> [StyledText] {
    let width = screen.width(orElse: 80)
    let form = Form.fitting(width)
    let perRow = max(1, (width + Form.gapBetweenMonths) / (form.width + Form.gapBetweenMonths))
    var lines: [StyledText] = []
    for start in stride(from: 0, to: months.count, by: perRow) {
      let row = months[start..<min(start + perRow, months.count)]
      if start > 0 { lines.append("") }
      lines += beside(row.map { block($0, form, on: screen) }, form, on: screen)
    }
    return lines + [""] + legend(within: width, on: screen)
  }

  // MARK: One month

  private func block(_ month: Month, _ form: Form, on screen: Screen) -> [StyledText] {
    let title = StyledText(month.title, .heading)
    let space = max(0, (form.width - title.width(on: screen)) / 2)
    var lines = [StyledText(String(repeating: " ", count: space)) + title]
    lines.append(weekdays(form, on: screen))
    let monthDays = month.first...month.first.lastOfMonth
    let weeks = Weeks(of: monthDays, from: firstWeekday)
    for week in 0..<weeks.count {
      let days = (0..<7).map { row in
        let day = weeks.day(inWeek: week, row: row)
        return monthDays.contains(day) ? day : nil
      }
      lines.append(numbers(of: days, form))
      lines += signs(of: days, form)
    }
    return lines
  }

  private func weekdays(_ form: Form, on screen: Screen) -> StyledText {
    let columns = form.cell - form.inset
    return (0..<7).map { column in
      let weekday = (firstWeekday.rawValue + column) % 7
      let name = words.weekdays.indices.contains(weekday) ? words.weekdays[weekday] : ""
      let short = screen.measure.truncated(name, to: columns)
      return StyledText(String(repeating: " ", count: form.inset))
        + StyledText(short, .remark).padded(to: columns, on: screen)
    }
    .joined(separator: " ")
  }

  /// Marks today with brackets in the gaps between days. The narrow form has no gap before the
  /// first and after the last column, so that only one bracket is drawn there.
  private func numbers(of days: [Day?], _ form: Form) -> StyledText {
    var line = StyledText()
    let todayColumn = days.firstIndex { $0 == today }
    for (column, day) in days.enumerated() {
      let number = day.map { String($0.date.day) } ?? ""
      let isToday = column == todayColumn
      if form.inset > 0 {
        if column > 0 { line.append(" ") }
        line.append(isToday ? "[" : " ", .bold)
      } else if column > 0 {
        line.append(isToday ? "[" : column - 1 == todayColumn ? "]" : " ", .bold)
      }
      line.append(
        String(repeating: " ", count: 2 - number.count) + number, isToday ? .bold : .plain)
      if form.inset > 0 { line.append(isToday ? "]" : " ", .bold) }
    }
    return line.withoutTrailingSpace
  }

  /// The signs below a week, on as many lines as the form needs. The narrow form leaves out empty
  /// lines.
  private func signs(of days: [Day?], _ form: Form) -> [StyledText] {
    let rows = stride(from: 0, to: Marks.all.count, by: form.cell).map { start in
      let kinds = Marks.all[start..<min(start + form.cell, Marks.all.count)]
      return days.map { day in
        let marks = day.flatMap { self.marks[$0] } ?? []
        return kinds.map { marks.contains($0.mark) ? $0.sign : " " }.joined()
      }
      .joined(separator: " ").withoutTrailingSpace
    }
    return form.inset > 0 ? rows : rows.filter { !$0.isEmpty }
  }

  // MARK: Layout and legend

  private func beside(
    _ blocks: [[StyledText]], _ form: Form, on screen: Screen
  ) -> [StyledText] {
    let height = blocks.map(\.count).max() ?? 0
    let gap = StyledText(String(repeating: " ", count: Form.gapBetweenMonths))
    var lines = (0..<height).map { row in
      blocks.map { block in
        (block.indices.contains(row) ? block[row] : "").padded(to: form.width, on: screen)
      }
      .joined(separator: gap).withoutTrailingSpace
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private func legend(within width: Int, on screen: Screen) -> [StyledText] {
    let names = [words.entry, words.notes, words.openToDos, words.commits]
    let items = zip(Marks.all, names).map { kind, name in
      kind.sign + StyledText(" " + name, .remark)
    }
    let today = StyledText("[ ]", .bold) + StyledText(" " + words.today, .remark)
    return (items + [today]).flowing(within: width, on: screen)
  }

  /// The width of a day.
  private struct Form {
    /// The columns of a day; one more column separates two days.
    var cell: Int
    /// The columns for brackets before and after the number.
    var inset: Int

    var width: Int { 7 * cell + 6 }

    static let gapBetweenMonths = 3
    static let wide = Form(cell: 4, inset: 1)
    /// Twenty columns in total, like `cal`.
    static let narrow = Form(cell: 2, inset: 0)

    static func fitting(_ width: Int) -> Form { width >= wide.width ? wide : narrow }
  }
}

extension StyledText {
  /// The line without trailing spaces.
  fileprivate var withoutTrailingSpace: StyledText {
    var copy = self
    while var last = copy.spans.last {
      while last.text.last == " " { last.text.removeLast() }
      copy.spans.removeLast()
      if last.text.isEmpty { continue }
      copy.spans.append(last)
      break
    }
    return copy
  }
}
