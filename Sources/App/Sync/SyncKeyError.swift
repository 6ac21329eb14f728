import Localization
import Zip

/// Why an encrypted diary cannot be exchanged.
enum SyncKeyError: Error {
  /// A library for encryption is missing.
  case library(package: String, reason: String)
  /// No recovery key was given.
  case needsKey(address: String)
  /// The group of the recovery key with this number has a wrong letter.
  case wrongGroup(Int)
  case wrongCount(Int)
  /// It is a recovery key, but not the one of this remote.
  case otherKey(address: String)
  /// Nothing there is encrypted.
  case noKey(address: String)
  /// The remote is encrypted now, and was not before.
  case isEncrypted(address: String)
  /// The remote is not encrypted, and the user has not said that it may be so.
  case joinsPlain(address: String)
  /// The remote was encrypted before.
  case notEncrypted(address: String)
  /// This device has lost its keys.
  case keyMissing(address: String)
  /// The file with the keys does not exist, and there is no keyring that could have them.
  case keysNowhere(path: String)
  /// The file with the keys, or their entry in the keyring, is damaged.
  case keysDamaged(path: String?)
  /// Other users can read or change the file with the keys.
  case keysReadable(path: String)
  /// The key was changed by a device that has not sealed the new one for this device.
  case keyChanged(address: String)
  /// The same while this one was changing it.
  case keyChangedMeanwhile(address: String)
  /// What is there was not written with a key that is known.
  case doesNotOpen(address: String)
  case noDevice(name: String)
  case manyDevices(name: String, ids: [String])
  case forgetsItself
}

extension SyncKeyError {
  /// Whether the user can correct what was typed.
  var isOfTyping: Bool {
    switch self {
    case .wrongGroup, .wrongCount, .otherKey: true
    default: false
    }
  }

  init(_ error: ZipError) {
    switch error {
    case .libraryMissing(let reason): self = .library(package: "zlib1g", reason: reason)
    default: self = .library(package: "zlib1g", reason: "\(error)")
    }
  }
}

extension SyncKeyError: Explained {
  var explanation: Explanation {
    switch self {
    case .library(let package, let reason):
      Explanation(
        .syncLibraryMissing(reason: reason), hint: .packageHint(package: package),
        status: .unavailable)
    case .needsKey(let address):
      Explanation(
        .syncNeedsKey(address: address), hint: .syncNeedsKeyHint,
        status: .authentication)
    case .wrongGroup(let number):
      Explanation(
        .syncWrongGroup(number: number), hint: .syncWrongKeyHint, status: .authentication)
    case .wrongCount(let count):
      Explanation(.syncWrongCount(count: count), hint: .syncWrongKeyHint, status: .authentication)
    case .otherKey(let address):
      Explanation(
        .syncOtherKey(address: address), hint: .syncWrongKeyHint, status: .authentication)
    case .noKey(let address):
      Explanation(.syncNoKey(address: address), hint: .syncNoKeyHint, status: .usage)
    case .isEncrypted(let address):
      Explanation(
        .syncIsEncrypted(address: address), hint: .syncJoinAgainHint(address: address),
        status: .authentication)
    case .joinsPlain(let address):
      Explanation(
        .syncNoKey(address: address), hint: .syncJoinsPlainHint, status: .usage)
    case .notEncrypted(let address):
      Explanation(.syncNotEncrypted(address: address), hint: .syncOtherDiaryHint)
    case .keyMissing(let address):
      Explanation(
        .syncKeyMissing, hint: .syncJoinAgainHint(address: address), status: .authentication)
    case .keysNowhere(let path):
      Explanation(
        .syncKeysNowhere(path: path), hint: .syncKeysNowhereHint, status: .authentication)
    case .keysDamaged(let path?):
      Explanation(
        .syncKeysDamaged(path: path), hint: .syncKeysDamagedHint, status: .authentication)
    case .keysDamaged(nil):
      Explanation(
        .syncKeyringDamaged, hint: .syncKeyringDamagedHint, status: .authentication)
    case .keysReadable(let path):
      Explanation(
        .syncKeysReadable(path: path), hint: .syncKeysReadableHint(path: path),
        status: .authentication)
    case .keyChanged(let address):
      Explanation(
        .syncKeyChanged(address: address), hint: .syncJoinAgainHint(address: address),
        status: .authentication)
    case .keyChangedMeanwhile(let address):
      Explanation(
        .syncKeyChangedMeanwhile(address: address), hint: .syncKeyChangedMeanwhileHint)
    case .doesNotOpen(let address):
      Explanation(
        .syncDoesNotOpen(address: address), hint: .syncDoesNotOpenHint, status: .authentication)
    case .noDevice(let name):
      Explanation(.syncNoDevice(name: name), hint: .syncNoDeviceHint, status: .notFound)
    case .manyDevices(let name, let ids):
      Explanation(
        .syncManyDevices(name: name),
        hint: .syncManyDevicesHint(ids: ids.joined(separator: ", ")), status: .usage)
    case .forgetsItself:
      Explanation(.syncForgetsItself, hint: .syncForgetsItselfHint, status: .usage)
    }
  }
}
