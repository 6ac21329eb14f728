import Keyring

/// Where secrets are kept that have no place in a file.
protocol SecretStore: Sendable {
  func secret(host: String, account: String) async throws(KeyringError) -> String?
  func store(
    _ secret: String, host: String, account: String, label: String
  ) async throws(KeyringError)
  func remove(host: String, account: String) async throws(KeyringError) -> Bool
  /// Fails where no secret could be kept now.
  func check() async throws(KeyringError)
  /// Asks the person to open it.
  func unlock() async throws(KeyringError)
  /// The token that GitHub's own program keeps for a host.
  func tokenOfGitHubCLI(host: String) async throws(KeyringError) -> String?
}

/// The Secret Service of this session.
struct SystemKeyring: SecretStore {
  private let keyring = Keyring()

  init() {}

  func secret(host: String, account: String) async throws(KeyringError) -> String? {
    try await keyring.secret(host: host, account: account)
  }

  func store(
    _ secret: String, host: String, account: String, label: String
  ) async throws(KeyringError) {
    try await keyring.store(secret, host: host, account: account, label: label)
  }

  func remove(host: String, account: String) async throws(KeyringError) -> Bool {
    try await keyring.remove(host: host, account: account)
  }

  func check() async throws(KeyringError) { try await keyring.check() }

  func unlock() async throws(KeyringError) { try await keyring.unlock() }

  func tokenOfGitHubCLI(host: String) async throws(KeyringError) -> String? {
    try await keyring.tokenOfGitHubCLI(host: host)?.token
  }
}
