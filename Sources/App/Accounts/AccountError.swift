public import Localization
public import Platform
public import Views

/// Why no token is available for a request, or why a token cannot be saved.
public enum AccountError: Error, Hashable {
  case notLoggedIn(host: String)
  /// `--account` names an account that has no saved token.
  case unknown(String, known: [String])
  /// The journal lists a token that the keyring or the token file no longer has.
  case tokenMissing(account: String)
  /// GitHub refused the token. The hint depends on where the token came from.
  case refused(TokenOrigin, account: String?, hasStored: Bool)
  case brokenTokenFile(path: String)
  case unreadableTokenFile(FileError)
  case commandFailed(program: String)
  case commandPrintsNoToken(program: String)
  /// The environment or a command supplies the token, so `login` and `logout` have no effect.
  case overridden(by: TokenOrigin)
  /// The value of an environment variable cannot be a token.
  case unusableVariable(String)
  /// `--account` names one account, but the token in use belongs to another.
  case wrongAccount(TokenOrigin, owner: String, named: String)
  case noClientID
  case noTokenGiven
  case unusableToken
  case noTokenOfGitHubCLI(host: String)
  /// The keyring returned a different text than the one that was stored.
  case notStored
  case offline
}

extension AccountError: Explained {
  public var explanation: Explanation {
    switch self {
    case .notLoggedIn(let host):
      Explanation(.notLoggedIn(host: host), hint: .notLoggedInHint, status: .authentication)
    case .unknown(let typed, let known):
      Explanation(
        .accountUnknown(typed: typed),
        hint: known.isEmpty ? .notLoggedInHint : .accountUnknownHint(known: known),
        status: .authentication)
    case .tokenMissing(let account):
      Explanation(
        .savedTokenMissing(account: account), hint: .notLoggedInHint, status: .authentication)
    case .refused(let origin, let account, let hasStored):
      Self.refused(origin, account: account, hasStored: hasStored)
    case .brokenTokenFile(let path):
      Explanation(
        .tokenFileBroken(path: path), hint: .tokenFileBrokenHint, status: .authentication)
    case .unreadableTokenFile(let error):
      Explanation(
        .fileUnreadable(path: error.path, reason: error.reasonNotRead), hint: .tokenFileBrokenHint,
        status: .authentication)
    case .commandFailed(let program):
      Explanation(
        .tokenCommandFailed(program: program), hint: .tokenCommandHint, status: .authentication)
    case .commandPrintsNoToken(let program):
      Explanation(
        .tokenCommandPrintsNone(program: program), hint: .tokenCommandHint,
        status: .authentication)
    case .overridden(.environment(let variable)):
      Explanation(
        .environmentTokenRules(variable: variable),
        hint: .environmentTokenRulesHint(variable: variable))
    case .overridden:
      Explanation(.commandTokenRules, hint: .commandTokenRulesHint)
    case .unusableVariable(let variable):
      Explanation(
        .environmentTokenUnusable(variable: variable),
        hint: .environmentTokenRefusedHint(variable: variable), status: .authentication)
    case .wrongAccount(.environment(let variable), let owner, let named):
      Explanation(
        .environmentTokenOfOther(variable: variable, owner: owner, named: named),
        hint: .environmentTokenOfOtherHint(variable: variable), status: .authentication)
    case .wrongAccount(_, let owner, let named):
      Explanation(
        .commandTokenOfOther(owner: owner, named: named), hint: .commandTokenOfOtherHint,
        status: .authentication)
    case .noClientID:
      Explanation(.clientIDMissing, hint: .clientIDMissingHint)
    case .noTokenGiven:
      Explanation(.tokenMissing, hint: .tokenMissingHint, status: .usage)
    case .unusableToken:
      Explanation(.tokenUnusable, hint: .tokenMissingHint, status: .usage)
    case .noTokenOfGitHubCLI(let host):
      Explanation(
        .ghTokenMissing(host: host), hint: .ghTokenMissingHint(host: host),
        status: .authentication)
    case .notStored:
      Explanation(.tokenNotKept, hint: .keyringAlternatives, status: .authentication)
    case .offline:
      Explanation(.networkNeeded, hint: .networkNeededHint, status: .unavailable)
    }
  }

  private static func refused(
    _ origin: TokenOrigin, account: String?, hasStored: Bool
  ) -> Explanation {
    switch origin {
    case .environment(let variable):
      Explanation(
        .environmentTokenRefused(variable: variable),
        hint: hasStored
          ? .environmentTokenRefusedStoredHint(variable: variable)
          : .environmentTokenRefusedHint(variable: variable),
        status: .authentication)
    case .command:
      Explanation(.commandTokenRefused, hint: .tokenCommandHint, status: .authentication)
    case .keyring, .file:
      Explanation(
        .tokenRefused(account: account ?? ""), hint: .tokenRefusedHint, status: .authentication)
    }
  }
}
