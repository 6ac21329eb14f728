import Arguments
package import JSON
package import Localization
package import Platform
package import Terminal
import Views

/// Where results, remarks and traces are written, and how they look there.
package struct Output: Sendable {
  package let streams: Streams
  package let options: RunOptions
  package let reader: Reader
  package let environment: Environment
  /// The screen for results, and the one for everything else.
  package var screen: Screen
  package let errorScreen: Screen

  /// Whether a progress line can be drawn and redrawn on standard error.
  package var canDraw: Bool { errorScreen.isTerminal && !errorScreen.isDumb && !options.isQuiet }

  // MARK: Results

  /// Prints human-readable output, through a pager if it is longer than the screen.
  ///
  /// - Parameter paged: `false` for output that is made to fit the height of the screen.
  package func show(_ lines: [StyledText], paged: Bool = true) throws {
    var text = ""
    for line in lines { text += line.render(on: screen) + "\n" }
    if paged, canPage, screen.needsPager(for: lines) {
      try page(text)
    } else {
      try write(text)
    }
  }

  /// Prints a table line by line, because it may have too many rows to hold at once.
  package func show(_ table: Table) throws {
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

  package func show(_ line: StyledText) throws { try show([line]) }

  /// Prints a result for programs.
  package func show(_ json: JSONValue) throws { try write(json.text() + "\n") }

  /// Writes the text unchanged. A pipe closed by its reader is not an error.
  package func write(_ text: String) throws { _ = try writeIfRead(text) }

  /// The same for a part of a long result.
  ///
  /// - Returns: whether the output is still read.
  package func writeIfRead(_ text: String) throws -> Bool {
    switch streams.write(text, .output) {
    case .done: return true
    case .closed: return false
    case .failed(let code): throw OutputError(reason: code.message)
    }
  }

  // MARK: Remarks

  /// Prints a remark on standard error: what was done, or what could be done next.
  package func note(_ message: Message, _ style: Style = .plain) {
    guard !options.isQuiet else { return }
    printError(styled(message, style))
  }

  /// Prints what the program does, for `--verbose`.
  package func trace(_ message: Message) {
    guard options.isVerbose else { return }
    printError(styled(message, .remark))
  }

  /// Prints what failed and what to do about it, after which the program continues.
  package func explain(_ problem: Explanation) {
    printError(StyledText(reader.say(problem.message), .failure))
    guard let hint = problem.hint else { return }
    let line = StyledText("  \(errorScreen.arrow) " + reader.say(hint), .remark)
    for line in errorScreen.remark(line, indent: 4) { printError(line) }
  }

  /// Failures are ignored: if standard error is closed or full, they cannot be reported.
  package func printError(_ line: StyledText) {
    let lines = errorScreen.remark(line, keepingNewlines: true).map { $0.render(on: errorScreen) }
    _ = streams.write(lines.joined(separator: "\n") + "\n", .error)
  }

  /// Writes control sequences to the terminal.
  package func draw(_ sequence: String) {
    guard !sequence.isEmpty else { return }
    _ = streams.write(sequence, .error)
  }

  // MARK: Text

  /// A message in one style, with its values in styles of their own.
  package func styled(
    _ message: Message, _ style: Style = .plain, _ values: [String: Style] = [:]
  ) -> StyledText {
    reader.styled(message, style, values)
  }

  /// Wraps the text to the width of a terminal. Text for a pipe is not wrapped.
  package func wrapped(_ text: StyledText, indent: Int = 0) -> [StyledText] {
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
package struct OutputError: Error, Explained {
  package var reason: Message

  package var explanation: Explanation { Explanation(.outputFailed(reason: reason)) }
}

/// Writes a long result while it is made. On a terminal, it goes to a pager as soon as it is longer
/// than the screen; elsewhere it is written at once.
package struct PagedWriter: ~Copyable {
  private let output: Output
  /// The pager; `nil` if none is used or it is not started yet.
  private var pager: ChildFeed?
  /// The text that is kept back until it is known whether it fits on the screen; `nil` afterwards.
  private var pending: String?
  private var rows = 0
  /// Whether the reader has stopped reading: the pager was left, or the pipe is closed.
  package private(set) var isClosed = false

  fileprivate init(_ output: Output) {
    self.output = output
    if output.canPage, output.screen.height != nil { pending = "" }
  }

  package mutating func write(_ lines: [StyledText]) throws {
    let screen = output.screen
    var text = ""
    for line in lines { text += line.render(on: screen) + "\n" }
    guard let earlier = pending else { return try send(text) }
    pending = earlier + text
    rows += lines.reduce(0) { $0 + screen.rows(of: $1) }
    if rows >= screen.height ?? .max { try startPager() }
  }

  /// Writes what was kept back, and waits until the pager is left.
  fileprivate mutating func finish() throws {
    if let text = pending {
      pending = nil
      try send(text)
    }
    _ = pager?.finish()
  }

  /// If the pager cannot be started, the text is written directly.
  private mutating func startPager() throws {
    pager = output.startPager()
    let text = pending ?? ""
    pending = nil
    try send(text)
  }

  private mutating func send(_ text: String) throws {
    guard !isClosed, !text.isEmpty else { return }
    if pager != nil {
      isClosed = pager?.write(text) != .done
    } else {
      isClosed = try !output.writeIfRead(text)
    }
  }
}

extension Output {
  /// Prints a long text while it is made, through a pager if it is longer than the screen.
  /// `body` can stop as soon as `isClosed` is set.
  ///
  /// If `body` throws, what it has written is shown before the error.
  package func stream(_ body: (inout PagedWriter) async throws -> Void) async throws {
    var writer = PagedWriter(self)
    do {
      try await body(&writer)
    } catch {
      try? writer.finish()
      throw error
    }
    try writer.finish()
  }
}
