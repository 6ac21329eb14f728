import Arguments
public import JSON
import Journal
public import Localization
public import Platform
public import Terminal
import Views

/// Where results, remarks and traces are written, and how they look there.
public struct Output: Sendable {
  public let streams: Streams
  public let options: RunOptions
  public let reader: Reader
  public let environment: Environment
  /// The screen for results, and the one for everything else.
  public var screen: Screen
  public let errorScreen: Screen

  /// Whether a progress line can be drawn and redrawn on standard error.
  var canDraw: Bool { errorScreen.isTerminal && !errorScreen.isDumb && !options.isQuiet }

  // MARK: Results

  /// Prints human-readable output, through a pager if it is longer than the screen.
  ///
  /// - Parameter paged: `false` for output that is made to fit the height of the screen.
  public func show(_ lines: [StyledText], paged: Bool = true) throws {
    var text = ""
    for line in lines { text += line.render(on: screen) + "\n" }
    if paged, canPage, screen.needsPager(for: lines) {
      try page(text)
    } else {
      try write(text)
    }
  }

  /// Prints a table line by line, because it may have too many rows to hold at once.
  public func show(_ table: Table) throws {
    var text = ""
    var count = 0
    table.forEachLine(on: screen) { line in
      text += line.render(on: screen) + "\n"
      count += 1
    }
    if canPage, count >= screen.height ?? .max {
      try page(text)
    } else {
      try write(text)
    }
  }

  public func show(_ line: StyledText) throws { try show([line]) }

  /// Prints a result for programs.
  public func show(_ json: JSONValue) throws { try write(json.text() + "\n") }

  /// Writes the text unchanged. A pipe closed by its reader is not an error.
  public func write(_ text: String) throws { _ = try writeIfRead(text) }

  /// The same for a part of a long result.
  ///
  /// - Returns: whether the output is still read.
  public func writeIfRead(_ text: String) throws -> Bool {
    switch streams.write(text, .output) {
    case .done: return true
    case .closed: return false
    case .failed(let code): throw OutputError(reason: code.message)
    }
  }

  // MARK: Remarks

  /// Prints a remark on standard error: what was done, or what could be done next.
  public func note(_ message: Message, _ style: Style = .plain) {
    guard !options.isQuiet else { return }
    printError(styled(message, style))
  }

  /// Prints what the program does, for `--verbose`.
  public func trace(_ message: Message) {
    guard options.isVerbose else { return }
    printError(styled(message, .remark))
  }

  /// Prints what failed and what to do about it, after which the program continues.
  public func explain(_ problem: Explanation) {
    printError(StyledText(reader.say(problem.message), .failure))
    guard let hint = problem.hint else { return }
    let line = StyledText("  \(errorScreen.arrow) " + reader.say(hint), .remark)
    for line in errorScreen.remark(line, indent: 4) { printError(line) }
  }

  /// Failures are ignored: if standard error is closed or full, they cannot be reported.
  public func printError(_ line: StyledText) {
    let lines = errorScreen.remark(line, keepingNewlines: true).map { $0.render(on: errorScreen) }
    _ = streams.write(lines.joined(separator: "\n") + "\n", .error)
  }

  /// Writes control sequences to the terminal.
  func draw(_ sequence: String) {
    guard !sequence.isEmpty else { return }
    _ = streams.write(sequence, .error)
  }

  // MARK: Text

  /// A message in one style, with its values in styles of their own.
  public func styled(
    _ message: Message, _ style: Style = .plain, _ values: [String: Style] = [:]
  ) -> StyledText {
    reader.styled(message, style, values)
  }

  /// Wraps the text to the width of a terminal. Text for a pipe is not wrapped.
  public func wrapped(_ text: StyledText, indent: Int = 0) -> [StyledText] {
    screen.wrapped(text, indent: indent)
  }

  // MARK: Paging

  /// Whether a result that is longer than the screen is shown in a pager.
  var canPage: Bool { screen.isTerminal && !options.hasNoPager }

  /// Starts the pager. `nil` if there is none or it cannot be started.
  func startPager() -> ChildFeed? {
    guard let command = Pager.command(in: environment.variables),
      let words = ShellWords(command).all, !words.isEmpty
    else { return nil }
    let environment = Environment(Pager.environment(environment.variables))
    return try? Child.feeding(words, environment: environment)
  }

  /// If the pager cannot be started, the text is written directly.
  private func page(_ text: String) throws {
    guard var feed = startPager() else { return try write(text) }
    _ = feed.write(text)
    _ = feed.finish()
  }
}

/// Writing the result to standard output failed.
public struct OutputError: Error, Explained {
  public var reason: Message

  public var explanation: Explanation { Explanation(.outputFailed(reason: reason)) }
}

/// The change was saved, but writing the confirmation to standard output failed.
public struct OutputFailed: Error, Explained {
  public var reason: Message
  public var hint: Message

  public init(reason: Message, hint: Message) {
    self.reason = reason
    self.hint = hint
  }

  public var explanation: Explanation { Explanation(.outputFailed(reason: reason), hint: hint) }
}
