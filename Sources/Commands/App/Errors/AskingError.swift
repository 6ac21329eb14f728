import Localization

/// Why a question was not answered with yes.
enum AskingError: Error, Hashable {
  /// There is nobody to choose, and `missing` is the option that would have said it.
  case nobodyToChoose(missing: String)
  case nobodyToConfirm
  /// The person said no, or left.
  case declined
}

extension AskingError: Explained {
  var explanation: Explanation {
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
struct Interrupted: Error, Explained {
  var message = Message.interrupted

  var explanation: Explanation { Explanation(message, status: .interrupted) }
}
