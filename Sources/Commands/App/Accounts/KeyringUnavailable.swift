import Keyring
import Localization

/// The keyring cannot keep a token now. Nothing is kept elsewhere unless that is asked for.
struct KeyringUnavailable: Error, Explained {
  var reason: KeyringError

  var explanation: Explanation {
    var explanation = reason.explanation
    if explanation.hint == nil || reason != .locked { explanation.hint = .keyringWaysOut }
    return explanation
  }
}
