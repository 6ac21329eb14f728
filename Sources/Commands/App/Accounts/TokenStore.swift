import Journal
import Keyring

/// Where a login keeps its token.
enum TokenStore: String, CaseIterable, Sendable {
  case keyring, file

  /// Fails where a token could not be kept.
  func check(in app: App) async throws {
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

extension KnownAccount.Store {
  init(_ store: TokenStore) { self = store == .keyring ? .keyring : .file }
}
