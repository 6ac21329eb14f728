public import Diary
public import Localization
public import Terminal

/// Streaks in words, one line each.
public struct StreakView: Sendable {
  public let streaks: Streaks
  public let context: ViewContext

  public init(streaks: Streaks, context: ViewContext) {
    self.streaks = streaks
    self.context = context
  }

  public func lines() -> [StyledText] { lines([current, longest]) }

  public func lines(_ messages: [Message?]) -> [StyledText] {
    messages.compactMap(\.self).flatMap { message in
      context.styled(message).wrapped(
        to: Swift.max(context.screen.width(), 1), on: context.screen)
    }
  }

  public var current: Message? {
    guard let current = streaks.current else { return streaks.longest == nil ? nil : .streakNone }
    return streaks.isInGrace
      ? .streakCurrentInGrace(count: current.length, day: current.first)
      : .streakCurrent(count: current.length, day: current.first)
  }

  public var longest: Message? {
    guard let longest = streaks.longest else { return .streakNever }
    return longest.first == longest.last
      ? .streakLongestOnDay(day: longest.first)
      : .streakLongest(count: longest.length, from: longest.first, to: longest.last)
  }

  /// A bar that compares the current streak with the longest, followed by a text. If the text does
  /// not fit beside the bar, it is placed below.
  public func bar() -> [StyledText] {
    let length = streaks.current?.length ?? 0
    guard let longest = streaks.longest?.length, longest > 0 else { return [] }
    let message: Message =
      length >= longest
      ? .streakIsLongest
      : .streakToGo(length: context.reader.write(length), count: longest - length)
    let width = Swift.min(30, Swift.max(10, context.screen.width() / 3))
    let filled = length >= longest ? width : length * width / longest
    let rest = width - filled
    var bar = StyledText()
    if context.screen.colors > .none {
      bar.append(String(repeating: " ", count: filled), Style(shade: .background(3)))
      bar.append(String(repeating: " ", count: rest), Style(shade: .background(0)))
    } else {
      bar.append(
        "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: rest) + "]")
    }
    let line = bar + " " + context.styled(message)
    if let width = context.screen.width, line.width(on: context.screen) > width {
      return [bar] + context.wrapped(context.styled(message))
    }
    return [line]
  }
}

/// Explains the length of a streak.
public struct StreakExplanation: Sendable {
  public let streaks: Streaks
  public let excluded: Set<Weekday>
  public let activity: Activity
  public let context: ViewContext

  public init(streaks: Streaks, excluded: Set<Weekday>, activity: Activity, context: ViewContext) {
    self.streaks = streaks
    self.excluded = excluded
    self.activity = activity
    self.context = context
  }

  public var messages: [Message] {
    var messages: [Message] = [.streakRule]
    if !excluded.isEmpty {
      let names = excluded.sorted { $0.rawValue < $1.rawValue }
        .map { context.reader.weekday($0) }
      messages.append(
        .streakExcluded(weekdays: MessageArgument.enumeration(names)))
    }
    if let ended = streaks.ended { messages.append(.streakEnded(day: ended)) }
    if streaks.isInGrace { messages.append(.streakTodayOpen) }
    if streaks.count == 0, excluded.contains(streaks.today.weekday) {
      messages.append(.streakTodayFree)
    }
    if activity.isPublicOnly { messages.append(.streakDaysOfGitHub) }
    if activity.measure.isOfTexts {
      messages += [
        MeasureWords.details(of: activity.measure), .streakDayEnds(hour: clockTime),
      ]
    } else if activity.source != .gitHub {
      messages.append(.streakDaysOfClones(hour: clockTime))
    }
    return messages
  }

  private var clockTime: String {
    context.dayEndsAt == 0
      ? context.reader.say(.midnight)
      : context.reader.time(TimeOfDay(hour: context.dayEndsAt, minute: 0))
  }
}
