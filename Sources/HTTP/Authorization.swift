/// What proves to a server who is asking. Nothing that prints it shows it.
public struct Authorization: Sendable, Hashable {
  /// Read by the transport only.
  let value: String

  /// Of a token only what may stand in a head is sent: a line break that came with it from a file
  /// must not end the field.
  public init(bearer token: String) {
    let visible = token.utf8.filter { (0x21...0x7E).contains($0) }
    value = "Bearer " + String(decoding: visible, as: UTF8.self)
  }

  /// `nil` for what can be no token: nothing at all, or anything that may not stand in a head.
  public init?(token: String) {
    guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    self.init(bearer: token)
  }
}

extension Authorization: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "Authorization(concealed)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
