import CSodium
import Diary

/// A key of 32 random bytes, with which texts are sealed and opened.
public struct SymmetricKey: Sendable {
  let secret: SecretBytes

  init(_ secret: SecretBytes) { self.secret = secret }

  public static func random() throws(CryptoError) -> SymmetricKey {
    SymmetricKey(try SecretBytes { diary_sodium_random($0, SecretBytes.count) })
  }

  // MARK: Sealing (XChaCha20-Poly1305)

  /// Encrypts bytes. A nonce of 24 random bytes stands before them, and 16 bytes are added behind.
  ///
  /// - Parameter place: where the result belongs. It opens only there.
  public func seal(_ bytes: [UInt8], for place: [UInt8]) -> [UInt8] {
    let nonce = Sodium.nonce()
    return [UInt8](
      unsafeUninitializedCapacity: nonce.count + bytes.count + Sodium.tagSize
    ) { buffer, count in
      _ = buffer.initialize(from: nonce)
      count = nonce.count + bytes.count + Sodium.tagSize
      guard let start = buffer.baseAddress else { return }
      secret.use {
        diary_sodium_seal(
          start + nonce.count, bytes, bytes.count, place, place.count, nonce, $0)
      }
    }
  }

  public func open(_ sealed: [UInt8], for place: [UInt8]) throws(CryptoError) -> [UInt8] {
    let added = Sodium.nonceSize + Sodium.tagSize
    guard sealed.count >= added else { throw .doesNotOpen }
    let nonce = Array(sealed.prefix(Sodium.nonceSize))
    let rest = Array(sealed.dropFirst(Sodium.nonceSize))
    var isOpen = false
    let bytes = [UInt8](unsafeUninitializedCapacity: sealed.count - added + 1) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      isOpen = secret.use {
        diary_sodium_open(start, rest, rest.count, place, place.count, nonce, $0)
      }
      count = isOpen ? sealed.count - added : 0
    }
    guard isOpen else { throw .doesNotOpen }
    return bytes
  }

  // MARK: Comparing

  /// What people compare on two devices, as `k3f9-7qmw-2x4c`. It does not help to find the key.
  public var fingerprint: String {
    let text = Array("commitdiary fingerprint".utf8)
    // BLAKE2b.
    let hash = [UInt8](unsafeUninitializedCapacity: 8) { buffer, count in
      count = 8
      guard let start = buffer.baseAddress else { return }
      secret.use { diary_sodium_hash(start, 8, text, text.count, $0, SecretBytes.count) }
    }
    let bits = hash.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let letters = Identifier(bits: bits).text
    return stride(from: 0, to: letters.count, by: 4).map { start in
      String(letters.dropFirst(start).prefix(4))
    }.joined(separator: "-")
  }
}

/// Bytes that nobody else may see: kept out of swap and core dumps, and wiped when they are released.
final class SecretBytes: Sendable {
  static let count = Int(diary_sodium_key_size)
  private nonisolated(unsafe) let bytes: UnsafeMutablePointer<UInt8>

  /// - Parameter fill: writes all bytes.
  init(_ fill: (UnsafeMutablePointer<UInt8>) -> Void) throws(CryptoError) {
    try Sodium.load()
    guard let bytes = diary_sodium_new_secret(Self.count) else {
      throw .libraryMissing(reason: "sodium_malloc")
    }
    fill(bytes)
    self.bytes = bytes
  }

  deinit { diary_sodium_free_secret(bytes) }

  func use<Result>(_ body: (UnsafeMutablePointer<UInt8>) -> Result) -> Result { body(bytes) }
}

enum Sodium {
  static func load() throws(CryptoError) {
    if let reason = diary_sodium_load() {
      throw .libraryMissing(reason: String(cString: reason))
    }
  }

  static let nonceSize = Int(diary_sodium_nonce_size)
  static let tagSize = Int(diary_sodium_tag_size)

  static func nonce() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: nonceSize) { buffer, count in
      buffer.baseAddress.map { diary_sodium_random($0, nonceSize) }
      count = nonceSize
    }
  }
}

public enum CryptoError: Error, Hashable {
  /// The message of the dynamic linker.
  case libraryMissing(reason: String)
  /// It is not what was sealed with this key, for this place.
  case doesNotOpen
}

extension [UInt8] {
  /// Overwrites all bytes before they are released.
  public mutating func wipe() {
    guard (try? Sodium.load()) != nil else {
      self = []
      return
    }
    withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { diary_sodium_wipe($0, bytes.count) }
    }
    self = []
  }
}
