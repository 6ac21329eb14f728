/// What a service knows a customer by. However it is printed, interpolated or dumped, it does not
/// show.
public struct WeatherKey: Hashable, Sendable {
  /// For whoever sends or keeps it, and for nobody who prints.
  public let secret: String

  public init(_ secret: String) {
    self.secret = secret
  }

  /// Whether it is something, and nothing but visible ASCII. What has a space or a line in it was
  /// not copied whole, or is something else.
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
