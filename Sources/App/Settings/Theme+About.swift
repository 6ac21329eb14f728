public import Localization
public import Terminal

extension Theme {
  /// The colors of the theme, in one phrase.
  public var about: Message {
    switch name {
    case "blue": .themeAboutBlue
    case "orange": .themeAboutOrange
    case "pink": .themeAboutPink
    case "black": .themeAboutBlack
    case "github": .themeAboutGitHub
    case "github-dimmed": .themeAboutGitHubDimmed
    case "github-classic": .themeAboutGitHubClassic
    case "halloween": .themeAboutHalloween
    case "winter": .themeAboutWinter
    case "dracula": .themeAboutDracula
    case "viridis": .themeAboutViridis
    case "cividis": .themeAboutCividis
    default: .themeAboutGreen
    }
  }
}
