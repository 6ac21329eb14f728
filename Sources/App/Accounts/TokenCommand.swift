import Diary
import GitHub
import Localization
import Platform

/// A command from the settings that prints the token, such as `pass show github`.
struct TokenCommand {
  let words: [String]
  let environment: Environment
  /// The working directory of the command; `nil` for that of this process.
  var directory: String?

  static let deadline = Duration.seconds(10)

  func token() async throws -> Token {
    let result: ChildResult
    do {
      result = try await Child.awaited(
        words, in: directory, environment: environment, outputLimit: 1 << 16,
        deadline: Self.deadline)
    } catch {
      throw TokenCommandFailed(reason: error)
    }
    let program = words.first ?? ""
    guard result.status == .exited(0) else {
      // The output may contain part of the token, so it is not shown.
      throw AccountError.commandFailed(program: program)
    }
    let line = result.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    let token = Token(String(line.trimmed))
    guard token.isUsable else { throw AccountError.commandPrintsNoToken(program: program) }
    return token
  }
}

/// The command cannot be started or does not finish. Both count as an authentication error.
private struct TokenCommandFailed: Error, Explained {
  var reason: ChildError

  var explanation: Explanation {
    Explanation(reason.explanation.message, hint: .tokenCommandHint, status: .authentication)
  }
}
