public import App
import Diary
import Journal
import Localization
import Terminal
import Views

/// The same interface line by line, for screen readers and terminals that cannot move their cursor:
/// each answer is printed once, and nothing that was printed changes.
public struct PlainSession: Sendable {
  private let app: App
  private let runner: CommandRunner

  public init(app: App, runner: CommandRunner) {
    self.app = app
    self.runner = runner
  }

  public func run(from start: BrowseSession.Start?) async throws {
    var state = BrowseState(
      context: app.context, size: (app.output.screen.width(), app.output.screen.height ?? 24))
    var source = BrowseSource(app: app)
    if case .day(let day)? = start { state.select(day) }
    if case .note(let id)? = start { try await source.select(note: id, in: &state) }
    if case .commit(let found)? = start { state.begin(with: found) }
    try await show(&state, &source)
    while let line = try ask(state) {
      guard try await handle(line, &state, &source) else { return }
    }
  }

  private func ask(_ state: BrowseState) throws -> String? {
    try app.prompts.ask(.browsePlainPrompt(day: state.reader.dateWithWeekday(state.day)))
  }

  private func show(_ state: inout BrowseState, _ source: inout BrowseSource) async throws {
    state.isFull = true
    state.focus = .page
    try await source.fill(&state)
    let lines = state.page.content?.lines(in: app.context) ?? []
    try app.output.show(lines, paged: false)
  }

  /// Returns `false` at the end.
  private func handle(
    _ line: String, _ state: inout BrowseState, _ source: inout BrowseSource
  ) async throws -> Bool {
    let line = line.split(whereSeparator: \.isNewline).joined()
    let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard let first = words.first else { return true }
    let text = words.count > 1 ? String(words[1]) : ""
    let keys = first.count == 1 ? KeyPlace.keys(of: String(first)) : []
    switch (keys, text.isEmpty) {
    case (["q"], true): return false
    case (["?"], true):
      try app.output.show(app.output.wrapped(StyledText(app.reader.say(.browsePlainHelp))))
    case (["@"], true): try app.output.show(state.logOverlay.lines, paged: false)
    case (["n"], true), (["j"], true): try await go(to: state.day + 1, &state, &source)
    case (["p"], true), (["k"], true): try await go(to: state.day - 1, &state, &source)
    case (["t"], true): try await go(to: state.today, &state, &source)
    case (["e"], true):
      try await run(
        Change(words: ["diary", "write", "\(state.day)"]), onTerminal: true, &state, &source)
    case (["d"], true):
      for case .change(let change) in state.handle(.text("d")) {
        try await run(change, &state, &source)
      }
    case (["u"], true):
      if let change = state.undoStack.popLast(), let undo = change.undo {
        try await run(Change(words: undo), &state, &source)
      }
    case (["a"], false), (["i"], false):
      _ = state.handle(.text(String(keys)))
      state.prompt?.line = EditedLine(text)
      for case .change(let change) in state.handle(.enter) {
        try await run(change, &state, &source)
      }
    default:
      if let day = DayExpressionReader(context: state.context).day(line) {
        try await go(to: day, &state, &source)
      } else if var words = BrowseState.words(line) {
        if words.first == "commitdiary" { words.removeFirst() }
        if !words.isEmpty { try await run(Change(words: words), &state, &source) }
      }
    }
    return true
  }

  private func go(
    to day: Day, _ state: inout BrowseState, _ source: inout BrowseSource
  ) async throws {
    state.show(.days)
    state.select(day)
    try await show(&state, &source)
  }

  private func run(
    _ change: Change, onTerminal: Bool = false, _ state: inout BrowseState,
    _ source: inout BrowseSource
  ) async throws {
    let before = change.undo == nil ? await source.textBefore(change.words, in: state) : nil
    await source.reopen()
    let words = change.needsID ? ["--quiet"] + change.words : change.words
    let outcome =
      onTerminal
      ? await runner.runOnTerminal(words) : await runner.run(words, app.output.screen.width())
    state.record(change.words, isSuccess: outcome.isSuccess)
    state.invalidate()
    if outcome.isSuccess, change.undo != nil {
      let id = outcome.output.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      state.undoStack.append(change.filled(with: id))
    } else if outcome.isSuccess, let done = await source.undo(change.words, to: before) {
      state.undoStack.append(done)
    }
    let text =
      change.needsID && outcome.isSuccess
      ? app.reader.say(.browseAdded(text: change.words.last ?? ""))
      : outcome.output + outcome.remarks
    try app.output.show(
      text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline)
        .map { StyledText(String($0)) }, paged: false)
    try await source.fill(&state)
  }
}
