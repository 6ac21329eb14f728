public import Diary
public import GitHub
import JSON
import Localization
import Platform

/// Tokens in a file that only its owner can read. It is used with `--store file`, for example on
/// machines without a keyring.
public struct TokenFile: Sendable {
  public let path: String

  private static let limit = 1 << 20

  public func token(of account: Account) throws -> Token? {
    try read().last { $0.name == account.key }?.value.string.map(Token.init)
  }

  /// Adds or replaces the token of an account. `nil` removes it, and removing the last one deletes
  /// the file.
  public func keep(_ token: Token?, of account: Account) throws {
    var members = try read().filter { $0.name != account.key }
    if let token { members.append(JSONValue.Member(account.key, .string(token.secret))) }
    if members.isEmpty { return try File.remove(path) }
    try File.makeDirectory(File.directory(of: path))
    try File.writeAtomically(Array((JSONValue.object(members).text() + "\n").utf8), to: path)
  }

  /// Throws if a token could not be saved. A login calls this before it sends the user to the
  /// browser.
  public func check() throws {
    _ = try read()
    try File.makeDirectory(File.directory(of: path))
    let trial = path + ".trial"
    try File.writeAtomically([], to: trial)
    try File.remove(trial)
  }

  private func read() throws -> [JSONValue.Member] {
    guard File.exists(path) else { return [] }
    let bytes: [UInt8]
    do {
      bytes = try File.readRegular(path, limit: Self.limit)
    } catch {
      switch error.code {
      case .invalid, .tooBig:
        throw Explanation(
          .fileUnreadable(path: path, reason: error.reasonNotRead), hint: .tokenFileBrokenHint,
          status: .authentication)
      default: throw error
      }
    }
    guard let members = (try? JSONParser.parse(bytes))?.object else {
      throw Explanation(
        .tokenFileBroken(path: path), hint: .tokenFileBrokenHint, status: .authentication)
    }
    return members
  }
}
