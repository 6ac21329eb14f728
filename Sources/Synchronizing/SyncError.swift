import Context
import Localization
import Zip

// Why texts are not exchanged: what is thrown in more than one place, or told apart where it is caught.

extension Explanation {
  static let syncNotSetUp = Explanation(.syncNotSetUp, hint: .syncNotSetUpHint, status: .usage)

  static func syncSetUp(at address: String) -> Explanation {
    Explanation(.syncSetUp(address: address), hint: .syncSetUpHint, status: .usage)
  }

  static func syncNoDiary(at address: String) -> Explanation {
    Explanation(
      .syncNoDiary(address: address), hint: .syncNoDiaryHint(address: address.quotedForShell))
  }

  static func syncOtherDiary(at address: String) -> Explanation {
    Explanation(.syncOtherDiary(address: address), hint: .syncOtherDiaryHint)
  }

  static func syncNewer(at address: String) -> Explanation {
    Explanation(.syncNewer(address: address), hint: .syncNewerHint)
  }

  /// Git cannot read the remote.
  static func syncRemoteDamaged(at address: String, _ detail: String) -> Explanation {
    Explanation(
      .syncRemoteDamaged(address: address, detail: detail), hint: .syncRemoteDamagedHint,
      status: .unavailable)
  }

  // MARK: Encryption

  /// A library for encryption is missing.
  static func syncLibraryMissing(_ package: String, _ reason: String) -> Explanation {
    Explanation(
      .syncLibraryMissing(reason: reason), hint: .tryCommand(command: "apt install \(package)"),
      status: .unavailable)
  }

  static func syncLibraryMissing(_ error: ZipError) -> Explanation {
    guard case .libraryMissing(let reason) = error else {
      return syncLibraryMissing("zlib1g", "\(error)")
    }
    return syncLibraryMissing("zlib1g", reason)
  }

  /// No recovery key was given.
  static func syncNeedsKey(of address: String) -> Explanation {
    Explanation(
      .syncNeedsKey(address: address), hint: .syncNeedsKeyHint, status: .authentication)
  }

  static func syncWrongCount(_ count: Int) -> Explanation {
    Explanation(.syncWrongCount(count: count), hint: .syncWrongKeyHint, status: .authentication)
  }

  /// The remote was encrypted before.
  static func syncNotEncrypted(at address: String) -> Explanation {
    Explanation(.syncNotEncrypted(address: address), hint: .syncOtherDiaryHint)
  }

  /// This device has lost its keys.
  static func syncKeyMissing(of address: String) -> Explanation {
    Explanation(
      .syncKeyMissing, hint: .syncJoinAgainHint(address: address.quotedForShell),
      status: .authentication)
  }

  /// The file with the keys, or their entry in the keyring, is damaged.
  static func syncKeysDamaged(in path: String?) -> Explanation {
    guard let path else {
      return Explanation(
        .syncKeyringDamaged, hint: .syncKeysDamagedHint, status: .authentication)
    }
    return Explanation(
      .syncKeysDamaged(path: path), hint: .syncKeysDamagedHint, status: .authentication)
  }
}
