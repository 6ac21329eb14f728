import CSodium

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
