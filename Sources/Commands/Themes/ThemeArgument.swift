public import Arguments
import Localization
public import Terminal

/// A theme, as it is typed.
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
