import Git
import Localization

/// Why texts were not exchanged.
enum SyncError: Error {
  case notSetUp
  case setUp(address: String)
  case noDiary(address: String)
  case hasDiary(address: String)
  case otherDiary(address: String)
  case newer(address: String)
  /// A development version has written it.
  case former(address: String)
  case busy
  /// - Parameter isFolder: whether it is not on a server.
  case remote(detail: String, isFolder: Bool)
  /// The same, when nothing is set up yet.
  case unreachable(detail: String)
  case hasPassword
  case noAddress
  case refused(address: String, detail: String)
  case copy(path: String, detail: String)
  /// Git cannot read the remote.
  case damaged(address: String, detail: String)
}

extension SyncError: Explained {
  /// Whether the remote is a working tree with the branch of the diary, which git does not change.
  static func isCheckedOut(_ detail: String) -> Bool { detail.contains("checked out") }

  var explanation: Explanation {
    switch self {
    case .notSetUp: Explanation(.syncNotSetUp, hint: .syncNotSetUpHint, status: .usage)
    case .setUp(let address):
      Explanation(.syncSetUp(address: address), hint: .syncSetUpHint, status: .usage)
    case .noDiary(let address):
      Explanation(.syncNoDiary(address: address), hint: .syncNoDiaryHint(address: address))
    case .hasDiary(let address):
      Explanation(.syncHasDiary(address: address), hint: .syncHasDiaryHint(address: address))
    case .otherDiary(let address):
      Explanation(.syncOtherDiary(address: address), hint: .syncOtherDiaryHint)
    case .newer(let address): Explanation(.syncNewer(address: address), hint: .syncNewerHint)
    case .former(let address): Explanation(.syncFormer(address: address), hint: .syncFormerHint)
    case .busy: Explanation(.syncBusy, hint: .syncBusyHint)
    case .remote(let detail, let isFolder):
      Explanation(
        .syncFailed(detail: detail), hint: isFolder ? .syncFolderHint : .syncFailedHint,
        status: .unavailable)
    case .unreachable(let detail):
      Explanation(
        .syncFailed(detail: detail), hint: .syncUnreachableHint, status: .unavailable)
    case .noAddress: Explanation(.syncNoAddress, hint: .syncNotSetUpHint, status: .usage)
    case .hasPassword: Explanation(.syncHasPassword, hint: .syncHasPasswordHint, status: .usage)
    case .refused(let address, let detail):
      Explanation(
        .syncRefused(address: address, detail: detail),
        hint: Self.isCheckedOut(detail)
          ? .syncCheckedOutHint(address: address) : .syncFailedHint)
    case .copy(let path, let detail): Explanation(.syncCopyBroken(path: path, detail: detail))
    case .damaged(let address, let detail):
      Explanation(
        .syncRemoteDamaged(address: address, detail: detail), hint: .syncRemoteDamagedHint,
        status: .unavailable)
    }
  }
}
