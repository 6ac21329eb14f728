import Crypto
import Journal
import Sync

/// The key of a remote, as this device has it.
struct RemoteKey {
  /// `nil` if nothing there is encrypted.
  var key: KeyRing.NumberedKey?

  var name: SyncKeyName? {
    key.map { SyncKeyName(number: $0.number, fingerprint: $0.key.fingerprint) }
  }

  /// Finds the key with which a remote is encrypted now.
  ///
  /// If it was changed, the device that did so has sealed the new one for this device. Such a key counts
  /// only if it comes from a device that is known, and is newer than the key that is known: whoever was
  /// shut out cannot seal another one.
  init(
    of format: RemoteFormat, _ known: SyncRemote, in store: SyncKeyStore, _ journal: Journal
  ) async throws {
    guard let seal = format.seal else {
      guard known.key == nil else { throw SyncKeyError.notEncrypted(address: known.address) }
      return
    }
    guard let knownNumber = known.key?.number else {
      // It was not encrypted before. This device may have begun to encrypt it, and was interrupted.
      key = try? await store.read()?.keys.last { format.isProven(by: $0.key) }
      if key == nil { throw SyncKeyError.isEncrypted(address: known.address) }
      return
    }
    guard var ring = try await store.read() else {
      throw SyncKeyError.keyMissing(address: known.address)
    }
    if let own = ring.keys.last(where: { format.isProven(by: $0.key) }),
      own.number == seal.keyNumber, own.number >= knownNumber
    {
      // A key that was made for a change which did not come about is forgotten, or the one before it.
      if ring.keys.count > 1 {
        ring.keep(only: own)
        try await store.save(ring)
      }
      key = own
      return
    }
    guard seal.keyNumber > knownNumber else {
      throw SyncKeyError.doesNotOpen(address: known.address)
    }
    let devices = try await journal.devices()
    guard let ours = devices.first(where: \.isThis), let box = seal.keys[ours.id],
      let sender = devices.first(where: { $0.id == seal.writer })?.publicKey,
      let (new, number) = try? ring.device.open(box, from: sender), number == seal.keyNumber,
      format.isProven(by: new)
    else { throw SyncKeyError.keyChanged(address: known.address) }
    let numbered = KeyRing.NumberedKey(number: number, key: new)
    ring.keep(only: numbered)
    try await store.save(ring)
    key = numbered
  }
}
