public import Git
public import Localization

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
      Explanation(.mirrorBusy(reference: reference), hint: .mirrorBusyHint)
    case .locked(let name, let file):
      Explanation(.mirrorLocked(name: name, file: file), hint: .mirrorLockedHint)
    case .remote(let name, let detail):
      Explanation(
        .mirrorRemoteFailed(remote: name, detail: detail), hint: .mirrorRemoteFailedHint,
        status: .unavailable)
    }
  }
}
