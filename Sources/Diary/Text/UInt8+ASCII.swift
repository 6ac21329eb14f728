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

  public static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.map(\.hexDigitValue)
    guard digits.count % 2 == 0, !digits.contains(nil) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map {
      (digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0)
    }
  }
}
