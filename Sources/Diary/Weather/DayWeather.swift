/// What the weather of a day is at a place, as far as anybody knows.
public struct DayWeather: Hashable, Sendable {
  /// The name of it.
  public var place: String
  /// In degrees Celsius: what it is now, or the mean of a day that is over.
  public var temperature: Double?
  public var low: Double?
  public var high: Double?
  /// What the sky does, as WMO table 4677 numbers it.
  public var code: Int?
  /// Fine dust: particles of up to 10 µm, in µg/m³, the mean of the day.
  public var pm10: Double?
  /// The finer part of it, up to 2.5 µm.
  public var pm25: Double?
  /// Of the dust, on `scale`. Both are there, or neither.
  public private(set) var grade: AirGrade?
  public private(set) var scale: GradeScale?
  /// `nil` for days that are over.
  public var observedAt: Instant?
  /// Which service said so, by the name that settings have for it; `nil` where nobody knows.
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
  /// What people call what the sky does; `nil` where nobody knows.
  public var sky: Sky? { code.flatMap(Sky.init(rawValue:)) }

  /// The same with its dust graded on `scale`.
  public func graded(on scale: GradeScale) -> DayWeather {
    var graded = self
    graded.grade = scale.grade(pm10: pm10, pm25: pm25)
    graded.scale = graded.grade == nil ? nil : scale
    return graded
  }
}
