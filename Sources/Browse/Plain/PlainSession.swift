import App
import Context
import Diary
import Journal
import Localization
import Terminal
import Views

/// The same interface line by line, for screen readers and terminals that cannot move their cursor.
/// The keys are those of the screen. Each change is printed once, and nothing that was printed changes.
struct PlainSession: Sendable {
  let app: App
  let runner: any CommandRunner
  var state: BrowseState
  var source: BrowseSource
  let background: BackgroundReader

  init(app: App, runner: any CommandRunner) {
    self.app = app
    self.runner = runner
    var context = app.context
    let width = app.output.screen.width()
    context.screen.width = width
    state = BrowseState(context: context, size: (width, Self.rows + 2))
    state.isFull = true
    state.isCommand = { runner.isCommand($0) }
    state.usesTerminal = { runner.usesTerminal($0) }
    state.takeKeys(of: app.settings)
    source = BrowseSource(app: app)
    background = BackgroundReader(app: app, waker: Waker())
  }

  /// The rows of a list that are printed at once.
  private static let rows = 20

  static func run(
    app: App, runner: any CommandRunner, from start: BrowseStart?
  ) async throws {
    var session = PlainSession(app: app, runner: runner)
    try await session.begin(from: start)
    while let line = try session.ask() {
      guard try await session.handle(line) else { return }
    }
  }

  private mutating func begin(from start: BrowseStart?) async throws {
    if case .day(let day)? = start { state.select(day) }
    if case .note(let id)? = start { try await source.select(note: id, in: &state) }
    if case .commit(let found)? = start { state.begin(with: found) }
    try await read()
    try showPage()
  }

  private func ask() throws -> String? {
    let day = state.reader.dateWithWeekday(state.day) + state.context.journalMark.plain
    return try app.prompts.ask(.browsePlainPrompt(day: day))
  }

  // MARK: Reading

  /// Reads what the state needs, also from clones.
  mutating func read() async throws {
    state.update(app.context)
    if (try? await source.hasChanged()) == true { state.invalidate() }
    try await source.fill(&state)
    // What was read may be what the next one needs.
    let missing: [KeyPath<BrowseState, BackgroundRequest?>] = [
      \.missingRecord, \.missingChanges, \.missingDiff, \.missingDigest, \.missingFilter,
    ]
    for path in missing {
      if let request = state[keyPath: path] { await read(request) }
    }
    if state.tab == .commits {
      while let choice = state.missingCommits.first { await read(.commits(choice)) }
    }
    try await source.fill(&state)
  }

  mutating func read(_ request: BackgroundRequest) async {
    let result = await background.result(of: request)
    state.apply(result)
  }

  // MARK: Lines

  /// Acts on a line: a key of the screen, with text if the key asks for some; a day; or a command.
  /// Returns `false` at the end.
  private mutating func handle(_ line: String) async throws -> Bool {
    let line = line.split(whereSeparator: \.isNewline).joined(separator: " ")
    let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard let first = words.first else {
      try showSelection()
      return true
    }
    let text = words.count > 1 ? String(words[1]) : ""
    if let letter = ["/", ":"].first(where: { line.hasPrefix($0) && line != $0 }) {
      return try await press(letter, text: String(line.dropFirst().trimmed))
    }
    let keys = KeyPosition.keys(of: String(first))
    if text.isEmpty, keys.count == 1, let letter = keys.first,
      state.keys.command(for: .text(String(letter))) != nil
    {
      return try await press(String(letter), text: "")
    }
    if keys.count == 1, let letter = keys.first, text.isEmpty || takesText(letter) {
      return try await press(String(letter), text: text)
    }
    return try await press(":", text: line)
  }

  /// Whether the key asks for text, or moves by a number of rows.
  private func takesText(_ letter: Character) -> Bool {
    switch state.keys.actions(for: .text(String(letter))).first {
    case .addToDo, .jot, .moveToDo, .filter, .search, .command, .down, .up: true
    case .edit: state.selectedToDo != nil
    default: false
    }
  }

  private mutating func press(_ letter: String, text: String) async throws -> Bool {
    let key = Key.text(letter == "." ? " " : letter)
    let before = Selection(state)
    let action = state.keys.actions(for: key).first
    if let steps = Int(text), action == .down || action == .up {
      for _ in 0..<min(max(steps, 0), 100_000) { _ = state.handle(key) }
      try await read()
      try showChange(since: before)
      return true
    }
    if action == .help {
      try showKeys()
      return true
    }
    var effects = state.handle(key)
    if let menu = state.menu {
      guard let chosen = try chosen(from: menu) else { return false }
      effects += chosen
    }
    if let prompt = state.prompt {
      guard let text = try text.isEmpty ? answer(to: prompt) : text else { return false }
      if text.allSatisfy(\.isWhitespace) {
        state.prompt = nil
        guard prompt.kind == .filter else { return true }
        // Without words, all rows are shown again.
        state.filter(by: "")
        try await read()
        try showList()
        return true
      }
      // The search begins with the first letter that is typed, and ends with Enter.
      state.prompt?.line = EditedLine("")
      effects += state.handle(.pasted(text))
      effects += state.handle(.enter)
      // A line that is refused is typed again as a line of its own.
      state.prompt = nil
    }
    for effect in effects {
      guard try await perform(effect) else { return false }
    }
    try await read()
    if action == .open { try showPage() } else { try showChange(since: before) }
    return true
  }

  /// Prints a menu, and asks for the number of an item; any other line closes it. Returns what the item
  /// does, or `nil` at the end.
  private mutating func chosen(from menu: Menu) throws -> [BrowseEffect]? {
    let rows = menu.items.enumerated().map { StyledText("\($0.offset + 1)  \($0.element.text)") }
    try app.output.show([StyledText(menu.title)] + rows, paged: false)
    let numbers = Message.numberRange(first: 1, last: menu.items.count)
    guard let answer = try app.prompts.ask(.labeled(label: numbers, text: "")) else { return nil }
    state.menu = nil
    guard let number = Int(answer.trimmed), menu.items.indices.contains(number - 1) else {
      return []
    }
    return state.choose(menu.items[number - 1])
  }

  /// The text for a prompt. The text that it edits is printed first.
  private func answer(to prompt: PromptLine) throws -> String? {
    if !prompt.line.text.isEmpty { try say(StyledText(prompt.line.text)) }
    return try app.prompts.ask(prompt.kind.label(in: state))
  }
}

/// What is selected, to find out what a key has changed.
struct Selection: Equatable {
  var tab: ListTab
  var position: Int
  var day: Day
  var search: Int

  init(_ state: BrowseState) {
    tab = state.tab
    position = state.list.selection
    day = state.day
    search = state.searchNumber
  }
}

extension PlainSession {
  /// Carries out what a key asks for. Returns `false` at the end.
  mutating func perform(_ effect: BrowseEffect) async throws -> Bool {
    switch effect {
    case .quit: return false
    case .change(let change, let prompt):
      await make(state.running(change, typed: prompt))
    case .undo:
      let asks = (try? await app.questionBeforeUndo()) != nil
      return try await perform(asks ? .runOnTerminal(["undo"]) : .change(.takeBack(.undo)))
    case .edit(let text):
      await source.reopen()
      try finish(text.words(state.shortIDs), onTerminal: await runner.edit(text))
    case .show(let words):
      await source.reopen()
      try finish(words, await runner.run(words, columns: state.size.columns) { _ in })
    case .runProgram(let words):
      try finish(words, onTerminal: await CommandOutcome(ofProgram: words, in: app))
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
      outcome.text.split(whereSeparator: \.isNewline).map { StyledText(printed: $0) },
      paged: false)
  }
}
