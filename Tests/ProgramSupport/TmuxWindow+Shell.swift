import Platform
import Testing

extension TmuxWindow {
  /// A shell on a terminal of 80 columns, every byte of which is kept.
  convenience init(
    shellIn sandbox: Sandbox, rows: Int = 24, environment: [String: String] = [:]
  ) throws {
    try self.init("exec sh", in: sandbox, columns: 80, rows: rows, environment: environment)
    try tell("pipe-pane", "-O", "cat > '\(sandbox.file("sent"))'")
    try wait("a prompt") { $0.hasPrefix("$") || $0.hasPrefix("#") }
  }

  /// Types a line of the shell on an empty screen.
  func start(_ line: String) throws {
    try type("clear; " + line)
    try press("Enter")
  }

  /// Runs a line of the shell to its end, and returns the screen without the word that says so.
  @discardableResult
  func run(_ line: String) throws -> [Substring] {
    // Never the word of the line before, which may be on the screen for a moment more.
    let number = UInt32.random(in: 0 ... .max)
    try start(line + "; echo fin''ished \(number)")
    return try wait(for: "finished \(number)").split(separator: "\n")
      .filter { !$0.contains("\(number)") }
  }

  /// The title that the terminal would have.
  func title() throws -> String { try tell("display-message", "-p", "#{pane_title}") }

  /// Every byte that the terminal has been sent since the shell began.
  func sent() throws -> [UInt8] { try File.read(sandbox.file("sent")) }
}
