import Diary
import Terminal

extension Sequence<UInt8> {
  /// Escaped between tags and in attributes.
  var escapedForHTML: [UInt8] {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(underestimatedCount + 16)
    for byte in self {
      switch byte {
      case UInt8(ascii: "&"): escaped += "&amp;".utf8
      case UInt8(ascii: "<"): escaped += "&lt;".utf8
      case UInt8(ascii: ">"): escaped += "&gt;".utf8
      case UInt8(ascii: "\""): escaped += "&quot;".utf8
      default: escaped.append(byte)
      }
    }
    return escaped
  }
}

extension String {
  /// With visible control characters, and without those that XML does not have.
  var visibleForXML: String {
    let text = visible(self, keepingNewlines: true)
    guard text.unicodeScalars.contains(where: \.isForbiddenInXML) else { return text }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.isForbiddenInXML ? "\u{FFFD}" : $0 }))
  }

  /// Escaped between tags and in attributes.
  var escapedForHTML: String {
    String(decoding: visibleForXML.utf8.escapedForHTML, as: UTF8.self)
  }
}

extension String {
  /// For an address: only letters, digits and some marks stay as they are.
  var percentEncoded: String {
    var encoded: [UInt8] = []
    for byte in utf8 {
      if byte.isASCIILetterOrDigit || "-_.".utf8.contains(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), UInt8(hexDigit: byte >> 4), UInt8(hexDigit: byte & 15)]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}

extension Unicode.Scalar {
  /// A noncharacter, which neither XML nor HTML may have.
  fileprivate var isForbiddenInXML: Bool {
    value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value)
  }
}
