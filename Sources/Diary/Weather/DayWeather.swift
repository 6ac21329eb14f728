/// The weather of a day at a place, as far as it is known.
public struct DayWeather: Hashable, Sendable {
  /// The name of the place.
  public var place: String
  /// In degrees Celsius: the current temperature, or the mean of a past day.
  public var temperature: Double?
  public var low: Double?
  public var high: Double?
  /// The weather code of WMO table 4677.
  public var code: Int?
  /// The daily mean of particles up to 10 µm, in µg/m³.
  public var pm10: Double?
  /// The daily mean of particles up to 2.5 µm, in µg/m³.
  public var pm25: Double?
  /// The grade of the particles on `scale`. Either both properties are set or neither.
  public private(set) var grade: AirGrade?
  public private(set) var scale: GradeScale?
  /// `nil` for past days.
  public var observedAt: Instant?
  /// The weather service, such as `open-meteo`; `nil` if unknown.
  public var source: String?

  public init(
    place: String, temperature: Double? = nil, low: Double? = nil, high: Double? = nil,
    code: Int? = nil, pm10: Double? = nil, pm25: Double? = nil, scale: GradeScale? = nil,
    observedAt: Instant? = nil
  ) {
    self.place = place
    self.temperature = temperature
    self.low = low
    self.high = high
    self.code = code
    self.pm10 = pm10
    self.pm25 = pm25
    self.observedAt = observedAt
    if let scale { self = graded(on: scale) }
  }
}

extension DayWeather {
  /// The condition for `code`; `nil` if it is unknown.
  public var sky: Sky? { code.flatMap(Sky.init(rawValue:)) }

  /// The same weather with the particles graded on `scale`.
  public func graded(on scale: GradeScale) -> DayWeather {
    var graded = self
    graded.grade = scale.grade(pm10: pm10, pm25: pm25)
    graded.scale = graded.grade == nil ? nil : scale
    return graded
  }
}

/// Weather conditions with the codes of WMO table 4677.
public enum Sky: Int, CaseIterable, Sendable {
  case clear = 0
  case mainlyClear = 1
  case partlyCloudy = 2
  case overcast = 3
  case fog = 45
  case rimeFog = 48
  case lightDrizzle = 51
  case drizzle = 53
  case denseDrizzle = 55
  case lightFreezingDrizzle = 56
  case freezingDrizzle = 57
  case lightRain = 61
  case rain = 63
  case heavyRain = 65
  case lightFreezingRain = 66
  case freezingRain = 67
  case lightSnow = 71
  case snow = 73
  case heavySnow = 75
  case snowGrains = 77
  case lightRainShowers = 80
  case rainShowers = 81
  case violentRainShowers = 82
  case lightSnowShowers = 85
  case snowShowers = 86
  case thunderstorm = 95
  case thunderstormWithHail = 96
  case thunderstormWithHeavyHail = 99
}

extension Sky {
  /// Groups of conditions that share a symbol.
  public enum Kind: CaseIterable, Sendable {
    case sun, sunAndClouds, clouds, fog, drizzle, rain, ice, snow, thunder
  }

  public var kind: Kind {
    switch self {
    case .clear, .mainlyClear: .sun
    case .partlyCloudy: .sunAndClouds
    case .overcast: .clouds
    case .fog, .rimeFog: .fog
    case .lightDrizzle, .drizzle, .denseDrizzle: .drizzle
    case .lightRain, .rain, .heavyRain, .lightRainShowers, .rainShowers, .violentRainShowers: .rain
    case .lightFreezingDrizzle, .freezingDrizzle, .lightFreezingRain, .freezingRain: .ice
    case .lightSnow, .snow, .heavySnow, .snowGrains, .lightSnowShowers, .snowShowers: .snow
    case .thunderstorm, .thunderstormWithHail, .thunderstormWithHeavyHail: .thunder
    }
  }
}

/// A place for weather requests.
public struct WeatherPlace: Hashable, Sendable {
  /// The local name, or the coordinates if the name is unknown.
  public var name: String
  public var coordinates: Coordinates
  /// A two-letter code of ISO 3166, such as `KR`.
  public var countryCode: String?
  /// `Asia/Seoul`
  public var timeZone: String?

  public init(
    name: String, coordinates: Coordinates, countryCode: String? = nil, timeZone: String? = nil
  ) {
    self.name = name
    self.coordinates = coordinates
    self.countryCode = countryCode
    self.timeZone = timeZone
  }
}

extension WeatherPlace {
  /// Parses `37.57,126.98`, in degrees north and east, and uses it as the name; `nil` for anything
  /// else.
  public init?(coordinates text: some StringProtocol) {
    guard let coordinates = Coordinates(text) else { return nil }
    self.init(name: coordinates.description, coordinates: coordinates)
  }
}

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
