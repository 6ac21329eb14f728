public import Localization
public import Platform
public import Views

/// Why there is no token to ask with, or none that can be kept.
public enum AccountError: Error, Hashable {
  case notLoggedIn(host: String)
  /// `--account` names somebody who has not logged in here.
  case unknown(String, known: [String])
  /// The journal knows of a token that its keeper does not have any more.
  case tokenMissing(account: String)
  /// The token was refused; where it came from says what to do.
  case refused(TokenOrigin, account: String?, hasStored: Bool)
  case brokenTokenFile(path: String)
  case unreadableTokenFile(FileError)
  case commandFailed(program: String)
  case commandPrintsNoToken(program: String)
  /// The environment or a command rules, whatever is logged in or out.
  case overridden(by: TokenOrigin)
  /// What stands in a variable of the environment can be no token.
  case unusableVariable(String)
  /// An account was named, but the token that rules is another's.
  case wrongAccount(TokenOrigin, owner: String, named: String)
  case noClientID
  case noTokenGiven
  case unusableToken
  case noTokenOfGitHubCLI(host: String)
  /// The keyring has other text than it was given.
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
        .tokenGone(account: account), hint: .notLoggedInHint, status: .authentication)
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
      Explanation(.tokenNotKept, hint: .keyringWaysOut, status: .authentication)
    case .offline:
      Explanation(.offlineAsked, hint: .offlineAskedHint, status: .unavailable)
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
