public import Platform

/// The person's browser: a courtesy, whose output and failures are nobody's business.
public struct Browser: Sendable {
  public let environment: Environment

  public init(environment: Environment) {
    self.environment = environment
  }

  /// Who fails does so by then; who does not may stay for as long as the person reads.
  private static let timeout = Duration.seconds(1)
  /// Those that show the page on the terminal itself.
  private static let onTerminal: Set = ["elinks", "links", "lynx", "w3m", "www-browser"]

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
  ///
  /// - Parameter hasTerminal: whether a browser may have the terminal until the person leaves it.
  public func open(_ url: String, hasTerminal: Bool) async -> Bool {
    guard let command, let program = command.first else { return false }
    let placed = command.map { $0 == "%s" ? url : $0 }
    let words = placed == command ? command + [url] : placed
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
