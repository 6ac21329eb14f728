package import Diary
package import GitHub
import JSON
import Keyring
package import Localization
import Platform
package import Views

/// Where a login saves its token.
package enum TokenStore: String, CaseIterable, Sendable {
  case keyring, file

  /// Throws if a token could not be saved.
  package func check(in app: App) async throws {
    switch self {
    case .file: try app.tokenFile.check()
    case .keyring:
      do {
        try await app.withUnlockedKeyring { keyring throws(KeyringError) in
          try await keyring.check()
        }
      } catch {
        // The token file is used only with `--store file`.
        var explanation = error.explanation
        if error != .locked { explanation.hint = .keyringAlternatives }
        throw explanation
      }
    }
  }
}

/// Tokens in a file that only its owner can read. It is used with `--store file`, for example on
/// machines without a keyring.
package struct TokenFile: Sendable {
  package let path: String

  private static let limit = 1 << 20

  package func token(of account: Account) throws -> Token? {
    try read().last { $0.name == account.key }?.value.string.map(Token.init)
  }

  /// Adds or replaces the token of an account. `nil` removes it, and removing the last one deletes
  /// the file.
  package func keep(_ token: Token?, of account: Account) throws {
    var members = try read().filter { $0.name != account.key }
    if let token { members.append(JSONValue.Member(account.key, .string(token.secret))) }
    if members.isEmpty { return try File.remove(path) }
    try File.makeDirectory(File.directory(of: path))
    try File.writeAtomically(Array((JSONValue.object(members).text() + "\n").utf8), to: path)
  }

  /// Throws if a token could not be saved. A login calls this before it sends the user to the
  /// browser.
  package func check() throws {
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

extension App {
  package var tokenFile: TokenFile { TokenFile(path: paths.tokens) }
}

/// A token, its account if that is already known, and the host it may be sent to.
package struct Credential: Sendable {
  package var host: GitHubHost
  package var account: Account?
  package var token: Token
  package var origin: TokenOrigin
  /// The account that `--account` named, if the token is an external one that may belong to
  /// another.
  package var named: Account?

  package init(
    host: GitHubHost, account: Account? = nil, token: Token, origin: TokenOrigin,
    named: Account? = nil
  ) {
    self.host = host
    self.account = account
    self.token = token
    self.origin = origin
    self.named = named
  }

  /// Throws if an account was named, but the token belongs to `owner`, who is another.
  package func requireOwner(_ owner: Account) throws(Explanation) {
    guard let named, named != owner else { return }
    let (owner, name) = (owner.shortName, named.shortName)
    throw Explanation(
      .tokenOfOther(source: origin.name, owner: owner, named: name),
      hint: .tokenOfOtherHint(source: origin.name), status: .authentication)
  }
}
