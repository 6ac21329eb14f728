import Diary

/// Percent-escapes of addresses and forms.
public enum Percent {
  /// The text with everything escaped that has a meaning somewhere in an address.
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

  /// One segment of a path. `.` and `..` are escaped too: they lead to no other folder.
  public static func step(_ text: String) -> String {
    text == "." || text == ".." ? String(repeating: "%2E", count: text.utf8.count) : encode(text)
  }

  /// `%0A`, in upper case.
  static func escape(_ byte: UInt8) -> String {
    "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  /// The text of a name or a value of a form, where `+` is a space. A `%` without two digits behind
  /// it is kept.
  public static func decode(form bytes: ArraySlice<UInt8>) -> String {
    let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return String(decoding: decoded(spaced), as: UTF8.self)
  }

  /// The text of a host or a path: `%ED%9A%8C` is 회. An escaped slash is kept, because it separates
  /// no folders; and where the bytes are no UTF-8, so is the whole text.
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
