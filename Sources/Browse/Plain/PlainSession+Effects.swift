import App
import Localization
import Terminal
import Views

extension PlainSession {
  /// Carries out what a key asks for. Returns `false` at the end.
  mutating func perform(_ effect: BrowseEffect) async throws -> Bool {
    switch effect {
    case .quit: return false
    case .change(let change): try await perform(change)
    case .undo: try await undo()
    case .redo: try await redo()
    case .show(let words):
      let outcome = await run(words)
      try print(outcome.isSuccess && !outcome.output.isEmpty ? outcome.output : outcome.remarks)
    case .runOnTerminal(let words):
      try await runOnTerminal(Change(words: words))
    case .changeOnTerminal(let change): try await runOnTerminal(change)
    case .search(let text, let number): await read(.search(text, number))
    // Without a screen, the text can be selected in the terminal.
    case .copy(let text): try say(StyledText(text))
    // Effects of the mouse and of drawing.
    default: break
    }
    return true
  }

  private mutating func runOnTerminal(_ change: Change) async throws {
    let before = await source.textBefore(change.words, in: state)
    await leaveJournal()
    let outcome = await runner.runOnTerminal(
      change.needsID ? ["--quiet"] + change.words : change.words)
    state.record(change.words, isSuccess: outcome.isSuccess)
    state.invalidate()
    background.forget()
    let added = change.needsID && !outcome.output.isEmpty
    try print(added ? state.reader.say(.browseNoteAdded) : outcome.output)
    try await read()
    guard outcome.isSuccess else { return }
    let done =
      added
      ? change.filled(with: CommandOutcome.line(outcome.output))
      : await source.undo(change.words, to: before)
    if let done {
      state.undoStack.append(done)
      state.redoStack = []
    }
  }

  private mutating func run(_ words: [String]) async -> CommandOutcome {
    await leaveJournal()
    let outcome = await runner.run(words, state.size.columns) { _ in }
    state.record(words, isSuccess: outcome.isSuccess)
    state.invalidate()
    return outcome
  }

  /// A text that is refused stays in its prompt, so that it is there when the key is typed again.
  private mutating func perform(_ change: Change) async throws {
    let before = change.undo == nil ? await source.textBefore(change.words, in: state) : nil
    let outcome = await run(change.needsID ? ["--quiet"] + change.words : change.words)
    guard outcome.isSuccess else {
      state.refuse(change, CommandOutcome.line(outcome.remarks))
      state.remark = nil
      if let prompt = state.prompt {
        state.abandoned[prompt.kind] = prompt.line.text
        state.prompt = nil
      }
      return try print(outcome.remarks)
    }
    let id = outcome.output.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    if change.undo != nil {
      state.undoStack.append(change.filled(with: id))
    } else if let done = await source.undo(change.words, to: before) {
      state.undoStack.append(done)
    }
    state.redoStack = []
    try print(
      change.needsID
        ? state.reader.say(.browseAdded(text: change.words.last ?? ""))
        : outcome.output.isEmpty ? outcome.remarks : outcome.output)
  }

  private mutating func undo() async throws {
    guard let change = state.undoStack.popLast() else { return }
    guard let words = change.undo else {
      return try say(StyledText(state.reader.say(.browseNoUndo)))
    }
    let outcome = await run(words)
    try print(outcome.isSuccess ? outcome.output : outcome.remarks)
    if outcome.isSuccess { state.redoStack.append(change) } else { state.undoStack.append(change) }
  }

  private mutating func redo() async throws {
    guard let change = state.redoStack.popLast() else { return }
    let outcome = await run(change.redo ?? change.words)
    try print(outcome.isSuccess ? outcome.output : outcome.remarks)
    if outcome.isSuccess { state.undoStack.append(change) } else { state.redoStack.append(change) }
  }

  private func print(_ text: String) throws {
    try app.output.show(
      text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline)
        .map { StyledText(String($0)) }, paged: false)
  }
}
