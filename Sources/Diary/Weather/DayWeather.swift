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
