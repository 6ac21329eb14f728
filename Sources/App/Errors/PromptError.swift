public import Localization

/// Why the user did not confirm or choose.
public enum PromptError: Error, Hashable {
  /// The session is not interactive. `missing` is the option to use instead.
  case cannotChoose(option: String)
  case cannotConfirm
  /// The user answered no, or left the prompt.
  case declined
}

extension PromptError: Explained {
  public var explanation: Explanation {
    switch self {
    case .cannotChoose(let option):
      Explanation(
        .pickerMissing(option: option), hint: .hintAddOption(option: option), status: .usage)
    case .cannotConfirm:
      Explanation(.confirmationMissing, hint: .confirmationHint, status: .usage)
    case .declined:
      Explanation(.declined)
    }
  }
}

/// Ctrl-C.
public struct Interrupted: Error, Explained {
  public var message = Message.interrupted

  public init(message: Message = Message.interrupted) {
    self.message = message
  }

  public var explanation: Explanation { Explanation(message, status: .interrupted) }
}
