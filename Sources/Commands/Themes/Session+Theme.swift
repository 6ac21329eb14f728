public import Arguments
import Localization
import Platform
public import Terminal

/// A theme, as it is typed.
struct ThemeWord: ArgumentValue {
  let theme: Theme

  init(argument: String) throws(ArgumentProblem) {
    guard let theme = Theme.named(argument.lowercased()) else {
      throw .choices(Theme.all.map(\.name))
    }
    self.theme = theme
  }

  static var placeholder: Wording { .message(.placeholderTheme) }
  static var completion: CompletionKind { .themes }
}

extension HeatmapStyle: ArgumentValue {}

extension Session {
  /// The theme that was chosen, now or for good.
  var theme: Theme { settings.theme ?? .usual }

  /// Whether the screen is light or dark: as it was set, as the terminal says, as it said the last
  /// time, or dark, as most are.
  func background() -> Background {
    if let background = settings.background { return background }
    guard screen.isTerminal, !screen.isDumb, screen.colors > .none else {
      return BackgroundQuery.hint(in: environment.variables) ?? .dark
    }
    let memory = BackgroundMemory(path: paths.background, environment: environment)
    if let answer = BackgroundQuery.ask() {
      memory.remember(answer)
      return answer
    }
    return memory.background ?? BackgroundQuery.hint(in: environment.variables) ?? .dark
  }

  /// The same with a screen in the colours of a theme, for pictures.
  func colored(by theme: Theme) -> Session {
    guard screen.colors > .none else { return self }
    var copy = self
    copy.screen.palette = theme.palette(on: background())
    return copy
  }
}
