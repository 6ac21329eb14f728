import Diary

/// Percent-escapes of addresses and forms.
public enum Percent {
  /// Escapes everything but the unreserved characters of RFC 3986.
  public static func encode(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      if isUnreserved(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += escape(byte)
      }
    }
    return encoded
  }

  /// Escapes one segment of a path, including `.` and `..`, which would otherwise lead to another
  /// folder.
  public static func encodeSegment(_ text: String) -> String {
    text == "." || text == ".." ? String(repeating: "%2E", count: text.utf8.count) : encode(text)
  }

  /// Three characters such as `%0A`, in upper case.
  static func escape(_ byte: UInt8) -> String {
    "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  /// Decodes a name or a value of a form, in which `+` is a space. A `%` that is not followed by
  /// two digits is kept.
  public static func decode(form bytes: ArraySlice<UInt8>) -> String {
    let withSpaces = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return String(decoding: decoded(withSpaces), as: UTF8.self)
  }

  /// Decodes a host or a path: `%ED%9A%8C` becomes 회. An escaped slash is kept, because it does not
  /// separate folders. The text is returned as it is if the decoded bytes are not UTF-8.
  public static func decode(path text: some StringProtocol) -> String {
    String(validating: decoded(Array(text.utf8), except: UInt8(ascii: "/")), as: UTF8.self)
      ?? String(text)
  }

  private static func decoded(_ bytes: [UInt8], except kept: UInt8? = nil) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = bytes[...]
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

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: byte.isASCIILetterOrDigit
    }
  }
}
