/// A value of a column.
public enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral {
  public init(stringLiteral text: String) { self = .text(text) }
  public init(integerLiteral number: Int64) { self = .integer(number) }
  public init(nilLiteral: ()) { self = .null }
}
