import Diary

/// The header fields in order, with their names in lower case.
///
/// Fields that are not valid in a header, such as a value with a line break or a name with a space,
/// are dropped: a value from one server must not become a second field in a request to another.
public struct HTTPHeaders: Sendable, Hashable {
  public struct Field: Sendable, Hashable {
    public let name: String
    public let value: String
  }

  public private(set) var fields: [Field] = []

  public init(_ fields: [(name: String, value: String)] = []) {
    for (name, value) in fields { add(name, value) }
  }
}

extension HTTPHeaders {
  /// The first value with that name. Setting it replaces all values with that name.
  public subscript(_ name: String) -> String? {
    get {
      let name = name.lowercased()
      return fields.first { $0.name == name }?.value
    }
    set {
      let lowercased = name.lowercased()
      fields.removeAll { $0.name == lowercased }
      if let newValue { add(name, newValue) }
    }
  }

  /// All values with that name.
  public func all(_ name: String) -> [String] {
    let name = name.lowercased()
    return fields.filter { $0.name == name }.map(\.value)
  }

  public mutating func add(_ name: String, _ value: String) {
    guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenByte) else { return }
    guard value.utf8.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }) else { return }
    fields.append(Field(name: name.lowercased(), value: HTTPHeaders.trimmed(value)))
  }

  private static func trimmed(_ value: String) -> String {
    let isVisible = { (byte: UInt8) in byte != 0x20 && byte != 0x09 }
    guard let first = value.utf8.firstIndex(where: isVisible),
      let last = value.utf8.lastIndex(where: isVisible)
    else { return "" }
    return String(value[first...last])
  }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { (name: $0, value: $1) })
  }
}

extension UInt8 {
  /// Whether the byte is allowed in the name of a field.
  fileprivate var isTokenByte: Bool {
    switch self {
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: isASCIILetterOrDigit
    }
  }
}

/// Parses the header of a response line by line, as libcurl delivers it. Headers of interim
/// responses come before it, and the fields of a trailer after the body.
struct HeaderParser {
  /// The maximum size of all lines together, in bytes.
  static let limit = 64 << 10

  private(set) var status = 0
  private(set) var headers = HTTPHeaders()
  private(set) var isComplete = false

  private var size = 0
  /// The last field, kept until the next line shows that it is not continued.
  private var pending: (name: String, value: String)?

  /// Returns false if the header is invalid or too long.
  mutating func read(_ line: some BidirectionalCollection<UInt8>) -> Bool {
    size += line.count
    guard size <= HeaderParser.limit else { return false }
    if isComplete { return true }
    let end = line.lastIndex { $0 != 0x0D && $0 != 0x0A }.map(line.index(after:))
    let text = line[..<(end ?? line.startIndex)]
    if text.starts(with: "HTTP/".utf8) { return begin(text) }
    guard status != 0 else { return false }
    guard let first = text.first else { return finish() }
    if first == 0x20 || first == 0x09 {
      pending?.value += " " + String(decoding: text.dropFirst(), as: UTF8.self)
    } else {
      addPending()
      if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
        pending = (
          String(decoding: text[..<colon], as: UTF8.self),
          String(decoding: text[line.index(after: colon)..<text.endIndex], as: UTF8.self)
        )
      }
    }
    return true
  }

  private mutating func begin(_ line: some Collection<UInt8>) -> Bool {
    let digits = line.drop { $0 != 0x20 }.dropFirst().prefix { $0 != 0x20 }
    guard digits.count == 3, digits.allSatisfy(\.isASCIIDigit) else { return false }
    status = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    headers = HTTPHeaders()
    pending = nil
    return status >= 100
  }

  private mutating func addPending() {
    if let (name, value) = pending { headers.add(name, value) }
    pending = nil
  }

  private mutating func finish() -> Bool {
    addPending()
    if status < 200 {
      status = 0
    } else {
      isComplete = true
    }
    return hasValidLength
  }

  /// libcurl treats an invalid length as a missing one, and then accepts the end of the connection
  /// as the end of the body.
  private var hasValidLength: Bool {
    let lengths = headers.all("content-length")
    return lengths.allSatisfy { text in
      text == lengths[0] && text.utf8.allSatisfy(\.isASCIIDigit) && Int(text) != nil
    }
  }
}
