public import Localization

/// Why a text is rejected. The program never changes a text to make it acceptable.
public enum TextError: Error, Hashable {
  /// No text was given, and there is no terminal to open an editor on.
  case missing
  /// The same for a command without an editor.
  case missingWords
  /// The text was given as words and by an option.
  case twice(option: String)
  case empty
  case hasNUL
  case notUTF8(file: String)
  case tooLong(file: String, mebibytes: Int)
  case emptyTag
  case controlInTag(String)
}

extension TextError: Explained {
  public var explanation: Explanation {
    switch self {
    case .missing: Explanation(.textMissing, hint: .textMissingHint, status: .usage)
    case .missingWords:
      Explanation(.textMissing, hint: .textMissingWordsHint, status: .usage)
    case .twice(let option):
      Explanation(.textTwice(option: option), hint: .hintExclusive, status: .usage)
    case .empty: Explanation(.textEmpty, status: .usage)
    case .hasNUL: Explanation(.textHasNUL, hint: .textHasNULHint, status: .usage)
    case .notUTF8(let file):
      Explanation(.textNotUTF8(file: file), hint: .textNotUTF8Hint, status: .usage)
    case .tooLong(let file, let mebibytes):
      Explanation(.textTooLong(limit: mebibytes, file: file), status: .usage)
    case .emptyTag: Explanation(.tagEmpty, status: .usage)
    case .controlInTag(let tag):
      Explanation(.tagBad(tag: tag), hint: .tagHint, status: .usage)
    }
  }
}
