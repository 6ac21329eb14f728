import Diary
import GitHub
import Localization
import Platform

/// A program of the person's own that prints the token, such as `pass show github`.
struct TokenCommand {
  let words: [String]
  let environment: Environment
  /// Where it works; `nil` for where this process does.
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
      // What it wrote may have a part of the token in it, and is not repeated.
      throw AccountError.commandFailed(program: program)
    }
    let line = result.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    let token = Token(String(line.trimmed))
    guard token.isUsable else { throw AccountError.commandPrintsNoToken(program: program) }
    return token
  }
}

/// The program is not there, or does not come to an end: without a token nobody is logged in.
private struct TokenCommandFailed: Error, Explained {
  var reason: ChildError

  var explanation: Explanation {
    Explanation(reason.explanation.message, hint: .tokenCommandHint, status: .authentication)
  }
}
