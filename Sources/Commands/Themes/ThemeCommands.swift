import Arguments
import Diary
import JSON
import Localization
import Terminal

// The three tasks of `commitdiary theme`.

/// `commitdiary theme list`
struct ThemeList: Command {
  static let declaration = Declaration<Self>(
    .themeListSummary, examples: [Example("theme list", .themeListSummary)])

  func run(in session: Session) async throws {
    if session.globals.wantsJSON { return try session.show(json(in: session)) }
    let rows = Theme.all.map { theme -> [StyledText] in
      [
        StyledText(theme == session.theme ? "*" : "", .success), StyledText(theme.name, .accent),
        theme.strip(on: .light, screen: session.screen),
        theme.strip(on: .dark, screen: session.screen),
      ]
    }
    try session.show(
      Table(columns: [.whole, .whole, .whole, .whole], rows: rows).lines(on: session.screen))
  }

  private func json(in session: Session) -> JSONValue {
    ["themes": .array(Theme.all.map { $0.json(in: session) })]
  }
}

extension Theme {
  fileprivate func json(in session: Session) -> JSONValue {
    func colors(_ ramp: Ramp) -> JSONValue { .array(ramp.colors.map { .string($0.hex) }) }
    return [
      "name": .string(name), "light": colors(light), "dark": colors(dark),
      "current": .bool(self == session.theme),
    ]
  }
}

/// `commitdiary theme set`
struct ThemeSet: Command {
  var theme = Theme.usual

  static let declaration = Declaration<Self>(
    .themeSetSummary, examples: [Example("theme set viridis", .themeSetExample)],
    [
      .positional("theme", help: .argumentTheme) { $0.theme = ($1 as ThemeWord).theme }
    ])

  func run(in session: Session) async throws {
    var file = try ConfigFile(session.paths.config)
    let before = session.settings.theme
    try file.set(Setting.theme.key, to: .string(theme.name))
    try file.save()
    if session.globals.wantsJSON {
      try session.show(["graph.theme": .string(theme.name)])
    }
    session.say(
      before == theme ? .themeUnchanged(name: theme.name) : .themeChanged(name: theme.name))
    guard !session.globals.wantsJSON, !session.globals.isQuiet, session.screen.colors > .none
    else { return }
    try session.show(theme.strip(on: session.background(), screen: session.screen))
  }
}

/// `commitdiary theme preview`
struct ThemePreview: Command {
  var theme: Theme?

  static let declaration = Declaration<Self>(
    .themePreviewSummary, examples: [Example("theme preview dracula", .themePreviewExample)],
    [
      .positional("theme", .optional, help: .argumentTheme) {
        $0.theme = ($1 as ThemeWord).theme
      }
    ])

  func run(in session: Session) async throws {
    let theme = theme ?? session.theme
    // A picture is no document; its colours are.
    if session.globals.wantsJSON { return try session.show(theme.json(in: session)) }
    let span = try GraphSpan.year.days(
      until: session.today, firstWeekday: session.firstWeekday)
    let heatmap = Heatmap(
      days: Self.sample(of: span), span: span, firstWeekday: session.firstWeekday,
      words: .init(session.reader),
      style: session.settings.style ?? (session.screen.isTerminal ? .block : .digits))
    let session = session.colored(by: theme)
    var lines = [StyledText(theme.name, .heading), ""]
    lines += heatmap.lines(on: session.screen)
    try session.show(lines)
  }

  /// A year as it might have been: busy weeks and quiet ones, weekends mostly off.
  private static func sample(of span: ClosedRange<Day>) -> [Contribution] {
    (span.lowerBound.number...span.upperBound.number).map { number in
      let day = Day(number: number)
      // Any fixed noise does; it must only be the same every time.
      let noise = (number &* 2_654_435_761) >> 7 & 0xFF
      let season = 4 + number / 9 % 5
      let isOff = day.weekday == .saturday || day.weekday == .sunday
      let count = noise % (isOff ? 11 : 5) == 0 || !isOff ? noise * season / 400 : 0
      return Contribution(day: day, count: count, level: Swift.min(count, 4))
    }
  }
}
