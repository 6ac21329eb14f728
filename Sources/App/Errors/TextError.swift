public import Localization

/// Why a text is rejected. The program never changes a text to make it acceptable.
public enum TextError: Error, Hashable {
  /// No text was given, and there is no terminal to open an editor on.
  case missing
  case empty
}

extension TextError: Explained {
  public var explanation: Explanation {
    switch self {
    case .missing: Explanation(.textMissing, hint: .textMissingHint, status: .usage)
    case .empty: Explanation(.textEmpty, status: .usage)
    }
  }
}
