import Glibc
import Platform
import Testing

/// A real terminal with somebody at it, 80 columns and 24 rows: a tmux of its own, gone at the end.
final class Tmux {
  private let sandbox: Sandbox
  private let socket: String

  /// Starts a shell, and keeps every byte that the terminal is sent.
  init(_ sandbox: Sandbox, environment more: [String: String] = [:]) throws {
    self.sandbox = sandbox
    socket = sandbox.file("tmux")
    var environment = sandbox.environment.adding(["commitdiary": sandbox.program])
    environment = environment.adding(more)
    try tmux(
      ["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "sh"], environment)
    try tmux(["pipe-pane", "-O", "cat > '\(sandbox.file("sent"))'"])
    try wait { $0.hasPrefix("$") || $0.hasPrefix("#") }
  }

  deinit { _ = try? tmux(["kill-server"]) }

  @discardableResult
  private func tmux(_ words: [String], _ environment: Environment? = nil) throws -> String {
    let result = try Child.run(
      ["tmux", "-S", socket] + words, in: sandbox.directory,
      environment: environment ?? sandbox.environment, deadline: Sandbox.patience)
    try #require(result.status.isSuccess, "\(words): \(result.errorText)")
    return result.text
  }

  /// Types text, to the letter.
  func type(_ text: String) throws { try tmux(["send-keys", "-l", "--", text]) }

  /// Presses a key by its name in tmux: `Enter`, `Escape`, `Down`.
  func press(_ key: String) throws { try tmux(["send-keys", key]) }

  /// Runs a line of the shell to its end.
  func run(_ line: String) throws {
    try start(line + "; echo fin''ished $?")
    try wait { $0.contains("finished ") }
  }

  /// Types a line of the shell on an empty screen.
  func start(_ line: String) throws {
    try type("clear; " + line)
    try press("Enter")
  }

  /// What is to be seen, as lines of text.
  func screen() throws -> String { try tmux(["capture-pane", "-p"]) }

  /// The title that the terminal would have.
  func title() throws -> String { try tmux(["display-message", "-p", "#{pane_title}"]) }

  /// Every byte that the terminal has been sent until now.
  func sent() throws -> [UInt8] { try File.read(sandbox.file("sent")) }

  /// Waits until the screen shows something.
  @discardableResult
  func wait(screen isThere: (String) -> Bool) throws -> String {
    let deadline = ContinuousClock.now + Sandbox.patience
    while ContinuousClock.now < deadline {
      let screen = try screen()
      if isThere(screen) { return screen }
      usleep(20_000)
    }
    throw NeverShown(screen: try screen())
  }
}

struct NeverShown: Error, CustomStringConvertible {
  var screen: String

  var description: String { "The screen never showed what was waited for, but:\n\(screen)" }
}
