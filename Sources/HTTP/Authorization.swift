/// The credentials of a request. The value never appears in printed output.
public struct Authorization: Sendable, Hashable {
  /// Only the transport reads this.
  let value: String

  /// Sends only the characters of a token that a header may contain: a line break from a token file
  /// must not end the field.
  public init(bearer token: String) {
    let visible = token.utf8.filter { (0x21...0x7E).contains($0) }
    value = "Bearer " + String(decoding: visible, as: UTF8.self)
  }

  /// `nil` if the token is empty or has a character that a header may not contain.
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
