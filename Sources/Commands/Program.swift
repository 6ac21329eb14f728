import Arguments
import JSON
import Localization
import Platform
import Terminal

/// The whole program: reads the words, runs the command, and says how it ended.
public enum Program {
  public static let version = "0.1.0"
  /// Of this version.
  static let date = "2026-11-21"

  public static func run() -> Int32 {
    Signals.ignoreBrokenPipesAndFileLimits()
    let environment = Environment.current
    do {
      return try run(Words.fromProcess(), environment: environment).rawValue
    } catch {
      return Failure(error).told(GlobalOptions(), environment).rawValue
    }
  }

  private static func run(_ words: [String], environment: Environment) -> ExitStatus {
    let line = tree.parse(words)
    // Before anything is read or asked: the number is all that is wanted.
    if case .version = line.request {
      if case .failed = Output.write("commitdiary \(version)\n", to: 1) { return .failure }
      return .success
    }
    return CallingThread.run {
      do {
        return try await answer(line, environment)
      } catch {
        return Failure(error).told(line.globals, environment)
      }
    }
  }

  private static func answer(
    _ line: ParsedLine<GlobalOptions, Session>, _ environment: Environment
  ) async throws -> ExitStatus {
    if case .mistake(let error) = line.request { throw error }
    let session = try Session(
      line.globals, environment: environment, trustsSettings: needsSettings(line.request))
    switch line.request {
    case .run(let invocation): try await invocation.run(in: session)
    case .help(let path): try HelpView(tree, path).show(in: session)
    case .incomplete(let path, let error):
      guard !session.globals.wantsJSON else { throw error }
      try HelpView(tree, path).showAsMistake(in: session)
      return .usage
    case .complete(let call): await session.complete(call)
    case .version, .mistake: break
    }
    return .success
  }
}

extension Program {
  /// Help, and whatever mends a broken file of settings, must not be stopped by it.
  private static func needsSettings(_ request: Request<Session>) -> Bool {
    guard case .run(let invocation) = request else { return false }
    return !["config", "doctor", "man", "completion"].contains(invocation.path.first)
  }
}

/// An error on its way to the person whom it concerns.
struct Failure {
  private let explanation: Explanation

  init(_ error: any Error) {
    explanation =
      (error as? any Explained)?.explanation
      ?? Explanation(.failedUnexpectedly(detail: "\(error)"))
  }

  /// What failed, to be said in the middle of something that goes on.
  var reason: Message { explanation.message }

  /// Says it on standard error, and returns the status to end with.
  func told(_ globals: GlobalOptions, _ environment: Environment) -> ExitStatus {
    _ = Output.write(text(globals, environment), to: 2)
    return explanation.status
  }

  private func text(_ globals: GlobalOptions, _ environment: Environment) -> String {
    if globals.wantsJSON { return json.text(.compact) + "\n" }
    // The config may be what is broken; then the environment says the language.
    let settings = try? Settings(readingFrom: Paths(environment).config)
    let preference = LanguagePreference(chosen: globals.language ?? settings?.language) {
      environment[$0]
    }
    let reader = Reader(preference)
    let screen = Screen.detect(
      environment: environment.variables, descriptor: 2, isUTF8: preference.isUTF8,
      color: globals.color)
    var lines = [
      StyledText("commitdiary: ", .failure) + StyledText(reader.say(explanation.message))
    ]
    if let hint = explanation.hint {
      lines.append(StyledText("  \(screen.arrow) " + reader.say(hint), .faint))
    }
    return lines.map { $0.render(on: screen, keepingNewlines: false) + "\n" }.joined()
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
