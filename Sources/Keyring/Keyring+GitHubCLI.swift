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
