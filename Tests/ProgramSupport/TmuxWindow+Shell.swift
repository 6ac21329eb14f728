import Platform
import Testing

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
