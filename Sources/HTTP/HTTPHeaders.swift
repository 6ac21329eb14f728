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
