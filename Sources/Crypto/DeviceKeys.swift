import CSodium

/// The keys of a device, for which others can seal something so that no one else reads it.
public struct DeviceKeys: Sendable {
  let secret: SecretBytes
  /// What the other devices know, in 32 bytes.
  public let publicKey: [UInt8]

  init(_ secret: SecretBytes) {
    self.secret = secret
    publicKey = [UInt8](unsafeUninitializedCapacity: SecretBytes.count) { buffer, count in
      count = SecretBytes.count
      guard let start = buffer.baseAddress else { return }
      secret.use { diary_sodium_public_key(start, $0) }
    }
  }

  public static func random() throws(CryptoError) -> DeviceKeys {
    DeviceKeys(try SecretBytes { diary_sodium_random($0, SecretBytes.count) })
  }

  // MARK: Boxes (X25519, XSalsa20-Poly1305)

  /// Seals a key and its number for another device. It opens the box only with the public key of this
  /// one, so it knows who has sealed it.
  public func seal(
    _ key: SymmetricKey, number: Int, to device: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    guard device.count == SecretBytes.count else { throw .doesNotOpen }
    let nonce = Sodium.nonce()
    var content = Self.bytes(of: number)
    key.secret.use { content += UnsafeBufferPointer(start: $0, count: SecretBytes.count) }
    defer { content.wipe() }
    var isSealed = false
    let box = [UInt8](
      unsafeUninitializedCapacity: content.count + Sodium.tagSize
    ) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      isSealed = secret.use { diary_sodium_box(start, content, content.count, nonce, device, $0) }
      count = isSealed ? content.count + Sodium.tagSize : 0
    }
    guard isSealed else { throw .doesNotOpen }
    return nonce + box
  }

  /// The key and its number that `device` has sealed for this one.
  public func open(
    _ sealed: [UInt8], from device: [UInt8]
  ) throws(CryptoError) -> (key: SymmetricKey, number: Int) {
    let size = Self.numberSize + SecretBytes.count
    guard device.count == SecretBytes.count,
      sealed.count == Sodium.nonceSize + Sodium.tagSize + size
    else { throw .doesNotOpen }
    let nonce = Array(sealed.prefix(Sodium.nonceSize))
    let box = Array(sealed.dropFirst(Sodium.nonceSize))
    var isOpen = false
    var content = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      isOpen = secret.use { diary_sodium_open_box(start, box, box.count, nonce, device, $0) }
      count = isOpen ? size : 0
    }
    defer { content.wipe() }
    guard isOpen else { throw .doesNotOpen }
    let number = content.prefix(Self.numberSize).reduce(0) { $0 << 8 | Int($1) }
    let key = try SecretBytes { bytes in
      for index in 0..<SecretBytes.count { bytes[index] = content[Self.numberSize + index] }
    }
    return (SymmetricKey(key), number)
  }

  private static let numberSize = 4

  private static func bytes(of number: Int) -> [UInt8] {
    (0..<numberSize).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
