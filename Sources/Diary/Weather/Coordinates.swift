/// A geographic position, in degrees north and east.
public struct Coordinates: Hashable, Sendable {
  public let latitude: Double
  public let longitude: Double

  /// `nil` if a value is out of range.
  public init?(latitude: Double, longitude: Double) {
    // NaN is in no range.
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }
}

extension Coordinates {
  /// Parses `37.57,126.98`, with optional spaces around the comma.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let latitude = Coordinates.degrees(parts[0]),
      let longitude = Coordinates.degrees(parts[1])
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// Parses digits with an optional sign and decimal point. `Double(_:)` accepts more, such as
  /// `infinity`.
  private static func degrees(_ text: some StringProtocol) -> Double? {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let letters = Array(text.utf8.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    let digits = letters.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    guard letters.count <= 32, letters.count - digits.count <= 1,
      digits.first?.isASCIIDigit == true,
      digits.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") })
    else { return nil }
    return Double(String(decoding: letters, as: UTF8.self))
  }
}

extension Coordinates: CustomStringConvertible {
  /// `37.5665,126.978`
  public var description: String { "\(latitudeText),\(longitudeText)" }

  public var latitudeText: String { Coordinates.text(latitude) }
  public var longitudeText: String { Coordinates.text(longitude) }

  /// Rounds to four decimals, about ten meters. That is more precise than any forecast and never
  /// needs an exponent.
  private static func text(_ degrees: Double) -> String {
    let rounded = (degrees * 10_000).rounded() / 10_000
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
