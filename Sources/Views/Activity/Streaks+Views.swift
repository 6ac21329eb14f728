public import Diary
public import Localization
public import Terminal

// Streaks in words, and as a picture.

extension Streaks {
  /// `nil` if there never was one.
  public var currentWords: Message? {
    guard let current else { return longest == nil ? nil : .streakNone }
    return withRemark(.streakCurrent(count: current.length, day: current.first))
  }

  fileprivate func withRemark(_ phrase: Message) -> Message {
    isInGrace ? .phraseWithRemark(phrase: phrase, remark: Message.streakOpenToday) : phrase
  }

  public var longestWords: Message {
    guard let longest else { return .streakNever }
    return longest.first == longest.last
      ? .streakLongestOnDay(day: longest.first)
      : .streakLongest(count: longest.length, from: longest.first, to: longest.last)
  }
}

extension ViewContext {
  /// A bar that compares the current streak with the longest, followed by a text. If the text does
  /// not fit beside the bar, it is placed below.
  public func bar(of streaks: Streaks) -> [StyledText] {
    let length = streaks.current?.length ?? 0
    guard let longest = streaks.longest?.length, longest > 0 else { return [] }
    let message: Message =
      length >= longest
      ? .streakIsLongest
      : .streakToGo(length: reader.write(length), count: longest - length)
    let width = Swift.min(30, Swift.max(10, screen.width() / 3))
    let filled = length >= longest ? width : length * width / longest
    let rest = width - filled
    var bar = StyledText()
    if screen.colors > .none {
      bar.append(String(repeating: " ", count: filled), Style(shade: .background(3)))
      bar.append(String(repeating: " ", count: rest), Style(shade: .background(0)))
    } else {
      bar.append(
        "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: rest) + "]")
    }
    let line = bar + " " + styled(message)
    if let width = screen.width, line.width(on: screen) > width {
      return [bar] + wrapped(message)
    }
    return [line]
  }

  /// How the length of a streak comes about.
  public func explanation(
    of streaks: Streaks, excluding excluded: Set<Weekday>, in activity: Activity
  ) -> [Message] {
    var messages: [Message] = [.streakRule]
    if !excluded.isEmpty {
      let names = excluded.sorted { $0.rawValue < $1.rawValue }.map { reader.weekday($0) }
      messages.append(.streakExcluded(weekdays: MessageArgument.enumeration(names)))
    }
    if let ended = streaks.ended { messages.append(.streakEnded(day: ended)) }
    if streaks.isInGrace { messages.append(.streakTodayOpen) }
    if streaks.count == 0, excluded.contains(streaks.today.weekday) {
      messages.append(.streakTodayFree)
    }
    if activity.isPublicOnly { messages.append(.streakDaysOfGitHub) }
    let hour =
      dayEndsAt == 0
      ? reader.say(.midnight) : reader.time(TimeOfDay(hour: dayEndsAt, minute: 0))
    if activity.measure.isOfTexts {
      messages += [activity.measure.details, .streakDayEnds(hour: hour)]
    } else if activity.source != .gitHub {
      messages.append(.streakDaysOfClones(hour: hour))
    }
    return messages
  }

  // MARK: As a picture for a README

  /// What the picture shows, for readers who do not see it.
  func sentences(of streaks: Streaks) -> [String] {
    [streaks.currentWords ?? .streakNever, streaks.longestWords].map { reader.say($0) }
  }

  /// The current streak, and how far it is to the longest.
  public func card(of streaks: Streaks, of measure: Measure, in theme: Theme) -> String {
    let length = streaks.current?.length ?? 0
    let isLongest = length >= streaks.longest?.length ?? 0
    var shapes = ""
    var y = Card.padding + 11
    func add(_ words: String, _ attributes: String, x: Int = Card.padding) {
      shapes += SVG.label(words, x: x, y: y, attributes)
    }
    let small = "font-size=\"11\""
    add(reader.say(measure.title), "class=\"h\" font-size=\"13\" font-weight=\"600\"")
    y += 36
    let headline: Message =
      streaks.longest == nil
      ? .streakNever : length > 0 ? .streakInARow(count: length) : .streakNone
    add(reader.say(headline), "class=\"n\" font-size=\"26\" font-weight=\"600\"")
    if let first = streaks.current?.first {
      y += Card.line + 4
      add(
        reader.say(streaks.withRemark(.streakSince(day: first))),
        small)
    }
    if let longest = streaks.longest {
      y += 14
      let whole = Card.width - 2 * Card.padding
      let filled = min(1, Double(length) / Double(longest.length))
      for (name, width) in [("b", whole), ("f", Int(Double(whole) * filled))] {
        shapes += """
          <rect class="\(name)" x="\(Card.padding)" y="\(y)" width="\(width)" height="8" rx="4"/>

          """
      }
      y += 8 + Card.line
      let goal = reader.say(isLongest ? .streakIsLongest : streaks.longestWords)
      let rest = isLongest ? "" : reader.say(.streakRest(count: longest.length - length))
      add(goal, small)
      // Beside what the bar stands for, or below where that is too long.
      let columns = goal.displayWidth() + rest.displayWidth() + 2
      if columns * Card.column > whole { y += Card.line }
      add(rest, small + " text-anchor=\"end\"", x: Card.width - Card.padding)
    }
    return SVG.document(
      width: Card.width, height: y + Card.padding, theme: theme, title: reader.say(measure.title),
      description: sentences(of: streaks).reversed().reduce(reader.say(.streakRule)) {
        reader.say(.sentences(first: $1, second: $0))
      },
      language: reader.language, colors: Card.colors, shapes: shapes)
  }
}

/// The measures of the picture.
private enum Card {
  static let width = 480
  static let padding = 16
  /// The estimated width of a terminal column in small letters, rather too large.
  static let column = 6
  static let line = 16

  static func colors(of theme: Theme, on background: Background) -> String {
    let colors = theme.webColors(on: background)
    return ".n{fill:\(colors.text)}.h,.f{fill:\(colors.accent)}.b{fill:\(colors.line)}"
  }
}
