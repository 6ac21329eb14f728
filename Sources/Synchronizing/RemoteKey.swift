import Context
import Crypto
import Journal
import Localization
import Sync
import Zip

extension KeyRing.NumberedKey {
  var name: SyncKeyName { SyncKeyName(number: number, fingerprint: key.fingerprint) }
}

/// The key of a remote, as this device has it.
struct RemoteKey {
  /// `nil` if nothing there is encrypted.
  var key: KeyRing.NumberedKey?

  var name: SyncKeyName? { key?.name }

  /// Finds the key with which a remote is encrypted now.
  ///
  /// If it was changed, the device that did so has sealed the new one for this device. Such a key counts
  /// only if it comes from a device that is known, and is newer than the key that is known: whoever was
  /// shut out cannot seal another one.
  init(
    of format: RemoteFormat, _ known: SyncRemote, in store: SyncKeyStore, _ journal: Journal
  ) async throws {
    guard let seal = format.seal else {
      guard known.key == nil else { throw Explanation.syncNotEncrypted(at: known.address) }
      return
    }
    guard let knownNumber = known.key?.number else {
      // It was not encrypted before. This device may have begun to encrypt it, and was interrupted.
      key = try? await store.read()?.keys.last { format.isProven(by: $0.key) }
      if key == nil {
        throw Explanation(
          .syncIsEncrypted(address: known.address),
          hint: .syncJoinAgainHint(address: known.address.quotedForShell), status: .authentication)
      }
      return
    }
    guard var ring = try await store.read() else {
      throw Explanation.syncKeyMissing(of: known.address)
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
      throw Explanation(
        .syncDoesNotOpen(address: known.address), hint: .syncDoesNotOpenHint,
        status: .authentication)
    }
    let devices = try await journal.devices()
    guard let ours = devices.first(where: \.isThis), let box = seal.keys[ours.id],
      let sender = devices.first(where: { $0.id == seal.writer })?.publicKey,
      let (new, number) = try? ring.device.open(box, from: sender), number == seal.keyNumber,
      format.isProven(by: new)
    else {
      throw Explanation(
        .syncKeyChanged(address: known.address),
        hint: .syncJoinAgainHint(address: known.address.quotedForShell), status: .authentication)
    }
    let numbered = KeyRing.NumberedKey(number: number, key: new)
    ring.keep(only: numbered)
    try await store.save(ring)
    key = numbered
  }
}

/// How the files of an epoch are stored: as they are, or compressed and encrypted, so that each opens only
/// in its place.
struct SegmentCipher {
  let diary: String
  let epoch: String
  /// `nil` if they are stored as they are.
  let key: SymmetricKey?

  func sealed(_ segment: Segment, at name: SegmentName) throws -> [UInt8] {
    let bytes = segment.bytes
    guard let key else { return bytes }
    do throws(ZipError) {
      return key.seal(Self.padded(try bytes.deflated()), for: place(name))
    } catch {
      throw Explanation.syncLibraryMissing(error)
    }
  }

  /// - Throws: `Segment.Failure` if it cannot be read, or an `Explanation` if nothing can.
  func opened(_ bytes: [UInt8], at name: SegmentName) throws -> Segment {
    guard let key else { return try Segment(bytes) }
    guard let padded = try? key.open(bytes, for: place(name)),
      let end = padded.lastIndex(where: { $0 != 0 }), padded[end] == Self.endMark
    else { throw Segment.Failure.damaged }
    let compressed = Array(padded[..<end])
    do {
      return try Segment(compressed.inflated(limit: Segment.largestSize))
    } catch ZipError.libraryMissing(let reason) {
      throw Explanation.syncLibraryMissing("zlib1g", reason)
    } catch is ZipError {
      throw Segment.Failure.damaged
    }
  }

  /// What the compressed segment ends with, before zeros.
  private static let endMark: UInt8 = 0x80
  /// Who cannot read a segment does not see how long it is, either.
  private static let step = 1 << 10

  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    let bytes = bytes + [endMark]
    let rest = bytes.count % step
    return rest == 0 ? bytes : bytes + [UInt8](repeating: 0, count: step - rest)
  }

  /// The largest file that a segment becomes: what cannot be compressed grows by less than a thousandth.
  static let largestFile = Segment.largestSize + (Segment.largestSize >> 10) + (2 << 10)

  private func place(_ name: SegmentName) -> [UInt8] {
    Array("commitdiary sync \(RemoteFormat.newest)\n\(diary)\n\(epoch)\n\(name.path)\n".utf8)
  }
}

extension RemoteFormat {
  /// Whether the file was written by someone with this key.
  func isProven(by key: SymmetricKey) -> Bool {
    guard let seal else { return false }
    return (try? key.open(seal.proof, for: firstLine)) == []
  }

  /// The same with the proof.
  func proven(by key: SymmetricKey) -> RemoteFormat {
    var format = self
    format.seal?.proof = key.seal([], for: firstLine)
    return format
  }
}
