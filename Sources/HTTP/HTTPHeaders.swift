import Diary

/// The fields of a head, in their order. Names are kept in small letters.
///
/// What could not stand in a head (a line break in a value, a space in a name) is left out: a value
/// may come from a server, and must not become a second field on its way to another.
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
  /// The first value of that name. Setting puts one in the place of all of them.
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

  /// All values of that name.
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
  /// Whether it may stand in the name of a field.
  fileprivate var isTokenByte: Bool {
    switch self {
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: isASCIILetterOrDigit
    }
  }
}
