import Diary
import Terminal

extension String {
  /// The text on one line, escaped so that Markdown does not interpret it. Markdown reads scalars: a
  /// bracket with a combining mark is a bracket too.
  var escapedForMarkdown: String {
    let scalars = Array(String(map { $0.isNewline ? " " : $0 }).unicodeScalars)
    var escaped = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let last = index > 0 ? scalars[index - 1] : nil
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      let isMarkup =
        switch scalar {
        case "\\", "`", "*", "[", "]", "<": true
        // An underscore within a word is only an underscore.
        case "_": !(last?.isWordLetter ?? false && next?.isWordLetter ?? false)
        case ">": last == nil
        // A number sign begins a heading or the number of an issue.
        case "#": last == nil || next?.properties.numericType != nil
        default: false
        }
      if isMarkup { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}

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
  fileprivate var isWordLetter: Bool {
    properties.isAlphabetic || properties.numericType != nil || self == "_"
  }

  /// A noncharacter, which neither XML nor HTML may have.
  fileprivate var isForbiddenInXML: Bool {
    value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value)
  }
}
