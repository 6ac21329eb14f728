import Platform
public import Terminal

extension App {
  /// The theme that was chosen, now or for good.
  public var theme: Theme { settings.theme ?? .default }

  /// Whether the screen is light or dark: as it was set, as the terminal says, as it said the last
  /// time, or dark, as most are.
  public func background() -> Background {
    if let background = settings.background { return background }
    guard output.screen.isTerminal, !output.screen.isDumb, output.screen.colors > .none else {
      return BackgroundQuery.hint(in: environment.variables) ?? .dark
    }
    let memory = BackgroundCache(path: paths.background, environment: environment)
    if let answer = BackgroundQuery.ask() {
      memory.remember(answer)
      return answer
    }
    return memory.background ?? BackgroundQuery.hint(in: environment.variables) ?? .dark
  }

  /// The same with a screen in the colors of a theme, for pictures.
  public func colored(by theme: Theme) -> App {
    guard output.screen.colors > .none else { return self }
    var copy = self
    copy.output.screen.palette = theme.palette(on: background())
    return copy
  }
}
