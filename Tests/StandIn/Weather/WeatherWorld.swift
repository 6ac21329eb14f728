import TestSupport

/// Invented weather, which is the same for every request for a place and day.
public struct WeatherWorld: Sendable {
  /// The current time, in seconds since 1970.
  public var now: Int
  public var seed: UInt64
  /// The places in the geocoding service.
  public var places: [Place]
  /// The numbers of the days (since 1970) without weather, or without air quality.
  public var daysWithoutWeather: Set<Int> = []
  public var daysWithoutDust: Set<Int> = []

  /// - Parameter now: `nil` for the time of this machine.
  public init(now: Int? = nil, seed: UInt64 = 1, places: [Place] = Place.known) {
    self.now = now ?? CivilTime.now
    self.seed = seed
    self.places = places
  }
}

extension WeatherWorld {
  /// A day at a place, by local hours.
  public struct Day: Sendable {
    public var low: Double
    public var high: Double
    /// A code of WMO table 4677.
    public var code: Int
    public var temperatures: [Double]
    public var pm10: [Double]
    public var pm25: [Double]
  }

  /// - Parameter number: the number of the day since 1970.
  public func day(_ number: Int, latitude: Double, longitude: Double) -> Day {
    var chance = Seeded(seed &+ WeatherWorld.mark(number, latitude, longitude))
    let date = CivilTime.civil(number)
    // Coldest in January, or half a year later in the southern hemisphere.
    let season = abs(Double((date.month + (latitude < 0 ? 6 : 0)) % 12) - 6.5) / 6
    let mean = 28 - abs(latitude) / 5 - season * abs(latitude) / 2
    let low = WeatherWorld.tenth(mean - 4 + Double(chance.below(40)) / 10)
    let high = WeatherWorld.tenth(low + 3 + Double(chance.below(90)) / 10)
    let temperatures = WeatherWorld.course.map { WeatherWorld.tenth(low + (high - low) * $0) }
    // On one day in five the air is bad.
    let haze = 8 + Double(chance.below(50)) + (chance.below(5) == 0 ? 90 : 0)
    let pm10 = (0..<24).map { _ in WeatherWorld.tenth(haze + Double(chance.below(200)) / 10) }
    let pm25 = pm10.map { WeatherWorld.tenth($0 * 0.45) }
    let codes =
      mean < 2 ? [0, 1, 2, 3, 3, 71, 73, 77, 85] : [0, 0, 1, 2, 3, 3, 45, 51, 61, 80, 95]
    return Day(
      low: low, high: high, code: chance.pick(codes), temperatures: temperatures, pm10: pm10,
      pm25: pm25)
  }

  /// The course of the temperature between the lowest value, at five in the morning, and the
  /// highest.
  private static let course = [
    0.3, 0.24, 0.18, 0.12, 0.06, 0, 0.05, 0.15, 0.3, 0.45, 0.6, 0.75, 0.88, 0.96, 1, 0.97, 0.9, 0.8,
    0.7, 0.62, 0.55, 0.48, 0.42, 0.36,
  ]

  /// The same for coordinates that a forecast does not distinguish.
  private static func mark(_ number: Int, _ latitude: Double, _ longitude: Double) -> UInt64 {
    let row = UInt64(((latitude + 90) * 10).rounded())
    let column = UInt64(((longitude + 180) * 10).rounded())
    return UInt64(bitPattern: Int64(number)) &* 1_000_003 &+ row &* 10_007 &+ column
  }

  static func tenth(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}

extension WeatherWorld {
  /// The local time at a place.
  struct Wall {
    var timeZone: String
    /// The offset from UTC in seconds. There is no daylight saving time.
    var offset: Int
    /// The number of the day since 1970.
    var day: Int
    var hour: Int
    /// For example `2026-11-21T16:30`.
    var text: String
  }

  func wall(latitude: Double, longitude: Double) -> Wall {
    let near = places.first {
      abs($0.latitude - latitude) < 1 && abs($0.longitude - longitude) < 1
    }
    let hours = Int((longitude / 15).rounded())
    let offset = near?.offset ?? hours * 3600
    let local = now + offset
    let day = CivilTime.startOfDay(local) / 86_400
    let iso = String(CivilTime.iso(local).dropLast())
    return Wall(
      timeZone: near?.timeZone ?? "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))", offset: offset,
      day: day, hour: (local - day * 86_400) / 3600, text: String(iso.dropLast(3)))
  }
}
