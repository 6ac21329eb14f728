public import Localization

/// Why a question was not answered with yes.
public enum PromptError: Error, Hashable {
  /// There is nobody to choose, and `missing` is the option that would have said it.
  case cannotChoose(missing: String)
  case cannotConfirm
  /// The person said no, or left.
  case declined
}

extension PromptError: Explained {
  public var explanation: Explanation {
    switch self {
    case .cannotChoose(let option):
      Explanation(
        .pickerMissing(option: option), hint: .pickerHint(option: option), status: .usage)
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
