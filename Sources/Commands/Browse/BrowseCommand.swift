import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Platform
import Synchronization
import Terminal

/// `commitdiary browse`: the whole diary on one screen.
struct BrowseCommand: Command {
  var start: DayArgument?
  var search: String?
  var isPlain = false

  static let declaration = Declaration<Self>(
    .browseSummary, details: .browseDetails,
    examples: [
      Example("browse"), Example("browse last friday"),
      Example("browse 7kq2"), Example("browse HEAD~2"),
      Example("browse --search cache"),
      Example("browse --plain"),
    ],
    exclusive: [["search", "plain"]],
    [
      .positional("day", .phrase, help: .argumentBrowse) { $0.start = $1 },
      .option("search", placeholder: .message(.placeholderWords), help: .optionBrowseSearch) {
        $0.search = $1
      },
      .flag("plain", help: .optionPlain) { $0.isPlain = true },
    ])

  func run(in app: App) async throws {
    guard let browser = app.process.browser, !app.options.wantsJSON, app.prompts.isInteractive,
      app.output.screen.isTerminal
    else {
      throw Explanation(
        .needsTerminal(command: "browse"), hint: .browseNeedsTerminalHint, status: .usage)
    }
    let start = try await start(in: app)
    try await browser.browse(
      app, running: BrowseCommands(app: app), from: start,
      isPlain: isPlain || app.output.screen.isDumb)
  }

  /// A day, or the note or commit with this id.
  private func start(in app: App) async throws -> BrowseStart? {
    if let search {
      if let start {
        throw Explanation(
          .optionsExclusive(first: "--search", second: start.text), hint: .hintExclusive,
          status: .usage)
      }
      return .search(search)
    }
    guard let start else { return nil }
    do {
      return .day(try app.day(start))
    } catch let error as Explanation {
      let journal = try await app.journal(for: .reading)
      if let found = try? await journal.note(start.text) { return .note(found.note.id) }
      if let found = try? await app.days.commit(start.text, in: journal) { return .commit(found) }
      throw error
    }
  }
}

/// Runs commands with the language, the account and the network options of a session of `browse`.
struct BrowseCommands: CommandRunner {
  let app: App

  func run(
    _ words: [String], columns: Int, progress: @escaping @Sendable (String) -> Void
  ) async -> CommandOutcome {
    // A second full screen would wait for keys that never arrive.
    if Self.command(words, in: app.process).command is BrowseCommand {
      return CommandOutcome(
        status: .usage, output: "", remarks: app.reader.say(.needsTerminal(command: "browse")))
    }
    let collected = CollectedOutcome()
    var inside = app.process.withoutTerminal(columns: columns, progress: progress) {
      collected.add($0, isOutput: $1 == .output)
    }
    if app.output.screen.colors > .none { inside.environment["CLICOLOR_FORCE"] = "1" }
    return await collected.outcome(of: options + ["--no-input"] + words, in: inside)
  }

  func runOnTerminal(_ words: [String]) async -> CommandOutcome {
    let collected = CollectedOutcome()
    var inside = app.process.insideScreen
    let write = inside.streams.write
    inside.streams.write = { text, stream in
      guard stream == .output else { return write(text, stream) }
      collected.add(text, isOutput: true)
      return .done
    }
    return await collected.outcome(of: options + words, in: inside)
  }

  func edit(_ text: EditedText) async -> CommandOutcome {
    let process = app.process.insideScreen
    do {
      let inside = try App(app.options, in: process)
      return CommandOutcome(try await inside.changes.edit(text), in: inside)
    } catch {
      let status = Failure(error).report(app.options, in: process)
      return CommandOutcome(status: status, output: "", remarks: "")
    }
  }

  func completions(of cursorWord: String, after words: [String]) async -> [CommandCompletion] {
    let process = app.process.withoutTerminal { _, _ in }
    guard let inside = try? App(app.options, in: process, requiresValidSettings: false) else {
      return []
    }
    return await inside.completion(of: words, at: cursorWord).candidates.map {
      CommandCompletion($0.word, $0.description?.text(for: inside.reader) ?? "")
    }
  }

  func isCommand(_ word: String) -> Bool {
    word == "help" || (try? tree.path(of: [word])) != nil
  }

  func usesTerminal(_ words: [String]) -> Bool {
    let (command, options) = Self.command(words, in: app.process)
    return command.map { Self.usesTerminal($0, options) } ?? false
  }

  private static func usesTerminal<C: Command>(_ command: C, _ options: RunOptions) -> Bool {
    switch C.declaration.terminal {
    case .unused: false
    case .always: true
    case .confirmation: !options.assumesYes
    case .editor(let hasText): !hasText(command)
    }
  }

  func digestSpan(of words: [String]) -> ClosedRange<Day>? {
    let (command, options) = Self.command(words, in: app.process)
    guard let command = command as? DigestCommand, command.isOfSpanOnly, !options.wantsJSON else {
      return nil
    }
    return try? command.span(in: app)
  }

  /// The command that words name, as far as they can be parsed.
  private static func command(
    _ words: [String], in process: ProcessContext
  ) -> (command: (any Command<App>)?, options: RunOptions) {
    let line = Program.parse(words, in: process)
    guard case .run(let invocation) = line.request else { return (nil, line.globals.values) }
    return (invocation.command, line.globals.values)
  }

  /// The options that apply to every command of a session.
  private var options: [String] {
    let options = app.options
    return (options.language.map { ["--lang", "\($0)"] } ?? [])
      + (options.account.map { ["--account", $0] } ?? [])
      + (options.isOffline ? ["--offline"] : []) + ["--no-pager"]
  }
}

/// What a command prints, up to a limit, and what it changes.
private final class CollectedOutcome: Sendable {
  private static let limit = 1 << 20

  private let outcome = Mutex(CommandOutcome(status: .success, output: "", remarks: ""))

  func add(_ text: String, isOutput: Bool) {
    outcome.withLock { outcome in
      if isOutput {
        if outcome.output.utf8.count < Self.limit { outcome.output += text }
      } else if outcome.remarks.utf8.count < Self.limit {
        outcome.remarks += text
      }
    }
  }

  func outcome(of words: [String], in process: ProcessContext) async -> CommandOutcome {
    var process = process
    process.whenChanged = { change in self.outcome.withLock { $0.changes.append(change) } }
    let status = await Program.status(of: words, in: process)
    return outcome.withLock { outcome in
      outcome.status = status
      return outcome
    }
  }
}
