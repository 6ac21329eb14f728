public import Localization

/// Why `why` cannot show anything.
public enum WhyError: Error, Hashable {
  /// There is neither a file nor a commit of this name.
  case nothing(typed: String)
  /// The file is in no commit, and is not added to the index.
  case untracked(path: String)
  /// The lines are not counted from 1, or in the wrong order.
  case badLines(String)
  /// A binary file has no lines.
  case binary(path: String)
}

extension WhyError: Explained {
  public var explanation: Explanation {
    switch self {
    case .nothing(let typed):
      Explanation(.whyNothing(typed: typed), hint: .whyHint, status: .notFound)
    case .untracked(let path):
      Explanation(.whyUntracked(path: path), hint: .whyUntrackedHint, status: .notFound)
    case .badLines(let typed):
      Explanation(.whyLinesBad(typed: typed), hint: .whyLinesHint, status: .usage)
    case .binary(let path):
      Explanation(.whyBinary(path: path), hint: .whyBinaryHint, status: .usage)
    }
  }
}
