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
