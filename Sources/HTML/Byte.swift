import Glibc

/// The bytes with a meaning in HTML syntax. All are ASCII, so no byte of a multibyte character
/// equals one of them.
enum Byte {
  static let less = UInt8(ascii: "<")
  static let greater = UInt8(ascii: ">")
  static let slash = UInt8(ascii: "/")
  static let equals = UInt8(ascii: "=")
  static let dash = UInt8(ascii: "-")
  static let exclamation = UInt8(ascii: "!")
  static let question = UInt8(ascii: "?")
  static let quote = UInt8(ascii: "\"")
  static let apostrophe = UInt8(ascii: "'")
  static let ampersand = UInt8(ascii: "&")

  static func isSpace(_ byte: UInt8) -> Bool {
    // This comparison excludes letters, the most frequent bytes, first. The functions below do the
    // same.
    byte <= 0x20
      && (byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C)
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  static func endsTagName(_ byte: UInt8) -> Bool {
    byte <= greater && (byte == greater || byte == slash || isSpace(byte))
  }

  static func endsAttributeName(_ byte: UInt8) -> Bool {
    byte <= greater && (byte == greater || byte == equals || byte == slash || isSpace(byte))
  }
}

extension Span<UInt8> {
  /// Whether the bytes at `position` equal `word` in any case. `word` must be in lower case.
  public func matches(_ word: StaticString, at position: Int) -> Bool {
    let length = word.utf8CodeUnitCount
    guard position >= 0, position <= count, length <= count - position else { return false }
    return word.withUTF8Buffer { letters in
      for index in 0..<length where !same(self[position + index], letters[index]) { return false }
      return true
    }
  }

  /// Whether the range contains exactly this word, in any case.
  public func isWord(_ word: StaticString, in range: Range<Int>) -> Bool {
    range.count == word.utf8CodeUnitCount && matches(word, at: range.lowerBound)
  }

  /// Whether the bytes at `position` equal those of `range`, in any case.
  func matches(_ range: Range<Int>, at position: Int) -> Bool {
    guard range.count <= count - position else { return false }
    for index in 0..<range.count
    where !same(self[position + index], self[range.lowerBound + index]) { return false }
    return true
  }

  private func same(_ left: UInt8, _ right: UInt8) -> Bool {
    left == right || (left | 0x20 == right | 0x20 && Byte.isLetter(left))
  }
}

/// The only code that accesses the bytes without bounds checks: `memchr` compares many bytes at a
/// time, and most of a page is skipped.
extension Span<UInt8> {
  /// The position of the first `byte` at or after `start`, or the count if there is none.
  func position(of byte: UInt8, from start: Int) -> Int {
    guard start < count else { return count }
    return withUnsafeBytes { all in
      // `start` is less than `count`, so the buffer is not empty and the access is within it.
      guard let base = all.baseAddress else { return all.count }
      guard let found = memchr(base + start, Int32(byte), all.count - start) else {
        return all.count
      }
      return base.distance(to: UnsafeRawPointer(found))
    }
  }
}
