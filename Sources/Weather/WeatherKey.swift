/// An API key of a weather service. It is hidden when it is printed, interpolated or dumped.
public struct WeatherKey: Hashable, Sendable {
  /// The key itself, for sending and saving it only.
  public let secret: String

  public init(_ secret: String) {
    self.secret = secret
  }

  /// Whether the key is not empty and has only visible ASCII characters. A key with a space or a
  /// line break was not copied correctly.
  public var isUsable: Bool {
    !secret.isEmpty && secret.utf8.count <= 256
      && secret.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
  }
}

extension WeatherKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "WeatherKey(…)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
