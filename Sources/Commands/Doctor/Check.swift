import JSON
import Localization
import Terminal

/// One thing that the doctor looked at.
struct Check {
  var name: Name
  var isFine: Bool
  var detail: Message
  var hint: Message?
  /// What is not there and is not needed either.
  var isMissing = false

  enum Name: String {
    case config, drafts, git, journal, keyring, limits, locale, network, terminal, token

    var message: Message {
      switch self {
      case .config: .checkConfig
      case .drafts: .checkDrafts
      case .git: .checkGit
      case .journal: .checkJournal
      case .keyring: .checkKeyring
      case .limits: .checkLimits
      case .locale: .checkLocale
      case .network: .checkNetwork
      case .terminal: .checkTerminal
      case .token: .checkToken
      }
    }
  }

  func json(for english: Reader) -> JSONValue {
    [
      "name": .string(name.rawValue), "ok": .bool(isFine),
      "detail": .string(english.say(detail)),
      "hint": hint.map { .string(english.say($0)) } ?? .null,
    ]
  }
}

extension Check {
  init(_ name: Name, failedWith error: any Error) {
    let explanation = (error as? any Explained)?.explanation
    self.init(
      name: name, isFine: false,
      detail: explanation?.message ?? .failedUnexpectedly(detail: "\(error)"),
      hint: explanation?.hint)
  }
}
