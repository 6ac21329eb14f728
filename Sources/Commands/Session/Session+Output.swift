import JSON
import Journal
import Localization
import Platform
import Terminal

extension Session {
  /// The answer, for people: through a pager where it is longer than the screen.
  ///
  /// - Parameter paged: `false` for what is made for the height of the screen.
  func show(_ lines: [StyledText], paged: Bool = true) throws {
    var text = ""
    for line in lines { text += line.render(on: screen) + "\n" }
    if paged, !globals.hasNoPager, screen.needsPager(for: lines) {
      try page(text)
    } else {
      try answer(text)
    }
  }

  /// A table, which may have more rows than should be held at once.
  func show(_ table: Table) throws {
    var text = ""
    var count = 0
    table.forEachLine(on: screen) { line in
      text += line.render(on: screen) + "\n"
      count += 1
    }
    if !globals.hasNoPager, screen.isTerminal, count >= screen.height ?? .max {
      try page(text)
    } else {
      try answer(text)
    }
  }

  func show(_ line: StyledText) throws { try show([line]) }

  /// The answer, for programs.
  func show(_ json: JSONValue) throws { try answer(json.text() + "\n") }

  /// Writes as it stands. A reader that has closed the pipe has seen enough.
  func answer(_ text: String) throws {
    switch Output.write(text, to: 1) {
    case .done, .closed: break
    case .failed(let code): throw OutputError(reason: code.message)
    }
  }

  /// Something beside the answer: what was done, what could be done next.
  func say(_ message: Message, _ style: Style = .plain) {
    guard !globals.isQuiet else { return }
    tell(styled(message, style))
  }

  /// What the program does, for `--verbose`.
  func trace(_ message: Message) {
    guard globals.isVerbose else { return }
    tell(styled(message, .faint))
  }

  /// Standard error may be closed or full; there is nowhere left to say so.
  func tell(_ line: StyledText) {
    _ = Output.write(line.render(on: errorScreen) + "\n", to: 2)
  }

  /// Sends what moves the cursor, and is for the terminal alone.
  func draw(_ sequence: String) {
    guard !sequence.isEmpty else { return }
    _ = Output.write(sequence, to: 2)
  }

  /// A message with its values in styles of their own.
  func styled(
    _ message: Message, _ style: Style = .plain, _ values: [String: Style] = [:]
  ) -> StyledText {
    var text = StyledText()
    for piece in reader.pieces(of: message) {
      switch piece {
      case .words(let words): text.append(words, style)
      case .value(let name, let value): text.append(value, values[name] ?? style)
      }
    }
    return text
  }

  /// Only a screen has a width to wrap to: what goes into a pipe keeps its lines.
  func wrapped(_ text: StyledText, indent: Int = 0) -> [StyledText] {
    guard let width = screen.width else { return [text] }
    return text.wrapped(to: max(width, 1), indent: indent, on: screen)
  }

  // MARK: Paging

  /// A pager that cannot be started is no reason to keep the answer back.
  private func page(_ text: String) throws {
    guard let command = Pager.command(in: environment.variables),
      let words = ShellWords.split(command), !words.isEmpty
    else { return try answer(text) }
    do {
      let environment = Environment(Pager.environment(environment.variables))
      var feed = try Child.feeding(words, environment: environment)
      _ = feed.write(text)
      _ = feed.finish()
    } catch {
      try answer(text)
    }
  }
}

/// Standard output did not take the answer.
struct OutputError: Error, Explained {
  var reason: Message

  var explanation: Explanation { Explanation(.outputFailed(reason: reason)) }
}
