import Platform

/// The person's browser: a courtesy, whose output and failures are nobody's business.
struct Browser {
  let environment: Environment

  private static let deadline = Duration.seconds(5)

  /// Whether there is a screen that a browser could appear on, and the person sits before it.
  private var hasScreen: Bool {
    let names = ["DISPLAY", "WAYLAND_DISPLAY"]
    return names.contains { environment.nonEmpty($0) != nil }
      && environment.nonEmpty("SSH_CONNECTION") == nil && environment.nonEmpty("SSH_TTY") == nil
  }

  /// The command that opens an address, where there is one: `BROWSER`, else what the desktop has.
  private var command: [String]? {
    if let chosen = environment.nonEmpty("BROWSER") {
      // Several may be named, as for `xdg-open`; the first one is as good as any.
      let first = chosen.split(separator: ":").first.map(String.init) ?? chosen
      return ShellWords.split(first)
    }
    return hasScreen ? ["xdg-open"] : nil
  }

  /// Opens an address, and says whether a program took it.
  func open(_ url: String) -> Bool {
    guard let command, !command.isEmpty else { return false }
    let placed = command.map { $0 == "%s" ? url : $0 }
    let words = placed == command ? command + [url] : placed
    let result = try? Child.run(words, environment: environment, deadline: Self.deadline)
    return result?.status.isSuccess ?? false
  }
}
