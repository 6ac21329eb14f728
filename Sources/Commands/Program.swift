import App
import Arguments
import JSON
import Localization
import Platform
import Terminal

/// The whole program: reads the words, runs the command, and says how it ended.
public enum Program {
  /// With the words, variables and streams of this process.
  public static func run() -> Int32 {
    Signals.ignoreBrokenPipesAndFileLimits()
    let process = ProcessContext(environment: .current)
    do {
      return try run(ProcessArguments.current(), in: process).rawValue
    } catch {
      return Failure(error).report(RunOptions(), in: process).rawValue
    }
  }

  /// The same with words, variables and streams that are given to it. Nothing else of the process is
  /// looked at, so that tests can run the program in their own.
  static func run(_ words: [String], in process: ProcessContext) -> ExitStatus {
    let line = tree.parse(words)
    // Before anything is read or asked: the number is all that is wanted.
    if case .version = line.request {
      let outcome = process.streams.write("commitdiary \(Version.current)\n", .output)
      if case .failed = outcome { return .failure }
      return .success
    }
    return CallingThread.run {
      do {
        return try await execute(line, in: process)
      } catch {
        return Failure(error).report(line.globals.values, in: process)
      }
    }
  }

  private static func execute(
    _ line: ParsedLine<GlobalOptions, App>, in process: ProcessContext
  ) async throws -> ExitStatus {
    if case .mistake(let error) = line.request { throw error }
    let app = try App(
      line.globals.values, in: process, trustsSettings: needsSettings(line.request))
    switch line.request {
    case .run(let invocation): try await invocation.run(in: app)
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
  /// Help, and whatever mends a broken file of settings, must not be stopped by it.
  private static func needsSettings(_ request: Request<App>) -> Bool {
    guard case .run(let invocation) = request else { return false }
    return !["config", "doctor", "man", "completion"].contains(invocation.path.first)
  }
}

/// An error on its way to the person whom it concerns.
struct Failure {
  private let explanation: Explanation

  init(_ error: any Error) {
    explanation = Explanation(of: error)
  }

  /// Says it on standard error, and returns the status to end with.
  func report(_ options: RunOptions, in process: ProcessContext) -> ExitStatus {
    _ = process.streams.write(text(options, process), .error)
    return explanation.status
  }

  private func text(_ options: RunOptions, _ process: ProcessContext) -> String {
    if options.wantsJSON { return json.text(.compact) + "\n" }
    // The config may be what is broken; then the environment says the language.
    let settings = try? Settings(readingFrom: Paths(process.environment).config)
    let preference = LanguagePreference(chosen: options.language ?? settings?.language) {
      process.environment[$0]
    }
    let reader = Reader(preference)
    let screen = process.streams.screen(
      of: .error, environment: process.environment, isUTF8: preference.isUTF8,
      color: options.color)
    var lines = [
      StyledText("commitdiary: ", .failure) + StyledText(reader.say(explanation.message))
    ]
    if let hint = explanation.hint {
      lines.append(StyledText("  \(screen.arrow) " + reader.say(hint), .faint))
    }
    return zip(lines, [0, 4]).flatMap { screen.remark($0, indent: $1) }
      .map { $0.render(on: screen) + "\n" }.joined()
  }

  /// For programs, and so in the one language that programs have.
  private var json: JSONValue {
    let english = Reader(.english)
    return [
      "error": [
        "code": .string(explanation.message.key.rawValue),
        "message": .string(english.say(explanation.message)),
        "hint": explanation.hint.map { .string(english.say($0)) } ?? .null,
      ]
    ]
  }
}
