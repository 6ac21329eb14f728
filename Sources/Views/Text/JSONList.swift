public import JSON

/// A JSON document with one list, for writing it element by element.
public struct JSONList: Sendable {
  let name: String

  public var opening: String { "{\n  \"\(name)\": [" }
  public var closing: String { "\n  ]\n}\n" }
  public var empty: String { JSONValue.object([JSONValue.Member(name, [])]).text() + "\n" }

  public func element(_ value: JSONValue, isFirst: Bool) -> String {
    let lines = value.text().split(separator: "\n")
    return (isFirst ? "\n" : ",\n") + lines.map { "    \($0)" }.joined(separator: "\n")
  }
}
