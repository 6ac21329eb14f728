import Glibc
import Platform
import Testing

/// A terminal of a fixed size. Tests type text and wait until the screen shows what they expect.
final class TmuxWindow {
  let sandbox: Sandbox
  private let socket = "test-\(UInt32.random(in: 0 ... .max))"
  private let environment: Environment

  /// Runs a shell script in which `$commitdiary` is the program.
  init(
    _ script: String, in sandbox: Sandbox, columns: Int = 40, rows: Int = 10,
    environment more: [String: String] = [:]
  ) throws {
    self.sandbox = sandbox
    // The socket is in the sandbox, so it is always removed with it.
    environment = sandbox.environment
      .adding(["commitdiary": sandbox.program, "sandbox": sandbox.path])
      .adding(["TMUX_TMPDIR": sandbox.path]).adding(more)
    let options = """
      set -g status off
      set -g default-terminal screen-256color
      set -g remain-on-exit on

      """
    try File.writeAtomically(Array(options.utf8), to: sandbox.file("tmux.conf"))
    let file = try sandbox.makeScript("tmux-script", script)
    try tell(
      "-f", sandbox.file("tmux.conf"), "new-session", "-d", "-x", "\(columns)", "-y",
      "\(rows)", file)
  }

  deinit { if isOpen { _ = try? tell("kill-server") } }

  private var isOpen = true

  /// Closes the terminal while the program runs.
  func close() throws {
    isOpen = false
    try tell("kill-server")
  }

  @discardableResult
  func tell(_ words: String...) throws -> String { try tell(words) }

  private func tell(_ words: [String]) throws -> String {
    let result = try Child.run(
      ["tmux", "-u", "-L", socket] + words, in: sandbox.directory, environment: environment,
      deadline: Sandbox.timeout)
    try #require(result.status.isSuccess, "\(words): \(result.errorText)")
    return result.text
  }

  /// Presses keys by their names: `Down`, `Enter`, `C-c`.
  func press(_ keys: String...) throws {
    for key in keys { try tell("send-keys", key) }
  }

  /// Types a text, and then presses keys.
  func type(_ text: String, press keys: String...) throws {
    try tell("send-keys", "-l", "--", text)
    for key in keys { try tell("send-keys", key) }
  }

  /// Presses keys, and waits until the screen contains a text.
  @discardableResult
  func press(
    _ keys: String..., until shown: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    for key in keys { try press(key) }
    return try wait(for: shown, sourceLocation: sourceLocation)
  }

  /// Types a text, presses keys, and waits until the screen contains a text.
  @discardableResult
  func type(
    _ text: String, press keys: String..., until shown: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    try type(text)
    for key in keys { try press(key) }
    return try wait(for: shown, sourceLocation: sourceLocation)
  }

  /// The window, as soon as it shows a text.
  func showing(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> TmuxWindow {
    try wait(for: text, sourceLocation: sourceLocation)
    return self
  }

  func resize(columns: Int, rows: Int) throws {
    try tell("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// The contents of the screen, without trailing spaces.
  func screen() throws -> String { try tell("capture-pane", "-p") }

  /// The contents of the screen and of the scrollback.
  func history() throws -> String { try tell("capture-pane", "-p", "-S", "-") }

  /// The screen and the scrollback, with the escape sequences for styles. With `joined`, wrapped
  /// lines are joined.
  func history(withStyles: Bool, joined: Bool = false) throws -> String {
    let options = (withStyles ? ["-e"] : []) + (joined ? ["-J"] : [])
    return try tell(["capture-pane", "-p", "-S", "-"] + options)
  }

  /// Waits at most 20 seconds for `isThere`, and returns the screen.
  @discardableResult
  func wait(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
    until isThere: (String) -> Bool
  ) throws -> String {
    let end = ContinuousClock.now + .seconds(20)
    while true {
      let screen = try screen()
      if isThere(screen) { return screen }
      try #require(
        ContinuousClock.now < end, "\(what) has not come:\n\(screen)",
        sourceLocation: sourceLocation)
      usleep(20_000)
    }
  }

  @discardableResult
  func wait(
    for text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    try wait("‘\(text)’", sourceLocation: sourceLocation) { $0.contains(text) }
  }
}

extension TmuxWindow {
  /// A shell on a terminal with 80 columns, which records every byte.
  convenience init(
    shellIn sandbox: Sandbox, rows: Int = 24, environment: [String: String] = [:]
  ) throws {
    try self.init("exec sh", in: sandbox, columns: 80, rows: rows, environment: environment)
    try tell("pipe-pane", "-O", "cat > '\(sandbox.file("sent"))'")
    try wait("a prompt") { $0.hasPrefix("$") || $0.hasPrefix("#") }
  }

  /// Clears the screen and types a command line.
  func start(_ line: String) throws {
    try type("clear; " + line)
    try press("Enter")
  }

  /// Runs a command line to its end, and returns the screen without the end marker.
  @discardableResult
  func run(_ line: String) throws -> [Substring] {
    // A random number, so that the marker of an earlier command is not mistaken for this one.
    let number = UInt32.random(in: 0 ... .max)
    try start(line + "; echo fin''ished \(number)")
    // What comes after the marker is the next prompt, which may not be there yet.
    return try wait(for: "finished \(number)").split(separator: "\n")
      .prefix { !$0.contains("finished \(number)") }.filter { !$0.contains("\(number)") }
  }

  /// The title that the program has set.
  func title() throws -> String { try tell("display-message", "-p", "#{pane_title}") }

  /// Every byte that was sent to the terminal since the shell began.
  func sent() throws -> [UInt8] { try File.read(sandbox.file("sent")) }
}
