public import JSON
import Journal
public import Localization
public import Platform
public import Terminal
import Views

/// Where answers, remarks and traces go, and how they look there.
public struct Output: Sendable {
  public let streams: Streams
  public let options: RunOptions
  public let reader: Reader
  public let environment: Environment
  /// Where the answer goes, and where everything else is said.
  public var screen: Screen
  public let errorScreen: Screen

  init(
    streams: Streams, options: RunOptions, reader: Reader, environment: Environment,
    screen: Screen, errorScreen: Screen
  ) {
    self.streams = streams
    self.options = options
    self.reader = reader
    self.environment = environment
    self.screen = screen
    self.errorScreen = errorScreen
  }

  /// Whether something can be drawn beside the answer, and drawn over: a progress line.
  var canDraw: Bool { errorScreen.isTerminal && !errorScreen.isDumb && !options.isQuiet }

  // MARK: The answer

  /// The answer, for people: through a pager where it is longer than the screen.
  ///
  /// - Parameter paged: `false` for what is made for the height of the screen.
  public func show(_ lines: [StyledText], paged: Bool = true) throws {
    var text = ""
    for line in lines { text += line.render(on: screen) + "\n" }
    if paged, !options.hasNoPager, screen.needsPager(for: lines) {
      try page(text)
    } else {
      try write(text)
    }
  }

  /// A table, which may have more rows than should be held at once.
  public func show(_ table: Table) throws {
    var text = ""
    var count = 0
    table.forEachLine(on: screen) { line in
      text += line.render(on: screen) + "\n"
      count += 1
    }
    if !options.hasNoPager, screen.isTerminal, count >= screen.height ?? .max {
      try page(text)
    } else {
      try write(text)
    }
  }

  public func show(_ line: StyledText) throws { try show([line]) }

  /// The answer, for programs.
  public func show(_ json: JSONValue) throws { try write(json.text() + "\n") }

  /// Writes as it stands. A reader that has closed the pipe has seen enough.
  public func write(_ text: String) throws {
    switch streams.write(text, .output) {
    case .done, .closed: break
    case .failed(let code): throw OutputError(reason: code.message)
    }
  }

  // MARK: Beside the answer

  /// Something beside the answer: what was done, what could be done next.
  public func note(_ message: Message, _ style: Style = .plain) {
    guard !options.isQuiet else { return }
    printError(styled(message, style))
  }

  /// What the program does, for `--verbose`.
  public func trace(_ message: Message) {
    guard options.isVerbose else { return }
    printError(styled(message, .faint))
  }

  /// Standard error may be closed or full; there is nowhere left to say so.
  public func printError(_ line: StyledText) {
    let lines = errorScreen.remark(line, keepingNewlines: true).map { $0.render(on: errorScreen) }
    _ = streams.write(lines.joined(separator: "\n") + "\n", .error)
  }

  /// Sends what moves the cursor, and is for the terminal alone.
  func draw(_ sequence: String) {
    guard !sequence.isEmpty else { return }
    _ = streams.write(sequence, .error)
  }

  /// Draws words over the line that the cursor is in; with none, the line is left empty.
  func drawOver(_ words: StyledText? = nil) {
    let line = words.map {
      $0.truncated(to: errorScreen.width(), on: errorScreen)
        .render(on: errorScreen, keepingNewlines: false)
    }
    draw("\r\u{1B}[K" + (line ?? ""))
  }

  // MARK: Text

  /// A message with its values in styles of their own.
  public func styled(
    _ message: Message, _ style: Style = .plain, _ values: [String: Style] = [:]
  ) -> StyledText {
    reader.styled(message, style, values)
  }

  /// Only a screen has a width to wrap to: what goes into a pipe keeps its lines.
  public func wrapped(_ text: StyledText, indent: Int = 0) -> [StyledText] {
    screen.wrapped(text, indent: indent)
  }

  // MARK: Paging

  /// A pager that cannot be started is no reason to keep the answer back.
  private func page(_ text: String) throws {
    guard let command = Pager.command(in: environment.variables),
      let words = ShellWords.split(command), !words.isEmpty
    else { return try write(text) }
    do {
      let environment = Environment(Pager.environment(environment.variables))
      var feed = try Child.feeding(words, environment: environment)
      _ = feed.write(text)
      _ = feed.finish()
    } catch {
      try write(text)
    }
  }
}

/// Standard output did not take the answer.
public struct OutputError: Error, Explained {
  public var reason: Message

  public var explanation: Explanation { Explanation(.outputFailed(reason: reason)) }
}

/// What was written is on disk, but standard output did not take the answer that says so.
public struct OutputFailed: Error, Explained {
  public var reason: Message
  public var hint: Message

  public init(reason: Message, hint: Message) {
    self.reason = reason
    self.hint = hint
  }

  public var explanation: Explanation { Explanation(.outputFailed(reason: reason), hint: hint) }
}
