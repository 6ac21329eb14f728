public import Diary
public import Localization
public import Terminal

/// How values are drawn: for which reader, on which screen, and at what time. Everything that a view
/// needs besides the value itself is in it, so that the same values always make the same lines.
public struct ViewContext: Sendable {
  public var reader: Reader
  public var screen: Screen
  public var now: Moment
  /// The hour at which the writer's day ends.
  public var dayEndsAt: Int
  /// The first day of this reader's week.
  public var firstWeekday: Weekday
  public var settings = ViewSettings()
  /// The time of an instant on the reader's clock.
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

/// What a person has set about pictures and numbers.
public struct ViewSettings: Sendable {
  /// How a graph is drawn; `nil` where it depends on the screen.
  public var style: HeatmapStyle?
  /// Whether a graph is followed by its summary in words; `nil` where it depends on the screen.
  public var showsSummary: Bool?
  /// Weekdays that do not end a streak.
  public var excluded: Set<Weekday> = []
  public var usesFahrenheit = false

  public init() {}
}

extension ViewContext {
  /// The day that it is for the writer.
  public var today: Day { now.day(endingAt: dayEndsAt) }

  /// The writer's day at an instant.
  public func day(of instant: Instant) -> Day { localTime(instant).day(endingAt: dayEndsAt) }

  /// The writer's day at a moment, by the clock of the place where it was written down.
  public func day(of moment: Moment) -> Day { moment.day(endingAt: dayEndsAt) }

  /// How a graph is drawn where the command does not say.
  var heatmapStyle: HeatmapStyle { settings.style ?? (screen.isTerminal ? .block : .digits) }

  // MARK: Text

  public func styled(
    _ message: Message, _ style: Style = .plain, _ values: [String: Style] = [:]
  ) -> StyledText {
    reader.styled(message, style, values)
  }

  public func wrapped(_ text: StyledText, indent: Int = 0) -> [StyledText] {
    screen.wrapped(text, indent: indent)
  }

  // MARK: Dates and marks in lists

  /// Without the year where it is this one's.
  func shortDate(_ day: Day) -> String {
    day.date.year == today.date.year ? reader.monthAndDay(day) : reader.date(day)
  }

  /// With the weekday, by which people remember a day, where there is room for it.
  func dateInList(_ day: Day) -> String {
    guard screen.width(orElse: .max) >= 60 else { return shortDate(day) }
    return day.date.year == today.date.year
      ? reader.monthAndDayWithWeekday(day) : reader.dateWithWeekday(day)
  }

  /// A sign and a number, so that it is seen without colour too.
  func noteMark(_ notes: Int) -> StyledText {
    guard notes > 0 else { return "" }
    return StyledText(notes == 1 ? "*" : "*\(reader.write(notes))", .success)
  }
}

extension Reader {
  /// A message with its values in styles of their own.
  public func styled(
    _ message: Message, _ style: Style = .plain, _ values: [String: Style] = [:]
  ) -> StyledText {
    var text = StyledText()
    for piece in pieces(of: message) {
      switch piece {
      case .words(let words): text.append(words, style)
      case .value(let name, let value): text.append(value, values[name] ?? style)
      }
    }
    return text
  }
}

extension Screen {
  /// The lines of a text. Only a screen has a width to wrap to: what goes into a pipe keeps its lines.
  public func wrapped(_ text: StyledText, indent: Int = 0) -> [StyledText] {
    guard let width else { return [text] }
    return text.wrapped(to: max(width, 1), indent: indent, on: self)
  }
}
