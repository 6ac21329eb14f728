package import Keyring
import Localization

/// A store for secrets that must not be written to a plain file.
package protocol SecretStore: Sendable {
  func secret(host: String, account: String) async throws(KeyringError) -> String?
  func store(
    _ secret: String, host: String, account: String, label: String
  ) async throws(KeyringError)
  /// The same as bytes, which the caller can wipe.
  func bytes(host: String, account: String) async throws(KeyringError) -> [UInt8]?
  func store(
    _ secret: [UInt8], host: String, account: String, label: String
  ) async throws(KeyringError)
  func remove(host: String, account: String) async throws(KeyringError) -> Bool
  /// Throws if a secret could not be saved now.
  func check() async throws(KeyringError)
  /// Asks the user to unlock the store.
  func unlock() async throws(KeyringError)
  /// The token that `gh` keeps for a host.
  func tokenOfGitHubCLI(host: String) async throws(KeyringError) -> String?
}

/// The Secret Service of this session.
extension Keyring: SecretStore {
  package func unlock() async throws(KeyringError) { try await unlock(host: nil) }

  package func tokenOfGitHubCLI(host: String) async throws(KeyringError) -> String? {
    let found: (account: String?, token: String)? = try await tokenOfGitHubCLI(host: host)
    return found?.token
  }
}

extension App {
  /// Runs `work` on the keyring. If the keyring is locked and the session is interactive, asks the
  /// user to unlock it.
  package func withUnlockedKeyring<Value: Sendable>(
    _ work: (any SecretStore) async throws(KeyringError) -> Value
  ) async throws(KeyringError) -> Value {
    let keyring = process.secrets
    do {
      return try await work(keyring)
    } catch {
      guard error == .locked, prompts.isInteractive else { throw error }
      output.note(.keyringUnlocking)
      try await keyring.unlock()
      return try await work(keyring)
    }
  }
}
