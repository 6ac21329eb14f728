public import Diary
public import Localization
public import Terminal

/// Everything that views need besides the values themselves: the language, the screen and the time.
/// The same values and context always produce the same lines.
public struct ViewContext: Sendable {
  public var reader: Reader
  public var screen: Screen
  public var now: Moment
  /// The hour at which a day ends.
  public var dayEndsAt: Int
  /// The first day of the week.
  public var firstWeekday: Weekday
  public var settings = ViewSettings()
  /// Converts an instant to local time.
  public var localTime: @Sendable (Instant) -> Moment

  public init(
    reader: Reader, screen: Screen, now: Moment, dayEndsAt: Int = 0,
    firstWeekday: Weekday? = nil, settings: ViewSettings = ViewSettings(),
    localTime: @escaping @Sendable (Instant) -> Moment
  ) {
    self.reader = reader
    self.screen = screen
    self.now = now
    self.dayEndsAt = dayEndsAt
    self.firstWeekday = firstWeekday ?? reader.firstWeekday
    self.settings = settings
    self.localTime = localTime
  }
}

/// The settings for graphs and numbers.
public struct ViewSettings: Sendable {
  /// The style of graphs; `nil` if it depends on the screen.
  public var style: HeatmapStyle?
  /// Weekdays that do not end a streak.
  public var excluded: Set<Weekday> = []
  public var usesFahrenheit = false
  /// The name of the journal; `nil` for the usual one.
  public var journal: String?

  public init() {}
}

extension ViewContext {
  /// The glyph of a commit with the mark of a coding agent; empty for others.
  public func agentMark(_ commit: Commit) -> StyledText {
    commit.isMarked ? StyledText(screen.unicode ? "◦" : "%", .remark) : ""
  }

  /// The same before a text.
  public func agentMarkBefore(_ commit: Commit) -> StyledText {
    commit.isMarked ? agentMark(commit) + " " : ""
  }

  /// The name of the journal behind the date of a page; empty for the usual one.
  public var journalMark: StyledText {
    settings.journal.map { StyledText("  [\($0)]", .remark) } ?? ""
  }

  /// The current day, which may end later than at midnight.
  public var today: Day { now.day(endingAt: dayEndsAt) }

  /// The day of an instant, in the local time zone.
  public func day(of instant: Instant) -> Day { localTime(instant).day(endingAt: dayEndsAt) }

  /// The day of a moment, in the time zone in which it was recorded.
  public func day(of moment: Moment) -> Day { moment.day(endingAt: dayEndsAt) }

  /// The style of graphs, if the command does not set one: colors, or digits where there are none.
  var heatmapStyle: HeatmapStyle {
    settings.style ?? (screen.isTerminal || screen.colors > .none ? .block : .digits)
  }

  // MARK: Text

  public func styled(
    _ message: Message, _ style: Style = .plain, _ values: [String: Style] = [:]
  ) -> StyledText {
    reader.styled(message, style, values)
  }

  public func wrapped(_ text: StyledText, indent: Int = 0) -> [StyledText] {
    screen.wrapped(text, indent: indent)
  }

  public func wrapped(
    _ message: Message, _ style: Style = .plain, _ values: [String: Style] = [:]
  ) -> [StyledText] {
    wrapped(styled(message, style, values))
  }

  /// The same, indented below a heading.
  func indented(
    _ message: Message, _ style: Style = .plain, _ values: [String: Style] = [:]
  ) -> [StyledText] {
    wrapped("  " + styled(message, style, values), indent: 4)
  }

  /// The lines of an unstyled text, without empty ones at the end, each wrapped.
  func paragraphs(of text: String) -> [[StyledText]] {
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines.map { wrapped(StyledText(String($0))) }
  }

  /// The line, or its beginning if it does not fit on the screen.
  ///
  /// - Parameter width: that of lines for a pipe; `nil` if they are not cut.
  func cut(_ line: StyledText, orElse width: Int? = nil) -> StyledText {
    (screen.width ?? width).map { line.truncated(to: $0, on: screen) } ?? line
  }

  /// Lines for a narrower screen, indented by two columns.
  public func indented(_ lines: (ViewContext) -> [StyledText]) -> [StyledText] {
    lines(narrower).map { $0.spans.isEmpty ? $0 : "  " + $0 }
  }

  /// The context of lines that are indented by two columns.
  var narrower: ViewContext {
    var narrower = self
    narrower.screen.width = screen.width.map { max($0 - 2, 1) }
    return narrower
  }

  // MARK: Dates in lists

  /// A date and time in the local time zone, such as that of a commit.
  public func dateAndTime(_ instant: Instant) -> String { reader.dateAndTime(localTime(instant)) }

  /// The date, without the year if it is the current one.
  func shortDate(_ day: Day) -> String {
    day.date.year == today.date.year ? reader.monthAndDay(day) : reader.date(day)
  }

  /// The date with its weekday, if the screen is wide enough.
  func dateInList(_ day: Day) -> String {
    guard screen.width(orElse: .max) >= 60 else { return shortDate(day) }
    return day.date.year == today.date.year
      ? reader.monthAndDayWithWeekday(day) : reader.dateWithWeekday(day)
  }
}

extension Instant {
  /// How long ago it was, in a suitable unit.
  public func age(at now: Instant) -> Message {
    let minutes = Int(Swift.max(0, now.secondsSince1970 - secondsSince1970) / 60)
    if minutes < 1 { return .ageNow }
    if minutes < 120 { return .ageMinutes(count: minutes) }
    if minutes < 48 * 60 { return .ageHours(count: minutes / 60) }
    return .ageDays(count: minutes / (24 * 60))
  }
}

extension Reader {
  /// A message in one style, with its values in styles of their own.
  public func styled(
    _ message: Message, _ style: Style = .plain, _ values: [String: Style] = [:]
  ) -> StyledText {
    var text = StyledText()
    for piece in pieces(of: message) {
      switch piece {
      case .literal(let literal): text.append(literal, style)
      case .value(let name, let value): text.append(value, values[name] ?? style)
      }
    }
    return text
  }

  /// The mark of a commit with notes, and their number if there are several. A mark does not depend
  /// on color.
  public func noteMark(_ notes: Int) -> StyledText {
    guard notes > 0 else { return "" }
    return StyledText(notes == 1 ? "*" : "*\(write(notes))", .success)
  }
}

extension Screen {
  /// Wraps a text to the width of a terminal. Text for a pipe is not wrapped.
  public func wrapped(_ text: StyledText, indent: Int = 0) -> [StyledText] {
    guard let width else { return [text] }
    return text.wrapped(to: max(width, 1), indent: indent, on: self)
  }
}
