import JSON

/// WAQI: the station nearest to a point. Its values are AQI numbers, not measurements.
struct WAQIService {
  private let world: WeatherWorld

  init(_ world: WeatherWorld) { self.world = world }

  func answer(_ request: IncomingRequest) -> Answer {
    guard request.query("token") == world.waqiToken else {
      return .json(["status": "error", "data": "Invalid key"])
    }
    // A path such as `/waqi/feed/geo:37.5;127/`.
    let station = request.path.split(separator: "/").last ?? ""
    let parts = station.dropFirst(4).split(separator: ";").compactMap { Double($0) }
    guard station.hasPrefix("geo:"), parts.count == 2, (-90...90).contains(parts[0]),
      (-180...180).contains(parts[1])
    else {
      return .json(["status": "ok", "data": ["status": "error", "msg": "Unknown ID"]])
    }
    return .json(["status": "ok", "data": data(parts[0], parts[1])])
  }

  private func data(_ latitude: Double, _ longitude: Double) -> JSONValue {
    let wall = world.wall(latitude: latitude, longitude: longitude)
    let day = world.day(wall.day, latitude: latitude, longitude: longitude)
    let isSilent = world.daysWithoutDust.contains(wall.day)
    let pm25 = WAQIService.index(day.pm25[wall.hour], [9, 35.4, 55.4, 125.4, 225.4])
    let pm10 = WAQIService.index(day.pm10[wall.hour], [54, 154, 254, 354, 424])
    var measured: [JSONValue.Member] = [
      .init("h", ["v": .number(73.2)]), .init("t", ["v": .number(day.temperatures[wall.hour])]),
    ]
    if !isSilent {
      measured.append(.init("pm10", ["v": .integer(pm10)]))
      measured.append(.init("pm25", ["v": .integer(pm25)]))
    }
    return [
      "aqi": isSilent ? "-" : .integer(max(pm10, pm25)), "idx": 5508,
      "attributions": [
        ["url": "https://waqi.info/", "name": "World Air Quality Index Project"]
      ],
      "city": [
        "geo": [.number(latitude), .number(longitude)], "name": "Somewhere",
        "url": "https://aqicn.org/city/somewhere", "location": "",
      ],
      "dominentpol": "pm25", "iaqi": .object(measured),
      "time": [
        "s": .string(String(wall.iso.prefix(19).replacing("T", with: " "))),
        "tz": .string(String(wall.iso.suffix(6))), "v": .integer(world.now + wall.offset),
        "iso": .string(wall.iso),
      ],
    ]
  }

  /// The index for a concentration, by linear interpolation within the band. `edges` are the upper
  /// limits of the bands.
  static func index(_ concentration: Double, _ edges: [Double]) -> Int {
    let indexes = [0.0, 50, 100, 150, 200, 300]
    guard let band = edges.firstIndex(where: { concentration <= $0 }) else { return 301 }
    let lower = band == 0 ? 0 : edges[band - 1]
    let share = (concentration - lower) / (edges[band] - lower)
    return Int((indexes[band] + share * (indexes[band + 1] - indexes[band])).rounded())
  }
}
