import Journal
import Keyring
import Localization

/// Where a login keeps its token.
public enum TokenStore: String, CaseIterable, Sendable {
  case keyring, file

  /// Fails where a token could not be kept.
  public func check(in app: App) async throws {
    switch self {
    case .file: try app.accounts.tokenFile.check()
    case .keyring:
      do {
        try await app.accounts.opened { keyring throws(KeyringError) in try await keyring.check() }
      } catch {
        throw KeyringUnavailable(reason: error)
      }
    }
  }
}

extension SavedAccount.Store {
  init(_ store: TokenStore) { self = store == .keyring ? .keyring : .file }
}

/// The keyring cannot keep a token now. Nothing is kept elsewhere unless that is asked for.
struct KeyringUnavailable: Error, Explained {
  var reason: KeyringError

  var explanation: Explanation {
    var explanation = reason.explanation
    if explanation.hint == nil || reason != .locked { explanation.hint = .keyringWaysOut }
    return explanation
  }
}
