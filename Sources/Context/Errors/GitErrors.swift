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
      .noClone(at: path, hint: .repositoryHint)
    case .dubiousOwner(let path):
      Explanation(.cloneDubious(path: path), hint: .cloneDubiousHint(path: path.quotedForShell))
    case .noCommits(let path):
      Explanation(.cloneEmpty(path: path), hint: .cloneEmptyHint, status: .notFound)
    case .unknownRevision(let typed):
      Explanation(
        .revisionUnknown(typed: typed), hint: .tryCommand(command: "commitdiary commits"),
        status: .notFound)
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
      Explanation(
        .fileFailed(path: file, reason: Message.reasonNotRegular), hint: .cloneFileIrregularHint)
    }
  }
}

extension GitError {
  /// The same error, with the full path in place of `.` for the working directory.
  package func naming(_ directory: WorkingDirectory) -> GitError {
    if case .noClone(".") = self { .noClone(path: directory.absolutePath) } else { self }
  }
}

extension HookError: Explained {
  public var explanation: Explanation {
    switch self {
    case .elsewhere(let folder):
      Explanation(.hookElsewhere(path: folder), hint: .hookElsewhereHint)
    case .changed(let file):
      Explanation(.hookChanged(path: file), hint: .hookChangedHint)
    case .occupied(let file):
      Explanation(.hookOccupied(path: file), hint: .hookOccupiedHint)
    case .irregular(let file):
      Explanation(.fileUnreadable(path: file, reason: Message.reasonNotRegular))
    case .failed(let error): error.explanation
    }
  }
}

extension NotesReferenceError: Explained {
  public var explanation: Explanation {
    switch self {
    case .git(let error): error.explanation
    case .symbolic(let reference):
      Explanation(
        .mirrorSymbolic(reference: reference), hint: .mirrorOtherReferenceHint)
    case .notNotes(let reference):
      Explanation(.mirrorNotNotes(reference: reference), hint: .mirrorOtherReferenceHint)
    case .tooManyNotes(let reference, let limit):
      Explanation(
        .mirrorTooMany(reference: reference, limit: limit), hint: .mirrorOtherReferenceHint)
    case .tooLarge(let reference, let mebibytes):
      Explanation(
        .mirrorTooLarge(reference: reference, mebibytes: mebibytes),
        hint: .mirrorOtherReferenceHint)
    case .busy(let reference):
      Explanation(.mirrorBusy(reference: reference), hint: .journalBusyHint)
    case .locked(let name, let file):
      Explanation(.mirrorLocked(name: name, file: file), hint: .mirrorLockedHint)
    case .remote(let name, let detail):
      Explanation(
        .mirrorRemoteFailed(remote: name, detail: detail), hint: .mirrorRemoteFailedHint,
        status: .unavailable)
    }
  }
}
