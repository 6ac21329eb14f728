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
      throw Explanation(
        error.explanation.message, hint: .tokenCommandHint, status: .authentication)
    }
    let program = words.first ?? ""
    guard result.status == .exited(0) else {
      // The output may contain part of the token, so it is not shown.
      throw Explanation(
        .tokenCommandFailed(program: program), hint: .tokenCommandHint, status: .authentication)
    }
    let line = result.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    let token = Token(String(line.trimmed))
    guard token.isUsable else {
      throw Explanation(
        .tokenCommandPrintsNone(program: program), hint: .tokenCommandHint,
        status: .authentication)
    }
    return token
  }
}
