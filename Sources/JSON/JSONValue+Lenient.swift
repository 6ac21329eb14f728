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
