import Arguments
import Journal
import Keyring

/// Where a login keeps its token.
enum TokenStore: String, CaseIterable, ArgumentValue, Sendable {
  case keyring, file

  /// Fails where a token could not be kept.
  func check(in session: Session) async throws {
    switch self {
    case .file: try session.tokenFile.check()
    case .keyring:
      do {
        try await session.opened { keyring throws(KeyringError) in try await keyring.check() }
      } catch {
        throw NoPlaceForToken(reason: error)
      }
    }
  }
}

extension KnownAccount.Store {
  init(_ store: TokenStore) { self = store == .keyring ? .keyring : .file }
}
