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
  /// The command that runs beside the screen, and the text that it may change.
  private var task: Task<Void, Never>?
  private var edited: (text: EditedText, version: Int)?
  /// The change whose command has not ended yet.
  private var pending: PendingChange?
  private var tagsVersion: Int?
  private var weatherAskedAt: ContinuousClock.Instant?

  init(app: App, runner: CommandRunner, screen: FullScreen) {
    self.app = app
    self.runner = runner
    self.screen = screen
    state = BrowseState(context: app.context, size: screen.size)
    state.isCommand = runner.isCommand
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
    case .commit(let found)?: state.begin(with: found)
    case .search(let text)?:
      for case .search(let text, let number) in state.search(text) {
        background.request(.search(text, number))
      }
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
      for result in background.takeResults() { await apply(result) }
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

  private mutating func requestMissing() {
    requestWeather()
    if tagsVersion != state.version {
      tagsVersion = state.version
      background.request(.tags)
    }
    guard !state.isReading else { return }
    if let (measure, span) = state.missingMeasure {
      background.request(.measure(measure, span, version: state.version))
    }
    if let found = state.missingChanges {
      background.request(.changes(found.commit, found.repository))
    }
    if let day = state.missingRecord { background.request(.day(day)) }
    let wantsCommits = state.tab == .commits || state.tab == .search
    if wantsCommits, state.lists[.commits]?.version != state.version {
      background.request(.commits(first: state.today - 366, last: state.today + 1))
    }
    if state.tab == .search, state.list.version != state.version, !state.searchText.isEmpty {
      background.request(.search(state.searchText, state.searchNumber))
    }
  }

  /// Asks for the weather at the beginning and once an hour, if there is a place for it.
  private mutating func requestWeather() {
    guard app.settings.place != nil, !app.options.isOffline else { return }
    if let weatherAskedAt, weatherAskedAt.duration(to: .now) < .seconds(3600) { return }
    weatherAskedAt = .now
    background.request(.weather)
  }

  private mutating func apply(_ result: BrowseResult) async {
    if case .changed = result { return await finishChange(within: .zero) }
    guard case .output(let words, let outcome) = result else { return state.apply(result) }
    task = nil
    await source.openCreatedJournal()
    state.apply(result)
    // Without an account, a refresh reads the clones again.
    if words == ["refresh"] {
      background.forget()
      background.request(.activity)
      if outcome.status == .authentication {
        state.remark = Remark(text: state.reader.say(.browseRefreshedClones), isFailure: true)
      }
    }
    await rememberChange(by: words, outcome)
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
    if state.prompt == nil,
      state.requested != nil || KeyMap.actions(for: key).contains(where: { !$0.isMovement })
    {
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
    case .show(let words): await start(words)
    case .runOnTerminal(let words): await runOnTerminal(Change(words: words))
    case .changeOnTerminal(let change): await runOnTerminal(change)
    case .interrupt: interrupt()
    case .complete(let words, let word, let number):
      let (runner, background) = (runner, background)
      Task.detached {
        background.post(.completions(await runner.complete(words, word), number))
      }
    }
    return .proceed
  }

  /// Runs a command beside the screen.
  private mutating func start(_ words: [String]) async {
    guard state.running == nil else {
      state.remark = Remark(text: state.reader.say(.browseBusy), isFailure: true)
      return
    }
    state.running = words
    edited = TypedCommand(words).isReading ? nil : await source.textBefore(words, in: state)
    state.remark = Remark(
      text: state.reader.say(
        .browseRunning(command: LoggedCommand(words, isSuccess: true).line)))
    let (runner, background, columns) = (runner, background, state.size.columns - 2)
    let stopped = state.reader.say(.interrupted)
    task = Task.detached {
      let outcome = await ChildGroup.$current.withValue(ChildGroup()) {
        await withTaskCancellationHandler {
          await runner.run(words, columns) { background.post(.progress($0)) }
        } onCancel: { [group = ChildGroup.current] in
          group?.interrupt()
        }
      }
      // The error of a program that was killed says less.
      let isStopped = Task.isCancelled && !outcome.isSuccess
      background.post(
        .output(
          words,
          isStopped
            ? CommandOutcome(status: .interrupted, output: "", remarks: stopped) : outcome))
    }
  }

  private mutating func interrupt() {
    task?.cancel()
    state.remark = Remark(text: state.reader.say(.browseStopping))
  }

  /// Makes a change by a typed command the first one to undo.
  private mutating func rememberChange(by words: [String], _ outcome: CommandOutcome) async {
    defer { edited = nil }
    guard outcome.isSuccess, !TypedCommand(words).isReading else { return }
    let change = await source.undo(words, to: edited) ?? Change(words: words)
    // If the text is still the same, there is nothing to undo.
    if change.undo == nil, edited != nil { return }
    state.undoStack.append(change)
    state.redoStack = []
  }

  /// How long a key waits for its command. What takes longer runs beside the screen.
  private static let patience = Duration.milliseconds(100)

  private mutating func run(_ next: PendingChange, quietly: Bool = false) async {
    let (runner, background, result) = (runner, background, next.result)
    let (words, columns) = (next.words.withQuiet(quietly), max(state.size.columns - 2, 20))
    Task.detached {
      let isAwaited = result.finish(await runner.run(words, columns) { _ in })
      if !isAwaited { background.post(.changed) }
    }
    pending = next
    pending?.place = state.place
    pending?.deletion = state.deletion(by: next.words)
    await finishChange(within: Self.patience)
    if pending != nil { state.saving = next.words }
  }

  /// Takes the outcome of the pending change, if its command ends in time.
  mutating func finishChange(within limit: Duration) async {
    guard let pending, let outcome = await pending.result.outcome(within: limit) else { return }
    self.pending = nil
    state.saving = nil
    await source.openCreatedJournal()
    state.record(pending.words, isSuccess: outcome.isSuccess)
    state.invalidate()
    let change = pending.change
    if outcome.isSuccess { state.placeCursor(after: pending, outcome) }
    switch pending.kind {
    case .new(let before): await keep(change, before, outcome, deletion: pending.deletion)
    case .undo, .redo:
      state.remark = Remark(text: outcome.line, isFailure: !outcome.isSuccess)
      guard outcome.isSuccess else { return }
      if case .undo = pending.kind {
        state.undoStack.removeLast(change)
        state.redoStack.append(change)
      } else {
        state.redoStack.removeLast(change)
        state.undoStack.append(change)
      }
    }
  }

  /// Whether a change may begin: the one before has ended.
  private mutating func isFree() -> Bool {
    guard pending != nil else { return true }
    state.remark = Remark(text: state.reader.say(.browseStillSaving), isFailure: true)
    return false
  }

  private mutating func perform(_ change: Change) async {
    await finishChange(within: .zero)
    guard isFree() else {
      return state.refuse(change, state.reader.say(.browseStillSaving))
    }
    let before = change.undo == nil ? await source.textBefore(change.words, in: state) : nil
    await run(
      PendingChange(change: change, kind: .new(before: before), words: change.words),
      quietly: change.needsID)
  }

  private mutating func keep(
    _ change: Change, _ before: (text: EditedText, version: Int)?, _ outcome: CommandOutcome,
    deletion: Message?
  ) async {
    guard outcome.isSuccess else {
      state.refuse(change, CommandOutcome.line(outcome.remarks))
      return
    }
    let id = outcome.output.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    let done =
      change.undo == nil ? await source.undo(change.words, to: before) : change.filled(with: id)
    if let done {
      state.undoStack.append(done)
      state.redoStack = []
    }
    state.remark = Remark(
      text: change.needsID
        ? state.reader.say(.browseAdded(text: change.addedText))
        : deletion.map { state.reader.say($0) } ?? outcome.line,
      action: change.isDeletion && done != nil ? .undo : nil)
  }

  private mutating func undo() async {
    await finishChange(within: .zero)
    guard isFree(), let change = state.undoStack.last else { return }
    guard let words = change.undo else {
      state.undoStack.removeLast()
      state.remark = Remark(text: state.reader.say(.browseNoUndo), isFailure: true)
      return
    }
    await run(PendingChange(change: change, kind: .undo, words: words))
  }

  private mutating func redo() async {
    await finishChange(within: .zero)
    guard isFree(), let change = state.redoStack.last else { return }
    await run(PendingChange(change: change, kind: .redo, words: change.redo ?? change.words))
  }

  /// Leaves the screen to a command, such as one that opens the editor, and returns to it.
  private mutating func runOnTerminal(_ change: Change) async {
    let words = change.words
    let before = await source.textBefore(words, in: state)
    await source.reopen()
    screen.end()
    let outcome = await runner.runOnTerminal(change.needsID ? ["--quiet"] + words : words)
    if !outcome.isSuccess { _ = try? app.prompts.ask(.browsePressEnter) }
    screen.begin()
    resize()
    state.record(words, isSuccess: outcome.isSuccess)
    state.invalidate()
    background.forget()
    await fill()
    let output = CommandOutcome.line(outcome.output)
    guard outcome.isSuccess, !output.isEmpty || before != nil else {
      state.remark = nil
      return
    }
    var done = await source.undo(words, to: before)
    if change.needsID, !output.isEmpty {
      done = change.filled(with: output)
      state.remark = Remark(text: state.reader.say(.browseNoteAdded))
    } else {
      state.remark = output.isEmpty ? nil : Remark(text: output)
    }
    if let done {
      state.undoStack.append(done)
      state.redoStack = []
    }
  }

  // MARK: The end

  /// Texts that were kept as drafts when the screen ended.
  struct KeptTexts: ~Copyable {
    var paths: [String] = []
    /// The draft of the change whose command has not ended yet.
    var pending: Drafts.Open?
  }

  /// Stops the command that runs beside the screen, and keeps what was not saved as drafts. A
  /// second signal waits for this (`InterruptHandler.setKeepsTexts`), and then ends the program.
  func keepTexts() -> KeptTexts {
    task?.cancel()
    var kept = KeptTexts()
    var typed = state.abandoned
    if let prompt = state.prompt { typed[prompt.kind] = prompt.line.text }
    for (kind, text) in state.refused + typed.map({ (kind: $0.key, text: $0.value) }) {
      guard let draft = draft(kind, text) else { continue }
      if let path = try? app.drafts.begin(draft, text: text).path { kept.paths.append(path) }
    }
    if let pending, let (kind, text) = state.typedText(of: pending.change),
      let draft = draft(kind, text)
    {
      kept.pending = try? app.drafts.begin(draft, text: text)
    }
    return kept
  }

  /// Waits until the change that is being saved has ended, and removes its draft if it is saved.
  ///
  /// - Returns: the paths of the drafts that remain.
  func finish(_ kept: consuming KeptTexts) async -> [String] {
    guard let pending else { return kept.paths }
    let outcome = await pending.result.outcome(within: .seconds(60))
    guard let draft = kept.pending.take() else { return kept.paths }
    if outcome?.isSuccess == true, (try? draft.remove()) != nil { return kept.paths }
    return kept.paths + [draft.path]
  }

  /// A draft of a line that was typed into a prompt; `nil` if it is not a text of the diary.
  private func draft(_ kind: PromptKind, _ text: String) -> Draft? {
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    let subject: Draft.Subject
    switch kind {
    case .jot(let day):
      subject = .jot(on: day, at: day == state.today ? state.context.now.time : nil, tags: [])
    case .toDo(let day): subject = .toDo(on: day, edited: nil)
    case .editToDo: subject = .toDo(on: state.day, edited: nil)
    case .search, .command, .moveToDo, .moveNote, .tags: return nil
    }
    return Draft(subject, original: "", startedAt: app.clock.now.instant)
  }
}

extension [Change] {
  /// Removes the last one that is equal to `change`.
  fileprivate mutating func removeLast(_ change: Change) {
    if let index = lastIndex(of: change) { remove(at: index) }
  }
}

extension [String] {
  /// The words with the option that makes a command print only ids.
  fileprivate func withQuiet(_ isQuiet: Bool) -> [String] { isQuiet ? ["--quiet"] + self : self }
}
