/// Parses JSON, and JSON5 for configuration files: with comments, trailing commas, single quotes
/// and unquoted names.
///
/// Any input leads to a value or an error, and the depth is limited.
public struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  private static let maximumDepth = 200

  /// The ranges of the members of the outermost object, for code that edits the text.
  public private(set) var members: [MemberRange] = []
  /// The positions of the braces of the outermost object; `nil` if the document is not an object.
  public private(set) var braces: (open: Int, close: Int)?

  public struct MemberRange: Hashable, Sendable {
    public var name: String
    /// From the first byte of the name to the last of the value.
    public var whole: Range<Int>
    public var value: Range<Int>
    /// The position after the comma that follows; `nil` if there is none.
    public var comma: Int?
  }

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Parses a document with a single value.
  public static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
    var parser = JSONParser(bytes)
    return try parser.document()
  }

  public mutating func document() throws(JSONSyntaxError) -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    let value = try value()
    try skipSpace()
    guard position == bytes.count else { throw failure() }
    return value
  }

  private func failure() -> JSONSyntaxError {
    let before = bytes[..<min(position, bytes.count)]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let letters = before[lineStart...].count { $0 & 0xC0 != 0x80 }
    return JSONSyntaxError(line: before.count { $0 == 0x0A } + 1, column: letters + 1)
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  // MARK: Space and comments

  private mutating func skipSpace() throws(JSONSyntaxError) {
    while let byte = next {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D, 0x0B, 0x0C: position += 1
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(JSONSyntaxError) {
    switch position + 1 < bytes.count ? bytes[position + 1] : 0 {
    case UInt8(ascii: "/"):
      while let byte = next, byte != 0x0A { position += 1 }
    case UInt8(ascii: "*"):
      var end = position + 2
      while end + 1 < bytes.count, !(bytes[end] == 0x2A && bytes[end + 1] == 0x2F) { end += 1 }
      guard end + 1 < bytes.count else { throw failure() }
      position = end + 2
    default: throw failure()
    }
  }

  // MARK: Values

  private mutating func value() throws(JSONSyntaxError) -> JSONValue {
    try skipSpace()
    guard let byte = next else { throw failure() }
    switch byte {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), 0x30...0x39: return try number()
    default: return try word()
    }
  }

  private mutating func word() throws(JSONSyntaxError) -> JSONValue {
    let start = position
    switch try name() {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default:
      position = start
      throw failure()
    }
  }

  private mutating func array() throws(JSONSyntaxError) -> JSONValue {
    try descend()
    position += 1
    var elements: [JSONValue] = []
    while true {
      try skipSpace()
      if take(UInt8(ascii: "]")) { break }
      elements.append(try value())
      try skipSpace()
      if take(UInt8(ascii: ",")) { continue }
      guard take(UInt8(ascii: "]")) else { throw failure() }
      break
    }
    depth -= 1
    return .array(elements)
  }

  private mutating func object() throws(JSONSyntaxError) -> JSONValue {
    try descend()
    let open = position
    position += 1
    var found: [JSONValue.Member] = []
    while true {
      try skipSpace()
      if take(UInt8(ascii: "}")) { break }
      var range = MemberRange(name: "", whole: position..<position, value: position..<position)
      range.name = try memberName()
      try skipSpace()
      guard take(UInt8(ascii: ":")) else { throw failure() }
      try skipSpace()
      let start = position
      found.append(JSONValue.Member(range.name, try value()))
      range.value = start..<position
      range.whole = range.whole.lowerBound..<position
      try skipSpace()
      let hasComma = take(UInt8(ascii: ","))
      range.comma = hasComma ? position : nil
      if depth == 1 { members.append(range) }
      if hasComma { continue }
      guard take(UInt8(ascii: "}")) else { throw failure() }
      break
    }
    if depth == 1 { braces = (open, position - 1) }
    depth -= 1
    return .object(found)
  }

  private mutating func descend() throws(JSONSyntaxError) {
    depth += 1
    guard depth <= Self.maximumDepth else { throw failure() }
  }

  private mutating func memberName() throws(JSONSyntaxError) -> String {
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): try string()
    default: try name()
    }
  }

  private mutating func name() throws(JSONSyntaxError) -> String {
    let name = bytes[position...].prefix {
      switch $0 {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24, 0x80...0xFF: true
      default: false
      }
    }
    guard !name.isEmpty else { throw failure() }
    position = name.endIndex
    return String(decoding: name, as: UTF8.self)
  }

  // MARK: Numbers

  /// Checks the number by the rules of JSON5, because Swift's initializers accept more, such as a
  /// second sign.
  private mutating func number() throws(JSONSyntaxError) -> JSONValue {
    let start = position
    var digits = bytes[start...].prefix {
      switch $0 {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
      default: false
      }
    }
    position = digits.endIndex
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    let sign = isNegative ? "-" : ""
    if digits.starts(with: [0x30, 0x78]) || digits.starts(with: [0x30, 0x58]) {
      let text = String(decoding: digits.dropFirst(2), as: UTF8.self)
      if text.first?.isHexDigit == true, let number = Int(sign + text, radix: 16) {
        return .integer(number)
      }
    } else if Self.isDecimal(digits) {
      let text = sign + String(decoding: digits, as: UTF8.self)
      if let number = Int(text) { return .integer(number) }
      if let number = Double(text), number.isFinite { return .number(number) }
    }
    position = start
    throw failure()
  }

  /// Digits with at most one decimal point and an optional exponent, without leading zeros.
  private static func isDecimal(_ text: ArraySlice<UInt8>) -> Bool {
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    let whole = text.prefix(while: isDigit)
    var rest = text[whole.endIndex...]
    guard whole.count < 2 || whole.first != UInt8(ascii: "0") else { return false }
    var count = whole.count
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: isDigit)
      count += fraction.count
      rest = rest[fraction.endIndex...]
    }
    if count > 0, let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if let sign = rest.first, sign == 0x2B || sign == 0x2D { rest.removeFirst() }
      return !rest.isEmpty && rest.allSatisfy(isDigit)
    }
    return count > 0 && rest.isEmpty
  }

  // MARK: Strings

  private mutating func string() throws(JSONSyntaxError) -> String {
    let quote = bytes[position]
    position += 1
    let start = position
    while let byte = next, byte != quote, byte != UInt8(ascii: "\\"), byte != 0x0A, byte != 0x0D {
      position += 1
    }
    let plain = bytes[start..<position]
    if take(quote) { return String(decoding: plain, as: UTF8.self) }
    var text = Array(plain)
    while let byte = next {
      position += 1
      switch byte {
      case quote: return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0x0A, 0x0D:
        position -= 1
        throw failure()
      default: text.append(byte)
      }
    }
    throw failure()
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONSyntaxError) {
    guard let byte = next else { throw failure() }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "v"): text.append(0x0B)
    case UInt8(ascii: "0"): text.append(0x00)
    case UInt8(ascii: "x"): append(try hexadecimal(2), to: &text)
    case UInt8(ascii: "u"): append(try escapedScalar(), to: &text)
    case 0x0A: break
    case 0x0D: _ = take(0x0A)
    default: text.append(byte)
    }
  }

  /// Combines a surrogate pair into one scalar. An unpaired surrogate is returned as it is, and
  /// later replaced.
  private mutating func escapedScalar() throws(JSONSyntaxError) -> UInt32 {
    let first = try hexadecimal(4)
    guard (0xD800...0xDBFF).contains(first) else { return first }
    let rewind = position
    guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
      position = rewind
      return first
    }
    let second = try hexadecimal(4)
    guard (0xDC00...0xDFFF).contains(second) else {
      position = rewind
      return first
    }
    return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
  }

  private mutating func hexadecimal(_ count: Int) throws(JSONSyntaxError) -> UInt32 {
    guard position + count <= bytes.count,
      let number = UInt32(
        String(decoding: bytes[position..<position + count], as: UTF8.self), radix: 16),
      bytes[position] != UInt8(ascii: "+"), bytes[position] != UInt8(ascii: "-")
    else { throw failure() }
    position += count
    return number
  }

  private func append(_ value: UInt32, to text: inout [UInt8]) {
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    text.append(contentsOf: String(Character(scalar)).utf8)
  }
}

/// The position at which a text is not valid JSON.
public struct JSONSyntaxError: Error, Hashable {
  /// Counted from 1.
  public var line: Int
  public var column: Int
}
