package import Diary
import Git
import HTTP
package import Journal
package import Localization
package import Platform
import Terminal
package import Views

/// Everything a command needs: contexts, which a test can replace, and the services built on them.
package struct App: Sendable {
  package let options: RunOptions
  package let process: ProcessContext
  package let paths: Paths
  package let settings: Settings
  package let reader: Reader
  package let clock: Clock
  package var output: Output
  package let prompts: Prompts
  /// Opened on first use.
  package let journal: OpenJournal
  package let web: Web

  /// - Parameter requiresValidSettings: whether an invalid config file is an error. If not, the
  ///   defaults are used in its place.
  package init(
    _ options: RunOptions, in process: ProcessContext, requiresValidSettings: Bool = true
  ) throws {
    self.options = options
    let config = try Paths(process.environment).config
    let settings =
      requiresValidSettings
      ? try Settings(readingFrom: config)
      : Settings(readingIfValid: config)
    ForgeHost.add(settings.forges)
    let journals = Journals(folders: settings.journals, environment: process.environment)
    let name = try journals.chosen(
      by: options.journal ?? process.journal, in: process.directory,
      mustExist: requiresValidSettings)
    let paths = try Paths(process.environment, journal: name)
    self.paths = paths
    // What runs inside this run uses the same journal in whichever folder.
    var process = process
    process.journal = name ?? Journals.usualName
    process.environment[AgentMarks.variable] =
      settings.agentMarks.isEmpty ? nil : settings.agentMarks.joined(separator: "\n")
    self.process = process
    self.settings = settings
    let preference = LanguagePreference(chosen: options.language ?? settings.language) {
      process.environment[$0]
    }
    var reader = Reader(preference)
    // What messages tell to run must not be about another journal.
    reader.options = options.commandOptions
    self.reader = reader
    clock = try Clock(
      process.environment, endOfDay: settings.endOfDay, localTime: process.localTime)
    let output = Self.output(
      options, process, settings, paths, reader, isUTF8: preference.isUTF8)
    self.output = output
    prompts = Prompts(
      prompter: process.prompter, streams: process.streams, options: options, reader: reader,
      output: output)
    journal = OpenJournal(
      at: paths.journal, drafts: Drafts(in: paths.drafts), forAgent: process.isAgent
    ) { journal in
      output.trace(.tracedJournal(path: paths.journal))
      if let log = journal.strayLogPath {
        output.note(.journalLogKept(path: paths.journal, log: log))
      }
    }
    var web = Self.web(options, process, output)
    web.clock = process.clock
    self.web = web
  }

  private static func output(
    _ options: RunOptions, _ process: ProcessContext, _ settings: Settings, _ paths: Paths,
    _ reader: Reader, isUTF8: Bool
  ) -> Output {
    func screen(of stream: Streams.Stream) -> Screen {
      process.streams.screen(
        of: stream, environment: process.environment, isUTF8: isUTF8, color: options.color,
        ambiguousWidth: settings.ambiguousWidth)
    }
    var screens = (screen(of: .output), screen(of: .error))
    if let theme = settings.theme, screens.0.colors > .none || screens.1.colors > .none {
      let cache = BackgroundCache(path: paths.background, environment: process.environment)
      let background = settings.background ?? cache.background ?? .dark
      screens.0.palette = theme.palette(on: background)
      screens.1.palette = screens.0.palette
    }
    return Output(
      streams: process.streams, options: options, reader: reader,
      environment: process.environment, screen: screens.0, errorScreen: screens.1)
  }

  private static func web(
    _ options: RunOptions, _ process: ProcessContext, _ output: Output
  ) -> Web {
    let environment = process.environment
    if let transport = process.transport {
      return Web(environment: environment, isOffline: options.isOffline) { transport }
    }
    guard options.isVerbose else {
      return Web(environment: environment, isOffline: options.isOffline, trace: nil)
    }
    return Web(environment: environment, isOffline: options.isOffline) { request in
      output.trace(
        .tracedRequest(
          method: request.method.rawValue, url: request.url,
          status: request.status.map(String.init) ?? "-", bytes: String(request.bytes),
          milliseconds: String(request.milliseconds)))
    }
  }
}

// MARK: Values derived from the contexts

extension App {
  package var environment: Environment { process.environment }
  package var directory: WorkingDirectory { process.directory }
  package var drafts: Drafts { Drafts(in: paths.drafts) }

  /// The first day of the week, from the settings or the user's locale.
  package var firstWeekday: Weekday { settings.firstWeekday ?? reader.firstWeekday }

  /// Parses days as users type them.
  package var calendar: DayReader {
    DayReader(reader: reader, today: clock.today, firstWeekday: firstWeekday)
  }

  /// Reads text from files and standard input.
  package var input: TextInput { TextInput(streams: process.streams, directory: directory) }

  /// The settings that views need to show values.
  package var context: ViewContext {
    var viewSettings = ViewSettings()
    viewSettings.style = settings.style
    viewSettings.excluded = settings.excluded
    viewSettings.usesFahrenheit = settings.usesFahrenheit
    viewSettings.journal = journalName
    let localTime = clock.localTime
    return ViewContext(
      reader: reader, screen: output.screen, now: clock.now, dayEndsAt: clock.endOfDay,
      firstWeekday: firstWeekday, settings: viewSettings
    ) { localTime.moment(at: $0) }
  }
}

// MARK: Ctrl-C

extension App {
  /// Runs `work`. Ctrl-C cancels it; when it has cleaned up and ended, `Interrupted` is thrown.
  ///
  /// - Parameter message: the message of that error.
  package func cancellingOnInterrupt<Value: Sendable>(
    saying message: Message = .interrupted, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard process.handlesSignals else { return try await work() }
    let outcome = await outcome(of: work)
    if outcome.wasInterrupted { throw Interrupted(message: message) }
    return try outcome.result.get()
  }

  /// Runs `work`. A signal that would end the program cancels it, so that what was typed is kept.
  package func cancellingOnSignal<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await process.handlesSignals ? outcome(of: work).result.get() : work()
  }

  private func outcome<Value: Sendable>(
    of work: @escaping @Sendable () async throws -> Value
  ) async -> (result: Result<Value, any Error>, wasInterrupted: Bool) {
    await InterruptHandler.cancellingOnSignal { () async -> Result<Value, any Error> in
      do { return .success(try await work()) } catch { return .failure(error) }
    }
  }
}
