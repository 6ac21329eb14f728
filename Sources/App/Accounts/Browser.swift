import Arguments
public import Platform

/// The user's browser. Its output is discarded, and a failure to open it is not an error.
public struct Browser: Sendable {
  public let environment: Environment

  public init(environment: Environment) {
    self.environment = environment
  }

  /// A browser that fails to start exits within this time. If it is still running after that, it is
  /// assumed to have opened the page.
  private static let timeout = Duration.seconds(1)
  /// Browsers that show the page in the terminal itself.
  private static let onTerminal: Set = ["elinks", "links", "lynx", "w3m", "www-browser"]

  /// Whether there is a display for a browser, and the user is not connected over SSH.
  private var hasScreen: Bool {
    let names = ["DISPLAY", "WAYLAND_DISPLAY"]
    return names.contains { environment.nonEmpty($0) != nil }
      && environment.nonEmpty("SSH_CONNECTION") == nil && environment.nonEmpty("SSH_TTY") == nil
  }

  /// The command that opens a URL: `BROWSER`, else `xdg-open` if there is a display.
  private var command: [String]? {
    if let chosen = environment.nonEmpty("BROWSER") {
      // `BROWSER` may list several programs, as for `xdg-open`. The first one is used.
      let first = chosen.split(separator: ":").first.map(String.init) ?? chosen
      return ShellWords(first).all
    }
    return hasScreen ? ["xdg-open"] : nil
  }

  /// Opens a URL, and returns whether a program accepted it.
  ///
  /// - Parameter hasTerminal: whether a text browser may take over the terminal until the user
  ///   quits it.
  public func open(_ url: String, hasTerminal: Bool) async -> Bool {
    guard let command, let program = command.first else { return false }
    let substituted = command.map { $0 == "%s" ? url : $0 }
    let words = substituted == command ? command + [url] : substituted
    let name = program.split(separator: "/").last.map(String.init) ?? program
    do {
      if Self.onTerminal.contains(name) {
        guard hasTerminal else { return false }
        return try await Child.onTerminal(words, environment: environment).isSuccess
      }
      let status = try await Child.detached(
        words, environment: environment, timeout: Self.timeout)
      return status?.isSuccess ?? true
    } catch {
      return false
    }
  }
}
