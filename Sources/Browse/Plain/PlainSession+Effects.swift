import App
import Context
import Localization
import Terminal
import Views

extension PlainSession {
  /// Carries out what a key asks for. Returns `false` at the end.
  mutating func perform(_ effect: BrowseEffect) async throws -> Bool {
    switch effect {
    case .quit: return false
    case .change(let change, let prompt):
      await make(state.running(change, typed: prompt))
    case .edit(let text):
      await source.reopen()
      try finish(text.words(state.shortIDs), onTerminal: await runner.edit(text))
    case .show(let words):
      await source.reopen()
      try finish(words, await runner.run(words, columns: state.size.columns) { _ in })
    case .runOnTerminal(let words):
      await source.reopen()
      try finish(words, onTerminal: await runner.runOnTerminal(words))
    case .search(let text, let number): await read(.search(text, number))
    // Without a screen, the text can be selected in the terminal.
    case .copy(let text): try say(StyledText(text))
    // Effects of the mouse and of drawing.
    default: break
    }
    return true
  }

  /// A text that is refused stays in its prompt, so that it is there when the key is typed again.
  private mutating func make(_ command: RunningCommand) async {
    guard let change = command.change else { return }
    await source.reopen()
    state.finish(command, await CommandOutcome(making: change, in: app))
    if let prompt = state.prompt { state.abandoned[prompt.kind] = prompt.line.text }
    state.prompt = nil
  }

  private mutating func finish(_ words: [String], onTerminal outcome: CommandOutcome) throws {
    var outcome = outcome
    // Standard error was shown.
    outcome.remarks = ""
    try finish(words, outcome)
    background.forget()
  }

  /// Prints the output of a command, or the remark about what it has changed.
  private mutating func finish(_ words: [String], _ outcome: CommandOutcome) throws {
    state.finish(RunningCommand(words: words, place: state.place), outcome)
    guard outcome.changes.isEmpty || state.remark == nil else { return }
    (state.overlay, state.remark) = (nil, nil)
    try app.output.show(
      outcome.text.split(whereSeparator: \.isNewline).map { StyledText(String($0)) },
      paged: false)
  }
}
