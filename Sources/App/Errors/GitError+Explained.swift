public import Git
public import Localization
import Platform

// The lower modules contain no text for users. Their errors are explained here.

extension GitError: Explained {
  public var explanation: Explanation {
    switch self {
    case .gitMissing:
      Explanation(.gitMissing, hint: .gitMissingHint)
    case .noSuchPath(let path):
      Explanation(.pathMissing(path: path), status: .notFound)
    case .noClone(let path):
      UsageError.noClone(path: path, hint: .repositoryHint).explanation
    case .dubiousOwner(let path):
      Explanation(.cloneDubious(path: path), hint: .cloneDubiousHint(path: path))
    case .noCommits(let path):
      Explanation(.cloneEmpty(path: path), hint: .cloneEmptyHint, status: .notFound)
    case .unknownRevision(let typed):
      Explanation(.revisionUnknown(typed: typed), hint: .revisionHint, status: .notFound)
    case .ambiguousRevision(let typed, let candidates):
      Explanation(
        .revisionAmbiguous(typed: typed), hint: .noteAmbiguousHint(candidates: candidates),
        status: .usage)
    case .invalidRepository(let name):
      Explanation(
        .repositoryBad(typed: AddressRedaction.hidingSecrets(name)), hint: .repositorySettingHint,
        status: .usage)
    case .noAddress(let path):
      Explanation(.cloneNoAddress(path: path), hint: .cloneNoAddressHint, status: .usage)
    case .broken(let path, let detail):
      Explanation(.cloneBroken(path: path, detail: detail))
    case .timedOut(let path):
      Explanation(.cloneTimedOut(path: path))
    case .irregularFile(let file):
      Explanation(.cloneFileIrregular(file: file), hint: .cloneFileIrregularHint)
    }
  }
}

extension GitError {
  /// The same error, with the full path in place of `.` for the working directory.
  func naming(_ directory: WorkingDirectory) -> GitError {
    if case .noClone(".") = self { .noClone(path: directory.absolutePath) } else { self }
  }
}
