import Localization

/// Why there is no token to ask with, or none that can be kept.
enum AccountError: Error, Hashable {
  case notLoggedIn(host: String)
  /// `--account` names somebody who has not logged in here.
  case unknown(String, known: [String])
  /// The journal knows of a token that its keeper does not have any more.
  case tokenGone(account: String)
  /// The token was refused; where it came from says what to do.
  case refused(TokenOrigin, account: String?, hasStored: Bool)
  case brokenTokenFile(path: String)
  case commandFailed(program: String)
  case commandPrintsNone(program: String)
  /// A variable of the environment rules, whatever is logged in or out.
  case environmentRules(variable: String)
  case noClientID
  case noTokenGiven
  case unusableToken
  case noTokenOfGitHubCLI(host: String)
  /// The keyring has other text than it was given.
  case notKept
  case offline
}

extension AccountError: Explained {
  var explanation: Explanation {
    switch self {
    case .notLoggedIn(let host):
      Explanation(.notLoggedIn(host: host), hint: .notLoggedInHint, status: .authentication)
    case .unknown(let typed, let known):
      Explanation(
        .accountUnknown(typed: typed),
        hint: known.isEmpty ? .notLoggedInHint : .accountUnknownHint(known: known),
        status: .authentication)
    case .tokenGone(let account):
      Explanation(
        .tokenGone(account: account), hint: .notLoggedInHint, status: .authentication)
    case .refused(let origin, let account, let hasStored):
      Self.refused(origin, account: account, hasStored: hasStored)
    case .brokenTokenFile(let path):
      Explanation(
        .tokenFileBroken(path: path), hint: .tokenFileBrokenHint, status: .authentication)
    case .commandFailed(let program):
      Explanation(
        .tokenCommandFailed(program: program), hint: .tokenCommandHint, status: .authentication)
    case .commandPrintsNone(let program):
      Explanation(
        .tokenCommandPrintsNone(program: program), hint: .tokenCommandHint,
        status: .authentication)
    case .environmentRules(let variable):
      Explanation(
        .environmentTokenRules(variable: variable),
        hint: .environmentTokenRulesHint(variable: variable))
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
    case .notKept:
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
