import App
import Diary
import Journal
import Localization
import Platform
import Terminal
import Views

/// The loop of a session: events change the state, effects are carried out, and the state is drawn.
struct BrowseLoop {
  let app: App
  let runner: CommandRunner
  let screen: FullScreen
  var state: BrowseState
  var source: BrowseSource
  let background: BackgroundReader
  private var lastCheck = ContinuousClock.now

  init(app: App, runner: CommandRunner, screen: FullScreen) {
    self.app = app
    self.runner = runner
    self.screen = screen
    state = BrowseState(context: app.context, size: screen.size)
    source = BrowseSource(app: app)
    background = BackgroundReader(app: app, waker: screen.waker)
  }

  /// Reads what the first frame shows. Errors are thrown before the terminal is changed.
  mutating func begin(from start: BrowseSession.Start?) async throws {
    state.context.screen.width = screen.size.columns
    switch start {
    case .day(let day)?: state.select(day)
    case .note(let id)?:
      try await source.select(note: id, in: &state)
      state.focus = .page
    case nil: break
    }
    try await source.fill(&state)
  }

  /// How long to wait for a key before the journal and the time are checked again.
  private static let pause = Int32(1000)

  /// Runs to the end, and returns whether a signal or the loss of the terminal was the reason.
  mutating func run() async -> Bool {
    screen.begin()
    draw()
    screen.askForKeyProtocol()
    background.request(.activity)
    defer { background.stop() }
    while true {
      let events = screen.next(atMost: Self.pause)
      if events.isOver || Task.isCancelled { return true }
      if events.isRedrawn {
        resize()
        if !state.usesMouse { screen.setMouse(false) }
      }
      for key in events.keys {
        if await handle(key) == .quit { return false }
      }
      for result in background.takeResults() { state.apply(result) }
      await checkForChanges()
      await fill()
      screen.setTyping(state.prompt != nil)
      draw()
      requestMissing()
    }
  }

  private func draw() {
    let frame = BrowseView.frame(of: state)
    screen.draw(frame.grid, cursor: frame.cursor)
  }

  private mutating func resize() {
    state.size = screen.size
    state.context.screen.width = state.size.columns
    state.page.lines = nil
  }

  /// Reads the time, and whether the journal has changed, about once a second.
  private mutating func checkForChanges() async {
    guard lastCheck.duration(to: .now) >= .milliseconds(Int(Self.pause) - 50) else { return }
    lastCheck = .now
    var context = app.context
    context.screen = state.context.screen
    state.update(context)
    if (try? await source.hasChanged()) == true { state.invalidate() }
  }

  /// Reads what the state needs. A failure is shown, and what was read before stays.
  private mutating func fill() async {
    do {
      try await source.fill(&state)
    } catch {
      let explanation = Explanation(of: error)
      state.remark = Remark(text: state.reader.say(explanation.message), isFailure: true)
    }
  }

  private func requestMissing() {
    guard !state.isReading else { return }
    if let day = state.missingRecord { background.request(.day(day)) }
    if state.tab == .commits, state.list.version != state.version {
      background.request(.commits(first: state.today - 366, last: state.today + 1))
    }
    if state.tab == .search, state.list.version != state.version, !state.searchText.isEmpty {
      background.request(.search(state.searchText, state.searchNumber))
    }
  }

  // MARK: Keys and effects

  /// Handles each letter by itself, because several may arrive at once.
  private mutating func handle(_ key: Key) async -> Outcome {
    guard state.prompt == nil, case .text(let text) = key, text.count > 1 else {
      return await handleOne(key)
    }
    for letter in text {
      if await handleOne(.text(String(letter))) == .quit { return .quit }
    }
    return .proceed
  }

  private mutating func handleOne(_ key: Key) async -> Outcome {
    // An action needs the row that earlier keys have moved to.
    if state.prompt == nil, KeyMap.actions(for: key).contains(where: { !$0.isMovement }) {
      await fill()
    }
    for effect in state.handle(key) {
      if await perform(effect) == .quit { return .quit }
    }
    return .proceed
  }

  enum Outcome { case proceed, quit }

  private mutating func perform(_ effect: BrowseEffect) async -> Outcome {
    switch effect {
    case .quit: return .quit
    case .suspend: screen.suspend()
    case .redraw: screen.redraw()
    case .setMouse(let isOn):
      screen.setMouse(isOn)
      state.remark = Remark(text: state.reader.say(isOn ? .browseMouseOn : .browseMouseOff))
    case .copy(let text):
      screen.send("\u{1B}]52;c;\(Base64.encode(text.utf8.prefix(100_000)))\u{7}")
      state.remark = Remark(text: state.reader.say(.browseCopied))
    case .search(let text, let number): background.request(.search(text, number))
    case .change(let change): await perform(change)
    case .undo: await undo()
    case .redo: await redo()
    case .show(let words): start(words)
    case .runOnTerminal(let words): await runOnTerminal(words)
    }
    return .proceed
  }

  /// Runs a command in the background.
  private mutating func start(_ words: [String]) {
    guard state.running == nil else {
      state.remark = Remark(text: state.reader.say(.browseBusy), isFailure: true)
      return
    }
    state.running = words
    state.remark = Remark(
      text: state.reader.say(
        .browseRunning(command: LoggedCommand(words, isSuccess: true).line)))
    let (runner, background, columns) = (runner, background, state.size.columns - 2)
    Task.detached { background.post(.output(words, await runner.run(words, columns))) }
  }

  private mutating func run(_ words: [String], quietly: Bool = false) async -> CommandOutcome {
    let outcome = await runner.run(words.withQuiet(quietly), max(state.size.columns - 2, 20))
    await source.openCreatedJournal()
    state.record(words, isSuccess: outcome.isSuccess)
    state.invalidate()
    return outcome
  }

  private mutating func perform(_ change: Change) async {
    let outcome = await run(change.words, quietly: change.needsID)
    guard outcome.isSuccess else {
      state.refuse(change, CommandOutcome.line(outcome.remarks))
      return
    }
    let id = outcome.output.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    let done = change.filled(with: id)
    state.undoStack.append(done)
    state.redoStack = []
    state.remark = Remark(
      text: change.needsID
        ? state.reader.say(.browseAdded(text: change.words.last ?? "")) : outcome.line)
  }

  private mutating func undo() async {
    guard let change = state.undoStack.last else { return }
    guard let words = change.undo else {
      state.undoStack.removeLast()
      state.remark = Remark(text: state.reader.say(.browseNoUndo), isFailure: true)
      return
    }
    let outcome = await run(words)
    state.remark = Remark(text: outcome.line, isFailure: !outcome.isSuccess)
    guard outcome.isSuccess else { return }
    state.undoStack.removeLast()
    state.redoStack.append(change)
  }

  private mutating func redo() async {
    guard let change = state.redoStack.last else { return }
    let outcome = await run(change.redo ?? change.words)
    state.remark = Remark(text: outcome.line, isFailure: !outcome.isSuccess)
    guard outcome.isSuccess else { return }
    state.redoStack.removeLast()
    state.undoStack.append(change)
  }

  /// Leaves the screen to a command, such as one that opens the editor, and returns to it.
  private mutating func runOnTerminal(_ words: [String]) async {
    let before = state.page.textVersion
    await source.reopen()
    screen.end()
    let outcome = await runner.runOnTerminal(words)
    if !outcome.isSuccess { _ = try? app.prompts.ask(.browsePressEnter) }
    screen.begin()
    resize()
    state.record(words, isSuccess: outcome.isSuccess)
    state.invalidate()
    background.forget()
    await fill()
    state.remark = outcome.output.isEmpty ? nil : Remark(text: CommandOutcome.line(outcome.output))
    if let before, let undo = state.page.undo(to: before) {
      state.undoStack.append(Change(words: words, undo: undo, redo: state.page.restoring))
    }
  }

  // MARK: The end

  /// Keeps lines that were typed and not saved as drafts, and returns their paths.
  func keepTypedTexts() -> [String] {
    var texts = state.abandoned
    if let prompt = state.prompt { texts[prompt.kind] = prompt.line.text }
    return texts.compactMap { kind, text -> String? in
      guard text.contains(where: { !$0.isWhitespace }) else { return nil }
      let subject: Draft.Subject
      switch kind {
      case .jot:
        subject = .jot(
          on: state.day, at: state.day == state.today ? state.context.now.time : nil, tags: [])
      case .toDo, .editToDo: subject = .toDo(on: state.day, edited: nil)
      case .search, .command, .moveToDo: return nil
      }
      let draft = Draft(subject, original: "", startedAt: app.clock.now.instant)
      return try? app.drafts.begin(draft, text: text).path
    }
  }
}

extension [String] {
  /// The words with the option that makes a command print only ids.
  fileprivate func withQuiet(_ isQuiet: Bool) -> [String] { isQuiet ? ["--quiet"] + self : self }
}
