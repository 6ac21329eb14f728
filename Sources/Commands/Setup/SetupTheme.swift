import App
import JSON
import Localization
import Terminal

/// The question about the theme: a list with a sample of each.
struct SetupTheme {
  let app: App
  let dialog: SetupDialog

  func ask() throws {
    dialog.begin(.setupTheme)
    guard let theme = try choice() else { return }
    let screen = app.output.errorScreen
    let sample = "  " + theme.sample(on: app.background(), screen: screen)
    guard theme != app.theme else {
      return app.output.printError(StyledText(theme.name) + sample)
    }
    try ConfigFile.set(Setting.theme.key, to: .string(theme.name), in: app.paths.config)
    dialog.say(.settingSet(key: Setting.theme.key, value: theme.name), .faint)
    app.output.printError(sample)
  }

  /// The chosen theme; `nil` if the question is skipped. Without colors there is nothing to see,
  /// so the question is skipped too.
  private func choice() throws -> Theme? {
    guard app.output.screen.colors > .none, !app.output.screen.isDumb else {
      dialog.say(.setupThemeNoColor)
      return nil
    }
    // The current theme is the first, so that Enter keeps it.
    let themes = [app.theme] + Theme.all.filter { $0 != app.theme }
    let background = app.background()
    let screen = app.output.screen
    let isWide = screen.width(orElse: 80) >= 60
    let width = Theme.all.map(\.name.count).max() ?? 0
    let items = themes.enumerated().map { index, theme in
      PickerItem(
        id: index,
        text: StyledText(theme.name).padded(to: width + 1, on: screen)
          + theme.sample(on: background, screen: screen)
          + (isWide ? " " + app.output.styled(theme.about, .faint) : ""),
        searchText: theme.name)
    }
    do {
      return themes[try app.prompts.pick(.setupThemePick, from: items, option: "--defaults")]
    } catch PromptError.declined {
      return nil
    }
  }
}

extension Theme {
  /// A few days in the colors of the theme.
  fileprivate func sample(on background: Background, screen: Screen) -> StyledText {
    [0, 2, 1, 3, 0, 4, 2, 3, 1].map { level in
      StyledText("  ", Style(shade: .background(level), ramp: ramp(on: background)))
    }.joined()
  }
}
