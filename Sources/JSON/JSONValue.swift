/// A JSON value. Objects keep the order of their members, which matters to human readers.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  public struct Member: Hashable, Sendable {
    public var name: String
    public var value: JSONValue

    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(stringLiteral text: String) { self = .string(text) }
  public init(integerLiteral number: Int) { self = .integer(number) }
  public init(booleanLiteral flag: Bool) { self = .bool(flag) }
  public init(nilLiteral: ()) { self = .null }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { Member($0.0, $0.1) })
  }
}

extension JSONValue {
  public init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }
  public init(_ number: Int?) { self = number.map(JSONValue.integer) ?? .null }

  /// The value of the member called `name`; `nil` if there is none, or if this is not an object. If
  /// several members have the name, the last one counts, as in most JSON parsers.
  public subscript(name: String) -> JSONValue? {
    object?[name]
  }

  public var string: String? { if case .string(let text) = self { text } else { nil } }
  public var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  public var object: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// The value if it is an integer, also if it is written with a fraction, as in `1.0`.
  public var integer: Int? {
    switch self {
    case .integer(let number): number
    case .number(let number): Int(exactly: number)
    default: nil
    }
  }
}

extension [JSONValue.Member] {
  /// The value of the last member with the name. A new value takes its place, or is the last one;
  /// without a value, there is none with the name.
  public subscript(name: String) -> JSONValue? {
    get { last { $0.name == name }?.value }
    set {
      if let newValue, let index = lastIndex(where: { $0.name == name }) {
        self[index].value = newValue
      } else if newValue == nil {
        removeAll { $0.name == name }
      } else {
        add(name, newValue)
      }
    }
  }

  /// Adds a member, unless it has no value.
  public mutating func add(_ name: String, _ value: JSONValue?) {
    if let value { append(JSONValue.Member(name, value)) }
  }

  public mutating func add(_ name: String, _ text: String?) {
    add(name, text.map(JSONValue.string))
  }

  /// In the order of the bytes of their names.
  public func sortedByName() -> Self {
    func precedes(_ left: Element, _ right: Element) -> Bool {
      left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
    if !zip(self, dropFirst()).contains(where: { precedes($1, $0) }) { return self }
    return sorted(by: precedes)
  }
}

/// Conversions for servers that write a number as a string, or an empty string for a missing value.
extension JSONValue {
  /// An integer, which may be written as a string.
  public var lenientInteger: Int? {
    guard let text = string else { return integer }
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard !digits.isEmpty, digits.count <= 18, digits.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }

  /// A number, which may be written as a string.
  public var lenientNumber: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    case .string(let text) where text.utf8.count <= 32:
      Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  public var nonEmptyString: String? { string.flatMap { $0.isEmpty ? nil : $0 } }
}
