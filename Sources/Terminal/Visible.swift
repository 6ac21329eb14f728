/// Makes text from users, files or git safe for a terminal: control characters, bidirectional
/// formatting and invisible characters are replaced by visible marks.
///
/// With `keepingNewlines`, newlines and tabs are kept and `\r\n` becomes a newline. Otherwise a tab
/// becomes a space and a newline becomes `↵`, or `^J` if `ascii` is set.
public func visible(_ text: String, keepingNewlines: Bool = false, ascii: Bool = false) -> String {
  if Visible.isClean(text, keepingNewlines: keepingNewlines) { return text }
  var result = ""
  result.reserveCapacity(text.utf8.count + 16)
  var joiners = InvisibleJoiners()
  var scalars = text.unicodeScalars.makeIterator()
  var pending = scalars.next()
  while let scalar = pending {
    pending = scalars.next()
    let isNeeded = joiners.admits(scalar, before: pending)
    if scalar == "\r", pending == "\n" { continue }
    if keepingNewlines, scalar == "\n" || scalar == "\t" {
      result.unicodeScalars.append(scalar)
    } else if !isNeeded, let mark = Visible.mark(for: scalar, ascii: ascii) {
      result += mark
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// The rules of `visible` for single scalars.
enum Visible {
  /// The mark that replaces the scalar, or `nil` if it is kept. Joiners and tags have a mark here,
  /// which is not used if `InvisibleJoiners` admits them.
  static func mark(for scalar: Unicode.Scalar, ascii: Bool) -> String? {
    switch scalar.value {
    case 0x09: " "
    case 0x0A: ascii ? "^J" : "↵"
    case 0x00..<0x20: "^" + String(UnicodeScalar(UInt8(scalar.value) + 0x40))
    case 0x7F: "^?"
    case 0x80..<0xA0: code(scalar)
    default: isSpoofing(scalar) ? code(scalar) : nil
    }
  }

  /// Whether the scalar invisibly reorders or breaks a line, or hides in a word.
  static func isSpoofing(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // The soft hyphen, bidirectional formatting, and line separators.
    case 0xAD, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    // Zero-width spaces, joiners, and invisible operators.
    case 0x034F, 0x180E, 0x200B...0x200D, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF: true
    // Interlinear annotations, and tags.
    case 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }

  /// Whether `visible` would not change the text, determined from its bytes. It is false for every
  /// joiner and tag, although some are kept.
  static func isClean(_ text: String, keepingNewlines: Bool) -> Bool {
    var before: (UInt8, UInt8) = (0, 0)
    for byte in text.utf8 {
      switch byte {
      case 0x09, 0x0A: if !keepingNewlines { return false }
      case ..<0x20, 0x7F: return false
      case 0x80...0xBF where mayEndMark(before, byte): return false
      default: break
      }
      before = (before.1, byte)
    }
    return true
  }

  /// Whether these UTF-8 bytes end, or begin, a scalar outside ASCII that has a mark.
  private static func mayEndMark(_ before: (UInt8, UInt8), _ byte: UInt8) -> Bool {
    switch (before.0, before.1) {
    case (_, 0xC2): byte < 0xA0 || byte == 0xAD
    case (_, 0xCD): byte == 0x8F
    case (_, 0xD8): byte == 0x9C
    case (0xE1, 0xA0): byte == 0x8E
    case (0xE2, 0x80): (0x8B...0x8F).contains(byte) || (0xA8...0xAE).contains(byte)
    case (0xE2, 0x81): (0xA0...0xAF).contains(byte)
    case (0xEF, 0xBB): byte == 0xBF
    case (0xEF, 0xBF): (0xB9...0xBB).contains(byte)
    case (0xF3, 0xA0): byte < 0x82
    default: false
    }
  }

  private static func code(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "<U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits + ">"
  }
}
