import Accounts
import App
import Context
import Diary
import Journal
import Localization
import Platform
import Terminal
import Views

/// The loop of a session: events change the state, effects are carried out, and the state is drawn.
struct BrowseLoop {
  let app: App
  let runner: any CommandRunner
  let screen: FullScreen
  var state: BrowseState
  var source: BrowseSource
  let background: BackgroundReader
  private var lastCheck = ContinuousClock.now
  /// The commands that run beside the screen, by their numbers.
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var lastNumber = 0
  /// The change that has not been saved yet.
  private var pending: (change: RunningCommand, outcome: PendingOutcome)?
  private var tagsVersion: Int?
  private var weatherAskedAt: ContinuousClock.Instant?

  init(app: App, runner: any CommandRunner, screen: FullScreen) {
    self.app = app
    self.runner = runner
    self.screen = screen
    state = BrowseState(context: app.context, size: screen.size)
    state.isCommand = { runner.isCommand($0) }
    state.usesTerminal = { runner.usesTerminal($0) }
    state.digestSpan = { runner.digestSpan(of: $0) }
    state.takeKeys(of: app.settings)
    source = BrowseSource(app: app)
    background = BackgroundReader(app: app, waker: screen.waker)
  }

  /// Reads what the first frame shows. Errors are thrown before the terminal is changed.
  mutating func begin(from start: BrowseStart?) async throws {
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
        if Task.isCancelled { return true }
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
    state.update(app.context)
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
    let missing = [
      state.missingChanges, state.missingDiff, state.missingFilter, state.missingRecord,
      state.missingDigest,
    ]
    for case let request? in missing { background.request(request) }
    for choice in state.missingCommits { background.request(.commits(choice)) }
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
    guard case .output(let command, let outcome) = result else { return state.apply(result) }
    // What has ended while a key waited for it was taken then.
    guard tasks.removeValue(forKey: command.number) != nil else { return }
    await source.openCreatedJournal()
    state.apply(result)
    // Without an account, a refresh reads the clones again.
    if command.words == ["refresh"] {
      background.forget()
      background.request(.activity)
      if outcome.status == .authentication {
        state.remark = Remark(text: state.reader.say(.browseRefreshedClones), isFailure: true)
      }
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
    // An action needs the row that earlier keys have moved to, and a list that was never shown has
    // no rows to move to.
    let actions = state.actions(for: key)
    let isOwnCommand = state.command(for: key) != nil
    let isListUnread = !actions.isEmpty && state.list.version < 0
    if state.requested != nil || isListUnread || isOwnCommand
      || actions.contains(where: { !$0.isMovement })
    {
      await fill()
    }
    if isOwnCommand || actions.contains(where: \.needsTarget), await isTargetGone() {
      state.remark = Remark(text: state.reader.say(.browseChangedMeanwhile), isFailure: true)
      return .proceed
    }
    for effect in state.handle(key) {
      if await perform(effect) == .quit { return .quit }
    }
    return .proceed
  }

  /// Whether another program has removed what is under the cursor, or put something else there,
  /// since the last frame.
  private mutating func isTargetGone() async -> Bool {
    guard (try? await source.hasChanged()) == true else { return false }
    let (item, record) = (state.targetItem, state.selectedRecord)
    let isDone = state.selectedToDo?.toDo.isDone
    let several = state.severalRows.map(\.item)
    state.invalidate()
    await fill()
    return state.targetItem != item || state.severalRows.map(\.item) != several
      || state.selectedRecord != record
      || state.selectedToDo?.toDo.isDone != isDone
  }

  enum Outcome { case proceed, quit }

  private mutating func perform(_ effect: BrowseEffect) async -> Outcome {
    switch effect {
    case .quit: return .quit
    case .suspend: screen.suspend()
    case .redraw: screen.redraw()
    case .setMouse(let isOn):
      screen.setMouse(isOn)
      let key = state.key(.mouse)
      state.remark = Remark(
        text: state.reader.say(isOn ? .browseMouseOn(key: key) : .browseMouseOff(key: key)))
    case .copy(let text):
      screen.send("\u{1B}]52;c;\(Base64.encode(text.utf8.prefix(100_000)))\u{7}")
      state.remark = Remark(text: state.reader.say(.browseCopied))
    case .search(let text, let number): background.request(.search(text, number))
    case .change(let change, let prompt):
      await finishChange(within: .zero)
      if isFree(for: prompt) { await run(state.running(change, typed: prompt)) }
    case .undo:
      await finishChange(within: .zero)
      guard let question = try? await app.questionBeforeUndo() else {
        return await perform(.change(.takeBack(.undo)))
      }
      state.confirm(question, before: .takeBack(.undo), .undo)
    case .show(let words): await start(words)
    case .openNamed(let names, let day):
      if await !source.open(names, day, in: &state) {
        state.remark = Remark(text: state.reader.say(.browseNotHere), isFailure: true)
      }
    case .edit(let text):
      let words = text.words(state.shortIDs)
      await runOnTerminal(words) { [runner] in await runner.edit(text) }
    case .runOnTerminal(let words):
      await runOnTerminal(words) { [runner] in await runner.runOnTerminal(words) }
    case .runProgram(let words):
      await runOnTerminal(words) { [app] in await CommandOutcome(ofProgram: words, in: app) }
    case .interrupt:
      for task in tasks.values { task.cancel() }
      state.remark = Remark(text: state.reader.say(.browseStopping))
    case .complete(let words, let word, let number):
      let (runner, background) = (runner, background)
      Task.detached {
        background.post(.completions(await runner.completions(of: word, after: words), number))
      }
    case .completeCommit(let word, let number):
      background.request(.completeCommit(word, number))
    }
    return .proceed
  }

  /// How long a key waits for its command. What takes longer runs beside the screen.
  private static let idleTimeout = Duration.milliseconds(100)

  /// Runs a command beside the screen.
  private mutating func start(_ words: [String]) async {
    lastNumber += 1
    let command = RunningCommand(words: words, place: state.place, number: lastNumber)
    state.running.append(command)
    let line = LoggedCommand(words).line
    state.remark = Remark(text: state.reader.say(.browseRunning(command: line)))
    let (runner, background, columns) = (runner, background, state.size.columns - 2)
    let stopped = state.reader.say(.interrupted)
    let pending = PendingOutcome()
    tasks[command.number] = Task.detached {
      var outcome = await ChildGroup.$current.withValue(ChildGroup()) {
        await withTaskCancellationHandler {
          await runner.run(words, columns: columns) {
            background.post(.progress($0, of: command))
          }
        } onCancel: { [group = ChildGroup.current] in
          group?.interrupt()
        }
      }
      // The error of a program that was killed says less.
      if Task.isCancelled, !outcome.isSuccess {
        outcome = CommandOutcome(status: .interrupted, output: "", remarks: stopped)
      }
      pending.finish(outcome)
      background.post(.output(command, outcome))
    }
    if let outcome = pending.outcome(within: Self.idleTimeout) {
      await apply(.output(command, outcome))
    }
  }

  private mutating func run(_ command: RunningCommand) async {
    guard let change = command.change else { return }
    let (app, background, outcome) = (app, background, PendingOutcome())
    Task.detached {
      outcome.finish(await CommandOutcome(making: change, in: app))
      background.post(.changed)
    }
    pending = (command, outcome)
    await finishChange(within: Self.idleTimeout)
    if pending != nil { state.saving = command }
  }

  /// Takes the outcome of the pending change, if it ends in time.
  mutating func finishChange(within limit: Duration) async {
    guard let pending, let outcome = pending.outcome.outcome(within: limit) else { return }
    self.pending = nil
    await source.openCreatedJournal()
    state.finish(pending.change, outcome)
  }

  /// Whether a change may begin: the one before has ended.
  private mutating func isFree(for prompt: PromptLine? = nil) -> Bool {
    guard pending != nil else { return true }
    state.remark = Remark(text: state.reader.say(.browseStillSaving), isFailure: true)
    if let prompt { state.offer(prompt) }
    return false
  }

  /// Leaves the screen to a command, such as one that opens the editor, and returns to it.
  private mutating func runOnTerminal(
    _ words: [String], _ run: () async -> CommandOutcome
  ) async {
    let command = RunningCommand(words: words, place: state.place)
    await source.reopen()
    screen.end()
    let outcome = await run()
    // A signal has ended the program that had the terminal.
    if Task.isCancelled { return }
    if !outcome.isSuccess { _ = try? app.prompts.ask(.browsePressEnter) }
    if Task.isCancelled { return }
    screen.begin()
    resize()
    background.forget()
    state.finish(command, outcome)
    // An error was shown on the terminal.
    if !outcome.isSuccess || outcome.output.isEmpty { state.remark = nil }
    await fill()
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
    for task in tasks.values { task.cancel() }
    let startedAt = app.clock.now.instant
    var kept = KeptTexts()
    var typed = state.abandoned
    if let prompt = state.prompt { typed[prompt.kind] = prompt.line.text }
    for line in state.refused + typed.map({ PromptLine($0.key, $0.value) }) {
      guard let draft = state.draft(of: line, startedAt: startedAt) else { continue }
      let path = try? app.drafts.begin(draft, text: line.line.text).path
      if let path { kept.paths.append(path) }
    }
    if let line = pending?.change.prompt, let draft = state.draft(of: line, startedAt: startedAt) {
      kept.pending = try? app.drafts.begin(draft, text: line.line.text)
    }
    return kept
  }

  /// Waits until the change that is being saved has ended, and removes its draft if it is saved.
  ///
  /// - Returns: the paths of the drafts that remain.
  func finish(_ kept: consuming KeptTexts) async -> [String] {
    guard let pending else { return kept.paths }
    let outcome = pending.outcome.outcome(within: .seconds(60))
    guard let draft = kept.pending.take() else { return kept.paths }
    if outcome?.isSuccess == true, (try? draft.remove()) != nil { return kept.paths }
    return kept.paths + [draft.path]
  }
}
