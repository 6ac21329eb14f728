package import Localization
import Platform
package import Terminal

extension App {
  /// The theme of the settings.
  package var theme: Theme { settings.theme ?? .default }

  /// Whether the screen is light or dark: the value of the settings, else what the terminal
  /// reports, else what it reported last, else dark.
  package func background() -> Background {
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
  package var knownBackground: Background {
    settings.background
      ?? BackgroundCache(path: paths.background, environment: environment).background
      ?? BackgroundQuery.hint(in: environment.variables) ?? .dark
  }

  /// A copy whose screen has the colors of a theme, by default that of the settings. If none is set, graphs
  /// have the colors of the default theme, and text those of the terminal, as in every command.
  package func colored(by theme: Theme? = nil) -> App {
    guard output.screen.colors > .none else { return self }
    return colored(by: theme, on: background())
  }

  package func colored(by theme: Theme? = nil, on background: Background) -> App {
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

/// The values of `terminal.background`.
package enum BackgroundSetting: String, CaseIterable, Sendable {
  case light, dark, ask
}

/// The backgrounds that terminals have reported, so that not every command has to ask.
struct BackgroundCache {
  private let path: String
  private let key: String

  init(path: String, environment: Environment) {
    self.path = path
    // A user may have both a light and a dark terminal.
    key = ["TERM", "TERM_PROGRAM", "COLORFGBG"].map { environment[$0] ?? "" }
      .joined(separator: "|").filter { !$0.isNewline }
  }

  private var lines: [Substring] {
    guard let bytes = try? File.readRegular(path, limit: 1 << 16) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// The background that this kind of terminal last reported; `nil` if it was never asked or did
  /// not answer.
  var background: Background? {
    for line in lines {
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, parts[1] == key { return Background(rawValue: String(parts[0])) }
    }
    return nil
  }

  /// Write errors are ignored; the terminal is then asked again.
  func remember(_ background: Background) {
    guard self.background != background else { return }
    let others = lines.filter { !$0.hasSuffix(" \(key)") }.suffix(20)
    let text = (["\(background.rawValue) \(key)"] + others.map(String.init))
      .map { $0 + "\n" }.joined()
    try? File.makeDirectory(File.directory(of: path), permissions: 0o700)
    try? File.writeAtomically(Array(text.utf8), to: path, permissions: 0o600)
  }
}

extension Theme {
  /// What the colors do not show; `nil` if there is nothing to say.
  package var about: Message? {
    ["viridis", "cividis"].contains(name) ? .themeColorblind : nil
  }
}
