import Platform
public import Terminal

extension App {
  /// The theme of the settings.
  public var theme: Theme { settings.theme ?? .default }

  /// Whether the screen is light or dark: the value of the settings, else what the terminal
  /// reports, else what it reported last, else dark.
  public func background() -> Background {
    if let background = settings.background { return background }
    guard output.screen.isTerminal, !output.screen.isDumb, output.screen.colors > .none else {
      return BackgroundQuery.hint(in: environment.variables) ?? .dark
    }
    let cache = BackgroundCache(path: paths.background, environment: environment)
    if let answer = BackgroundQuery.ask() {
      cache.remember(answer)
      return answer
    }
    return cache.background ?? BackgroundQuery.hint(in: environment.variables) ?? .dark
  }

  /// The same without asking the terminal, which may not answer: the value of the settings, else
  /// what the terminal reported last, else dark.
  public var knownBackground: Background {
    settings.background
      ?? BackgroundCache(path: paths.background, environment: environment).background
      ?? BackgroundQuery.hint(in: environment.variables) ?? .dark
  }

  /// A copy whose screen has the colors of a theme, by default that of the settings. If none is set, graphs
  /// have the colors of the default theme, and text those of the terminal, as in every command.
  public func colored(by theme: Theme? = nil) -> App {
    guard output.screen.colors > .none else { return self }
    return colored(by: theme, on: background())
  }

  public func colored(by theme: Theme? = nil, on background: Background) -> App {
    guard output.screen.colors > .none else { return self }
    var copy = self
    if let theme = theme ?? settings.theme {
      copy.output.screen.palette = theme.palette(on: background)
    } else {
      copy.output.screen.palette.ramp = Theme.default.ramp(on: background)
    }
    return copy
  }
}
