import Platform

/// Secrets in the Secret Service, each stored under a host and an account.
///
/// A lookup cannot distinguish a missing secret from a locked one, so all calls search first and
/// report a locked keyring. Each call runs on a thread of its own and ends soon after its deadline,
/// even if the service does not respond.
public struct Keyring: Sendable {
  public var deadline: Duration

  /// The default of 5 seconds is for calls without a prompt.
  public init(deadline: Duration = .seconds(5)) {
    self.deadline = deadline
  }

  /// The deadline of calls that may prompt the user.
  public static let promptDeadline = Duration.seconds(60)
}

extension Keyring {
  /// The secret, or `nil` if it certainly does not exist.
  public func secret(host: String, account: String) async throws(KeyringError) -> String? {
    guard let bytes = try await bytes(host: host, account: account) else { return nil }
    guard let secret = String(validating: bytes, as: UTF8.self) else {
      throw .failed(detail: "UTF-8")
    }
    return secret
  }

  /// The same as bytes, which the caller can wipe.
  public func bytes(host: String, account: String) async throws(KeyringError) -> [UInt8]? {
    let name = try SecretName(host: host, account: account)
    return try await call { service throws(KeyringError) in
      let items = try service.search(name)
      if items.isEmpty {
        try service.requireOpenCollection()
        return nil
      }
      guard let item = items.firstUnlocked else { throw .locked }
      return try service.read(item, of: items)
    }
  }

  /// Saves a secret, and replaces one with the same host and account. Other programs show the
  /// label.
  public func store(
    _ secret: String, host: String, account: String, label: String
  ) async throws(KeyringError) {
    try await store(Array(secret.utf8), host: host, account: account, label: label)
  }

  public func store(
    _ secret: [UInt8], host: String, account: String, label: String
  ) async throws(KeyringError) {
    let name = try SecretName(host: host, account: account)
    try KeyringError.checkText(label)
    guard !secret.contains(0) else { throw .failed(detail: "NUL") }
    try await call { service throws(KeyringError) in
      // Otherwise libsecret would show a prompt or try to create a collection.
      try service.requireOpenCollection()
      try service.store(secret, under: name, label: label)
    }
  }

  /// Removes a secret and verifies that it is gone; returns `false` if it certainly did not exist.
  public func remove(host: String, account: String) async throws(KeyringError) -> Bool {
    let name = try SecretName(host: host, account: account)
    return try await call { service throws(KeyringError) in
      let items = try service.search(name)
      if items.isEmpty {
        try service.requireOpenCollection()
        return false
      }
      guard !items.hasLocked else { throw .locked }
      try service.clear(name)
      // `clear` also succeeds for a locked secret that it did not remove.
      let left = try service.search(name)
      guard left.isEmpty else {
        throw left.hasLocked ? .locked : .failed(detail: "Delete")
      }
      return true
    }
  }

  /// Checks whether a secret could be saved now, by saving and removing a test item.
  public func check() async throws(KeyringError) {
    try await call { service throws(KeyringError) in
      try service.requireOpenCollection()
      try service.tryStore(label: "commitdiary")
    }
  }
}

extension Keyring {
  /// The token that GitHub CLI has saved for a host, with the name of the account if known.
  ///
  /// GitHub CLI saves the token twice: under the name of the account, and without a name for the
  /// active account.
  public func tokenOfGitHubCLI(
    host: String
  ) async throws(KeyringError) -> (account: String?, token: String)? {
    try KeyringError.checkText(host)
    let found = try await call { service throws(KeyringError) -> GitHubCLIToken? in
      let items = try service.searchGitHubCLI(host: host)
      if items.isEmpty {
        try service.requireOpenCollection()
        return nil
      }
      var tokens: [GitHubCLIToken] = []
      for item in items.unlocked {
        guard let bytes = try service.read(item, of: items) else { continue }
        let token = String(decoding: bytes, as: UTF8.self)
        tokens.append(
          GitHubCLIToken(
            account: items.username(of: item), token: token, modified: items.modified(item)))
      }
      guard !tokens.isEmpty else {
        if items.hasLocked { throw .locked }
        return nil
      }
      return GitHubCLIToken.active(of: tokens)
    }
    return found.map { ($0.account, $0.token) }
  }
}

/// A token saved by GitHub CLI.
struct GitHubCLIToken: Hashable, Sendable {
  var account: String?
  var token: String
  /// In seconds since 1970.
  var modified: UInt64

  /// The token of the active account, with the account's name if the same token is saved under one;
  /// otherwise the token that was saved last.
  static func active(of tokens: [GitHubCLIToken]) -> GitHubCLIToken? {
    let named = tokens.filter { $0.account != nil }
    guard let active = tokens.filter({ $0.account == nil }).max(by: isOlder) else {
      return named.max(by: isOlder)
    }
    return named.first { $0.token == active.token } ?? active
  }

  private static func isOlder(_ one: GitHubCLIToken, than other: GitHubCLIToken) -> Bool {
    one.modified < other.modified
  }
}

// These calls may show a prompt and wait for the user, so they are used only at a terminal.

extension Keyring {
  /// Unlocks the default keyring. With a host and an account, also unlocks that secret, because
  /// some providers lock secrets individually.
  public func unlock(
    host: String? = nil, account: String? = nil, deadline: Duration = promptDeadline
  ) async throws(KeyringError) {
    var name: SecretName?
    if let host, let account { name = try SecretName(host: host, account: account) }
    try await call(within: deadline) { [name] service throws(KeyringError) in
      switch try service.collection() {
      case .missing: throw .noCollection
      case .unlocked: break
      case .locked:
        try service.unlockCollection()
        guard try service.collection() == .unlocked else { throw .unanswered }
      }
      if let name {
        let items = try service.search(name, unlocking: true)
        guard items.isEmpty || items.firstUnlocked != nil else { throw .unanswered }
      }
    }
  }
}

extension KeyringError {
  /// The error for a keyring that is still locked after a prompt. Without a display, no prompt
  /// could be shown.
  fileprivate static var unanswered: KeyringError {
    let environment = Environment.current
    let hasScreen =
      environment.nonEmpty("DISPLAY") != nil || environment.nonEmpty("WAYLAND_DISPLAY") != nil
    return hasScreen ? .refused : .locked
  }
}
