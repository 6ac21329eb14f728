/// The bytes that mean something to HTML. All of them are ASCII, so that letters of more than one
/// byte never look like one of them.
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
    // Letters, of which there are most, are out with the first question; so they are below.
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
  /// Whether these bytes stand there, in capitals or not. `word` is in small letters.
  public func matches(_ word: StaticString, at position: Int) -> Bool {
    let length = word.utf8CodeUnitCount
    guard position >= 0, position <= count, length <= count - position else { return false }
    return word.withUTF8Buffer { letters in
      for index in 0..<length where !same(self[position + index], letters[index]) { return false }
      return true
    }
  }

  /// Whether the range has just this word in it, in capitals or not.
  public func isWord(_ word: StaticString, in range: Range<Int>) -> Bool {
    range.count == word.utf8CodeUnitCount && matches(word, at: range.lowerBound)
  }

  /// Whether the bytes of `range` stand there once more, in capitals or not.
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
