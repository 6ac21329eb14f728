public import Localization

/// Why a question was not answered with yes.
public enum AskingError: Error, Hashable {
  /// There is nobody to choose, and `missing` is the option that would have said it.
  case nobodyToChoose(missing: String)
  case nobodyToConfirm
  /// The person said no, or left.
  case declined
}

extension AskingError: Explained {
  public var explanation: Explanation {
    switch self {
    case .nobodyToChoose(let option):
      Explanation(
        .pickerMissing(option: option), hint: .pickerHint(option: option), status: .usage)
    case .nobodyToConfirm:
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
