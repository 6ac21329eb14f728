import Journal
import Keyring
import Localization

/// Where a login saves its token.
public enum TokenStore: String, CaseIterable, Sendable {
  case keyring, file

  /// Throws if a token could not be saved.
  public func check(in app: App) async throws {
    switch self {
    case .file: try app.accounts.tokenFile.check()
    case .keyring:
      do {
        try await app.accounts.withUnlockedKeyring { keyring throws(KeyringError) in
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

extension SavedAccount.Store {
  init(_ store: TokenStore) { self = store == .keyring ? .keyring : .file }
}
