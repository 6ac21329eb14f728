/// Character references: `&amp;`, `&#233;`, `&#xE9;`.
public enum HTMLReference {
  /// Where a text ends up: what stands in an attribute is read a little more strictly, since an
  /// address there may have a `&` in it that is only that.
  public enum Context: Sendable { case text, attribute }

  /// The bytes of a range with the letters that its references mean, in UTF-8.
  public static func decoded(
    _ range: Range<Int>, in bytes: Span<UInt8>, as context: Context = .text
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = bytes[position]
      if byte == Byte.ampersand,
        let (scalar, end) = reference(at: position, before: range.upperBound, in: bytes, context)
      {
        result.append(contentsOf: String(Character(scalar)).utf8)
        position = end
      } else {
        result.append(byte)
        position += 1
      }
    }
    return result
  }

  /// The text of a range; bytes that are no UTF-8 are replaced.
  public static func text(
    _ range: Range<Int>, in bytes: Span<UInt8>, as context: Context = .text
  ) -> String {
    String(decoding: decoded(range, in: bytes, as: context), as: UTF8.self)
  }

  /// The longest name and the most digits that are looked at, so that no `&` costs more than that.
  private static let longest = 10

  private static func reference(
    at start: Int, before limit: Int, in bytes: Span<UInt8>, _ context: Context
  ) -> (Unicode.Scalar, end: Int)? {
    let position = start + 1
    guard position < limit else { return nil }
    if bytes[position] == UInt8(ascii: "#") {
      return number(at: position + 1, before: limit, in: bytes)
    }
    var end = position
    while end < limit, end - position < longest,
      Byte.isLetter(bytes[end]) || Byte.isDigit(bytes[end])
    {
      end += 1
    }
    guard end > position else { return nil }
    let isClosed = end < limit && bytes[end] == UInt8(ascii: ";")
    let name = String(decoding: (position..<end).map { bytes[$0] }, as: UTF8.self)
    if isClosed, let scalar = named[name] { return (scalar, end + 1) }
    // Old names need no semicolon, except where they could be part of an address.
    guard context == .text, let (length, scalar) = old(name) else { return nil }
    return (scalar, position + length)
  }

  /// The longest of the old names that `name` begins with.
  private static func old(_ name: String) -> (length: Int, Unicode.Scalar)? {
    for word in ["quot", "nbsp", "copy", "amp", "AMP", "lt", "gt", "LT", "GT"]
    where name.hasPrefix(word) {
      return named[word].map { (word.utf8.count, $0) }
    }
    return nil
  }

  private static func number(
    at start: Int, before limit: Int, in bytes: Span<UInt8>
  ) -> (Unicode.Scalar, end: Int)? {
    var position = start
    let isHexadecimal = position < limit && bytes[position] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { position += 1 }
    let first = position
    var value: UInt32 = 0
    while position < limit, let digit = digit(bytes[position], isHexadecimal: isHexadecimal) {
      // Beyond the last letter nothing gets any better.
      value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x11_0000)
      position += 1
    }
    guard position > first else { return nil }
    if position < limit, bytes[position] == UInt8(ascii: ";") { position += 1 }
    return (letter(value), position)
  }

  private static func digit(_ byte: UInt8, isHexadecimal: Bool) -> UInt32? {
    if Byte.isDigit(byte) { return UInt32(byte - UInt8(ascii: "0")) }
    guard isHexadecimal, (byte | 0x20) &- UInt8(ascii: "a") < 6 else { return nil }
    return UInt32((byte | 0x20) - UInt8(ascii: "a")) + 10
  }

  /// Numbers between 128 and 159 are of Windows, whoever wrote them; what is no letter is replaced.
  private static func letter(_ value: UInt32) -> Unicode.Scalar {
    if (0x80...0x9F).contains(value) { return windows[Int(value) - 0x80] }
    return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private static let windows: [Unicode.Scalar] = [
    "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
    "\u{2C6}", "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}",
    "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
    "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
  ]

  /// Those that pages of this kind have in them; any other stays as it is written.
  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "AMP": "&", "lt": "<", "LT": "<", "gt": ">", "GT": ">", "quot": "\"",
    "apos": "'", "nbsp": "\u{A0}", "copy": "\u{A9}", "reg": "\u{AE}", "middot": "\u{B7}",
    "times": "\u{D7}", "laquo": "\u{AB}", "raquo": "\u{BB}", "hellip": "\u{2026}",
    "ndash": "\u{2013}", "mdash": "\u{2014}", "lsquo": "\u{2018}", "rsquo": "\u{2019}",
    "ldquo": "\u{201C}", "rdquo": "\u{201D}", "bull": "\u{2022}", "ensp": "\u{2002}",
    "emsp": "\u{2003}", "thinsp": "\u{2009}", "zwnj": "\u{200C}", "zwj": "\u{200D}",
    "larr": "\u{2190}", "rarr": "\u{2192}",
  ]
}
