import CSodium
import Diary

/// What a device keeps secret for a shared diary: its own keys, and the keys of the diary by their numbers.
///
/// It is stored as lines of ASCII, which are wiped after reading:
///
/// ```
/// commitdiary keys 1
/// device 64 hexadecimal digits
/// key NUMBER 64 hexadecimal digits
/// ```
public struct KeyRing: Sendable {
  public var device: DeviceKeys
  /// The newest last. There are two only while one is replaced.
  public private(set) var keys: [NumberedKey]

  public struct NumberedKey: Sendable {
    public var number: Int
    public var key: SymmetricKey

    public init(number: Int, key: SymmetricKey) {
      self.number = number
      self.key = key
    }
  }

  public init(device: DeviceKeys, keys: [NumberedKey]) {
    self.device = device
    self.keys = keys
  }

  public mutating func add(_ key: NumberedKey) {
    keys.removeAll { $0.number == key.number }
    keys.append(key)
  }

  /// Forgets all keys but this one.
  public mutating func keep(only key: NumberedKey) { keys = [key] }

  private static let header = "commitdiary keys 1"

  // MARK: Storing

  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    // A buffer that grows would leave copies behind, which nobody wipes.
    bytes.reserveCapacity(128 + keys.count * 128)
    bytes += (Self.header + "\ndevice ").utf8
    device.secret.appendDigits(to: &bytes)
    for key in keys {
      bytes += "\nkey \(key.number) ".utf8
      key.key.secret.appendDigits(to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// - Throws: `doesNotOpen` if these are not stored keys.
  public init(_ bytes: [UInt8]) throws(CryptoError) {
    var device: DeviceKeys?
    keys = []
    var lines = bytes.split(separator: UInt8(ascii: "\n"))[...]
    guard let first = lines.popFirst(), first.elementsEqual(Self.header.utf8) else {
      throw .doesNotOpen
    }
    for line in lines {
      let words = line.split(separator: UInt8(ascii: " "))
      guard let kind = words.first, let digits = words.last else { throw .doesNotOpen }
      let secret = try SecretBytes(digits: digits)
      if kind.elementsEqual("device".utf8), words.count == 2 {
        device = DeviceKeys(secret)
      } else if kind.elementsEqual("key".utf8), words.count == 3,
        let number = Int(String(decoding: words[1], as: UTF8.self)), number > 0
      {
        keys.append(NumberedKey(number: number, key: SymmetricKey(secret)))
      } else {
        throw .doesNotOpen
      }
    }
    guard let device, !keys.isEmpty else { throw .doesNotOpen }
    self.device = device
  }
}

extension SecretBytes {
  fileprivate func appendDigits(to bytes: inout [UInt8]) {
    use { secret in
      for index in 0..<Self.count {
        bytes.append(UInt8(hexDigit: secret[index] >> 4))
        bytes.append(UInt8(hexDigit: secret[index] & 15))
      }
    }
  }

  fileprivate convenience init(digits: ArraySlice<UInt8>) throws(CryptoError) {
    guard digits.count == 2 * Self.count, digits.allSatisfy(\.isHexDigit) else {
      throw .doesNotOpen
    }
    try self.init { secret in
      for index in 0..<Self.count {
        let start = digits.startIndex + 2 * index
        secret[index] =
          (digits[start].hexDigitValue ?? 0) << 4 | (digits[start + 1].hexDigitValue ?? 0)
      }
    }
  }
}

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
