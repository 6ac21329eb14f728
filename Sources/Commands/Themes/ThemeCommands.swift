import App
public import Arguments
import Context
import Diary
import JSON
import Localization
public import Terminal
import Views

// The subcommands of `commitdiary theme`.

/// `commitdiary theme list`: lists the themes.
struct ThemeList: Command {
  static let declaration = Declaration<Self>(
    .themeListSummary, examples: [Example("theme list")])

  func run(in app: App) async throws {
    if app.options.wantsJSON { return try app.output.show(json(in: app)) }
    let rows = Theme.all.map { theme -> [StyledText] in
      [
        StyledText(theme == app.theme ? "*" : "", .success), StyledText(theme.name, .accent),
        theme.strip(on: .light, screen: app.output.screen),
        theme.strip(on: .dark, screen: app.output.screen),
      ]
    }
    try app.output.show(
      Table(columns: [.whole, .whole, .whole, .whole], rows: rows).lines(on: app.output.screen))
  }

  private func json(in app: App) -> JSONValue {
    ["themes": .array(Theme.all.map { $0.json(in: app) })]
  }
}

extension Theme {
  fileprivate func json(in app: App) -> JSONValue {
    func colors(_ background: Background) -> JSONValue {
      .array(ramp(on: background).colors.map { .string($0.hex) })
    }
    return [
      "name": .string(name), "light": colors(.light), "dark": colors(.dark),
      "current": .bool(self == app.theme),
    ]
  }
}

/// `commitdiary theme set`: chooses a theme.
struct ThemeSet: Command {
  var theme = Theme.default

  static let declaration = Declaration<Self>(
    .themeSetSummary, examples: [Example("theme set viridis")],
    [
      .positional("theme", help: .argumentTheme) { $0.theme = ($1 as ThemeArgument).theme }
    ])

  func run(in app: App) async throws {
    let previous = app.settings.theme
    try ConfigFile.set(Setting.theme.key, to: .string(theme.name), in: app.paths.config)
    if app.options.wantsJSON {
      try app.output.show(["graph.theme": .string(theme.name)])
    }
    app.output.note(
      previous == theme ? .nothingChanged : .themeChanged(name: theme.name))
    guard !app.options.wantsJSON, !app.options.isQuiet, app.output.screen.colors > .none
    else { return }
    try app.output.show(theme.strip(on: app.background(), screen: app.output.screen))
  }
}

/// `commitdiary theme preview`: shows a graph in the colors of a theme.
struct ThemePreview: Command {
  var theme: Theme?

  static let declaration = Declaration<Self>(
    .themePreviewSummary, examples: [Example("theme preview dracula")],
    [
      .positional("theme", .optional, help: .argumentTheme) {
        $0.theme = ($1 as ThemeArgument).theme
      }
    ])

  func run(in app: App) async throws {
    let theme = theme ?? app.theme
    // JSON contains the colors instead of a picture.
    if app.options.wantsJSON { return try app.output.show(theme.json(in: app)) }
    let span = try GraphSpan.lastYear.days(
      until: app.clock.today, firstWeekday: app.firstWeekday)
    let heatmap = Heatmap(
      days: Self.sample(of: span), span: span, firstWeekday: app.firstWeekday,
      words: .init(app.reader),
      style: app.settings.style ?? (app.output.screen.isTerminal ? .block : .digits))
    let app = app.colored(by: theme)
    var lines = [StyledText(theme.name, .heading), ""]
    lines += heatmap.lines(on: app.output.screen)
    try app.output.show(lines)
  }

  /// Sample data for a year, with busy and quiet weeks and most weekends off.
  private static func sample(of span: ClosedRange<Day>) -> [Contribution] {
    (span.lowerBound.number...span.upperBound.number).map { number in
      let day = Day(number: number)
      // Pseudorandom numbers that are the same every time.
      let noise = (number &* 2_654_435_761) >> 7 & 0xFF
      let season = 4 + number / 9 % 5
      let isOff = day.weekday == .saturday || day.weekday == .sunday
      let count = noise % (isOff ? 11 : 5) == 0 || !isOff ? noise * season / 400 : 0
      return Contribution(day: day, count: count, level: Swift.min(count, 4))
    }
  }
}

/// The name of a theme.
struct ThemeArgument: ArgumentValue {
  let theme: Theme

  init(argument: String) throws(ArgumentProblem) {
    guard let theme = Theme.named(argument.lowercased()) else {
      throw .choices(Theme.all.map(\.name))
    }
    self.theme = theme
  }

  static var placeholder: DisplayText { .message(.placeholderTheme) }
  static var completion: CompletionKind { .themes }
}

extension HeatmapStyle: ArgumentValue {}
