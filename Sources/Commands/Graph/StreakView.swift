import Diary
import Localization
import Terminal

/// Streaks in words, a line each.
struct StreakView {
  let streaks: Streaks
  let session: Session

  func lines() -> [StyledText] { lines([current, longest]) }

  func lines(_ messages: [Message?]) -> [StyledText] {
    messages.compactMap(\.self).flatMap { message in
      session.styled(message).wrapped(
        to: Swift.max(session.screen.width(), 1), on: session.screen)
    }
  }

  var current: Message? {
    guard let current = streaks.current else { return streaks.longest == nil ? nil : .streakNone }
    return streaks.isInGrace
      ? .streakCurrentInGrace(count: current.length, day: current.first)
      : .streakCurrent(count: current.length, day: current.first)
  }

  var longest: Message? {
    guard let longest = streaks.longest else { return .streakNever }
    return .streakLongest(count: longest.length, from: longest.first, to: longest.last)
  }

  /// How far the current streak is towards the longest, as a picture and in words.
  /// Where there is no room for the words beside it, they stand below.
  func bar() -> [StyledText] {
    let length = streaks.current?.length ?? 0
    guard let longest = streaks.longest?.length, longest > 0 else { return [] }
    let words: Message =
      length >= longest
      ? .streakIsLongest
      : .streakToGo(length: session.reader.write(length), count: longest - length)
    let width = Swift.min(30, Swift.max(10, session.screen.width() / 3))
    let filled = length >= longest ? width : length * width / longest
    let rest = width - filled
    var bar = StyledText()
    if session.screen.colors > .none {
      bar.append(String(repeating: " ", count: filled), Style(shade: .ground(3)))
      bar.append(String(repeating: " ", count: rest), Style(shade: .ground(0)))
    } else {
      bar.append(
        "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: rest) + "]")
    }
    let line = bar + " " + session.styled(words)
    if let width = session.screen.width, line.width(on: session.screen) > width {
      return [bar] + session.wrapped(session.styled(words))
    }
    return [line]
  }
}
