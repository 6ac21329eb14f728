import App
import Arguments
package import Context
import JSON
import Localization
import Platform
import Synchronizing
import Terminal
import Weather

/// The program: parses the arguments, runs the command and returns the exit status.
package enum Program {
  /// Runs the program with the arguments, variables and streams of this process.
  package static func run(browser: any DiaryBrowser) -> Int32 {
    Signals.ignoreBrokenPipesAndFileLimits()
    var process = ProcessContext(environment: .current)
    process.browser = browser
    do {
      let words = try ProcessArguments.texts(of: ProgramArguments.all)
      let status = run(words, in: process)
      return status == .interrupted ? InterruptHandler.exitStatus : status.rawValue
    } catch {
      return Failure(error).report(RunOptions(), in: process).rawValue
    }
  }

  /// Runs the program with the given arguments and context. It uses nothing else of the process, so
  /// that tests can run it in their own.
  static func run(_ words: [String], in process: ProcessContext) -> ExitStatus {
    let line = parse(words, in: process)
    // The version is printed before any file is read.
    if case .version = line.request {
      let text =
        line.globals.values.wantsJSON
        ? Version.json.written : "commitdiary \(Version.full)"
      let outcome = process.streams.write(text + "\n", .output)
      if case .failed = outcome { return .failure }
      return .success
    }
    return CallingThread.run {
      do {
        return try await execute(
          line, isBare: isBare(words, line.request), isNested: process.isAgent, in: process)
      } catch {
        return Failure(error).report(line.globals.values, in: process)
      }
    }
  }

  /// - Parameter isNested: whether another command runs this one, and has named unknown settings.
  private static func execute(
    _ line: ParsedLine<GlobalOptions, App>, isBare: Bool, isNested: Bool,
    in process: ProcessContext
  ) async throws -> ExitStatus {
    if case .mistake(let error) = line.request { throw error }
    var options = line.globals.values
    if case .complete(let call) = line.request { options.journal = call.value(ofOption: "journal") }
    let app = try App(
      options, in: process, requiresValidSettings: needsSettings(line.request))
    if isBare, try SetupOffer(app: app).isAccepted() {
      // It ends with the page of the day.
      try await SetupCommand().run(in: app)
      return .success
    }
    switch line.request {
    case .run(let invocation):
      // “config” may change them, and “doctor” lists them.
      let isConfig = invocation.path.first == "config"
      if !isNested, !isConfig, invocation.path.first != "doctor" {
        app.noteUnknownSettings(app.settings.unknownKeys)
      }
      try await invocation.run(in: app)
      if !isNested, isConfig, let file = try? ConfigFile(app.paths.config) {
        app.noteUnknownSettings(file.unknownKeys)
      }
      await app.noteMirror.finishPurges()
      await app.sync.startInBackground(after: invocation.path)
      await app.dailyCopies.startInBackground()
    case .help(let path): try HelpView(tree, path).show(in: app)
    case .incomplete(let path, let error):
      guard !app.options.wantsJSON else { throw error }
      try HelpView(tree, path).showAsError(in: app)
      return .usage
    case .complete(let call): await app.complete(call)
    case .version, .mistake: break
    }
    return .success
  }
}

extension Program {
  /// Parses a command line, with values of several words as this user types them.
  static func parse(
    _ words: [String], in process: ProcessContext
  ) -> ParsedLine<GlobalOptions, App> {
    tree.parse(words) { Reader(languages(for: $0.values, in: process)) }
  }

  /// The languages for these options, before the settings have been checked. If the config file is
  /// invalid, the environment determines the language.
  static func languages(
    for options: RunOptions, in process: ProcessContext
  ) -> LanguagePreference {
    let settings = try? Settings(readingFrom: Paths(process.environment).config)
    return LanguagePreference(chosen: options.language ?? settings?.language) {
      process.environment[$0]
    }
  }

  /// Runs a command inside another one, which shows its result.
  static func status(of words: [String], in process: ProcessContext) async -> ExitStatus {
    let line = parse(words, in: process)
    do {
      return try await execute(line, isBare: false, isNested: true, in: process)
    } catch {
      return Failure(error).report(line.globals.values, in: process)
    }
  }

  /// Whether no command is named, so that the default command runs.
  private static func isBare(_ words: [String], _ request: Request<App>) -> Bool {
    guard case .run(let invocation) = request, let name = tree.defaultCommand else { return false }
    return invocation.path == [name] && !words.contains(name)
  }

  /// Help, the commands that can repair a config file, and hooks must work even if it is invalid.
  private static func needsSettings(_ request: Request<App>) -> Bool {
    guard case .run(let invocation) = request else { return false }
    return !["config", "doctor", "man", "completion", "hook"].contains(invocation.path.first)
  }
}

/// An error, as it is shown to the user.
struct Failure {
  private let explanation: Explanation

  init(_ error: any Error) {
    explanation = Explanation(of: error)
  }

  /// Prints the error on standard error, and returns the exit status.
  func report(_ options: RunOptions, in process: ProcessContext) -> ExitStatus {
    _ = process.streams.write(text(options, process), .error)
    return explanation.status
  }

  private func text(_ options: RunOptions, _ process: ProcessContext) -> String {
    if options.wantsJSON { return json(options).text(.compact) + "\n" }
    let preference = Program.languages(for: options, in: process)
    var reader = Reader(preference)
    reader.options = options.commandOptions
    let screen = process.streams.screen(
      of: .error, environment: process.environment, isUTF8: preference.isUTF8,
      color: options.color)
    var lines = [
      StyledText("commitdiary: ", .failure) + StyledText(reader.say(explanation.message))
    ]
    if let hint = explanation.hint {
      lines.append(StyledText("  \(screen.arrow) " + reader.say(hint), .remark))
    }
    return zip(lines, [0, 4]).flatMap { screen.remark($0, indent: $1) }
      .map { $0.render(on: screen) + "\n" }.joined()
  }

  /// The JSON of the error, which is always in English.
  private func json(_ options: RunOptions) -> JSONValue {
    var english = Reader(.english)
    english.options = options.commandOptions
    return [
      "error": [
        "code": .string(explanation.message.key.name),
        "message": .string(english.say(explanation.message)),
        "hint": explanation.hint.map { .string(english.say($0)) } ?? .null,
      ]
    ]
  }
}

extension Program {
  static var manualFacts: ManualFacts {
    let environment: [ManualFacts.Item] = [
      .init(["COMMITDIARY_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"], .environmentToken),
      .init(["COMMITDIARY_CLIENT_ID"], .manualSentence(phrase: Message.aboutClientID)),
      .init(["COMMITDIARY_WEB_URL", "COMMITDIARY_API_URL"], .environmentAddresses),
      .init(WeatherServer.all.map(\.variable), .environmentWeather),
      .init(["COMMITDIARY_JOURNAL"], .manualSentence(phrase: Message.optionJournal)),
      .init(["COMMITDIARY_NOW"], .environmentNow),
      .init(
        ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_TIME", "LANG", "TZ"], .environmentLanguage),
      .init(["NO_COLOR", "CLICOLOR_FORCE", "COLORTERM", "TERM"], .environmentColor),
      .init(["COLUMNS"], .environmentColumns),
      .init(["PAGER", "VISUAL", "EDITOR"], .environmentPrograms),
      .init(["BROWSER"], .environmentBrowser),
      .init(["https_proxy", "no_proxy", "SSL_CERT_FILE", "CURL_CA_BUNDLE"], .environmentProxy),
      .init(
        ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"],
        .environmentFolders),
    ]
    let files: [ManualFacts.Item] = [
      .init(file: "~/.config/commitdiary/config.json", .fileConfig),
      .init(file: "~/.local/share/commitdiary/journal.sqlite", .fileJournal),
      .init(file: "~/.local/share/commitdiary/journals/", .fileJournals),
      .init(file: "~/.local/share/commitdiary/tokens.json", .fileTokens),
      .init(file: "~/.local/state/commitdiary/drafts/", .fileDrafts),
      .init(file: "~/.cache/commitdiary/", .fileCaches),
    ]
    return ManualFacts(
      chapters: [
        .init(
          path: ["config"], heading: .manualSettings, items: Setting.documented.map(\.manualItem)),
        .init(path: ["browse"], heading: .manualInputMethods, text: .browseInputMethods),
        MeasureManual.chapter(of: "graph"), MeasureManual.chapter(of: "streak"),
        .init(path: [], heading: .manualEnvironment, items: environment),
        .init(path: [], heading: .manualFiles, items: files),
      ],
      statuses: [
        .init(.success, .statusSuccess), .init(.failure, .statusFailure),
        .init(.usage, .statusUsage), .init(.notFound, .statusNotFound),
        .init(.authentication, .statusAuthentication), .init(.unavailable, .statusUnavailable),
        .init(.journal, .statusJournal), .init(.interrupted, .statusInterrupted),
      ])
  }
}

extension Setting {
  /// The setting in the manual: what it is for, when it matters, its default and its values.
  fileprivate var manualItem: ManualFacts.Item {
    let defaultText = defaultValue.map { text(of: $0) } ?? ""
    let more: [Message?] = [
      details,
      defaultText.isEmpty
        ? nil : .manualSentence(phrase: Message.settingDefaultIs(value: defaultText)),
      expected,
    ]
    let meaning = more.compactMap(\.self).reduce(.manualSentence(phrase: about)) {
      Message.sentences(first: $0, second: $1)
    }
    return ManualFacts.Item([key], placeholder: placeholder, meaning)
  }
}
