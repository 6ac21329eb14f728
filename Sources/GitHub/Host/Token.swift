/// An access token. It is hidden when it is printed, interpolated or dumped.
public struct Token: Hashable, Sendable {
  /// The token itself, for sending and saving it only.
  public let secret: String

  public init(_ secret: String) {
    self.secret = secret
  }

  /// Whether the token is valid in a header: not empty, and only visible ASCII characters. A token
  /// with a space or a line break was not copied correctly.
  public var isUsable: Bool {
    !secret.isEmpty && secret.utf8.count <= 4096
      && secret.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
  }
}

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "Token(…)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
