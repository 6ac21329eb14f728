extension UInt8 {
  /// Whether it is one of `0` to `9`.
  @inlinable public var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

  /// Whether it is one of `a` to `z` or `A` to `Z`.
  @inlinable public var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }

  @inlinable public var isASCIILetterOrDigit: Bool { isASCIILetter || isASCIIDigit }

  /// Whether it is a hexadecimal digit, lower or upper case.
  @inlinable public var isHexDigit: Bool { hexDigitValue != nil }

  /// 0 to 15 for a hexadecimal digit, lower or upper case.
  @inlinable public var hexDigitValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }

  /// The digit of 0 to 15, in lower case.
  @inlinable public init(hexDigit value: UInt8) {
    self = value < 10 ? 0x30 + value : 0x61 + value - 10
  }
}

/// Bytes as hexadecimal digits.
public enum Hexadecimal {
  public static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(
      decoding: bytes.flatMap { [UInt8(hexDigit: $0 >> 4), UInt8(hexDigit: $0 & 15)] },
      as: UTF8.self)
  }

  /// 16 digits.
  public static func text(_ number: UInt64) -> String {
    text((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) })
  }

  public static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.map(\.hexDigitValue)
    guard digits.count % 2 == 0, !digits.contains(nil) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map {
      (digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0)
    }
  }
}

// The notation of addresses, in which some bytes are escaped as `%0A`.

extension UInt8 {
  /// `%0A`, in upper case.
  public var percentEncoded: String { "%" + Hexadecimal.text([self]).uppercased() }
}

extension Sequence<UInt8> {
  /// The bytes without the escapes, but for those of one byte. A `%` that is not followed by two digits
  /// is kept.
  public func percentDecoded(except kept: UInt8? = nil) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = Array(self)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let high = rest[rest.startIndex].hexDigitValue,
        let low = rest[rest.startIndex + 1].hexDigitValue, high << 4 | low != kept
      {
        decoded.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return decoded
  }
}

extension UInt64 {
  /// A hash of bytes that is the same in every run (FNV-1a).
  ///
  /// - Parameter start: another one for another hash, or the hash of what precedes the bytes.
  @inlinable public init(
    hashing bytes: some Sequence<UInt8>, from start: UInt64 = 0xCBF2_9CE4_8422_2325
  ) {
    self = start
    for byte in bytes { self = (self ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
