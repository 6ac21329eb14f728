import JSON

/// OpenWeatherMap: the current weather, and the air quality by the hour.
struct OpenWeatherMapService {
  private let world: WeatherWorld

  init(_ world: WeatherWorld) { self.world = world }

  func answer(_ request: IncomingRequest) -> Answer {
    guard request.query("appid") == world.openWeatherMapKey else {
      return .json(
        [
          "cod": 401,
          "message":
            "Invalid API key. Please see https://openweathermap.org/faq#error401 for more info.",
        ], status: 401)
    }
    guard let latitude = request.query("lat").flatMap({ Double($0) }),
      (-90...90).contains(latitude)
    else { return .json(["cod": "400", "message": "wrong latitude"], status: 400) }
    guard let longitude = request.query("lon").flatMap({ Double($0) }),
      (-180...180).contains(longitude)
    else { return .json(["cod": "400", "message": "wrong longitude"], status: 400) }
    switch request.path {
    case "/openweathermap/data/2.5/weather":
      return .json(weather(latitude, longitude, isMetric: request.query("units") == "metric"))
    case "/openweathermap/data/2.5/air_pollution":
      return .json(air(latitude, longitude, world.now...world.now))
    case "/openweathermap/data/2.5/air_pollution/history":
      guard let start = request.query("start").flatMap({ Int($0) }),
        let end = request.query("end").flatMap({ Int($0) }), start <= end
      else { return .json(["cod": "400", "message": "wrong start"], status: 400) }
      return .json(air(latitude, longitude, start...min(end, world.now)))
    default:
      return .json(["cod": "404", "message": "Internal error"], status: 404)
    }
  }

  private func weather(_ latitude: Double, _ longitude: Double, isMetric: Bool) -> JSONValue {
    let wall = world.wall(latitude: latitude, longitude: longitude)
    let day = world.day(wall.day, latitude: latitude, longitude: longitude)
    let temperature = day.temperatures[wall.hour] + (isMetric ? 0 : 273.15)
    let country = world.places.first { $0.timeZone == wall.timeZone }?.countryCode
    return [
      "coord": ["lon": .number(longitude), "lat": .number(latitude)],
      "weather": [
        [
          "id": .integer(OpenWeatherMapService.id(day.code)), "main": "Clouds",
          "description": "as it is", "icon": "04d",
        ]
      ],
      "base": "stations",
      "main": [
        "temp": .number(temperature), "feels_like": .number(temperature - 2),
        "temp_min": .number(temperature - 0.5), "temp_max": .number(temperature + 0.5),
        "pressure": 1018, "humidity": 54,
      ],
      "visibility": 10000, "wind": ["speed": .number(3.1), "deg": 220], "clouds": ["all": 100],
      "dt": .integer(world.now), "sys": ["country": JSONValue(country)],
      "timezone": .integer(wall.offset), "id": 1, "name": "Somewhere", "cod": 200,
    ]
  }

  private func air(
    _ latitude: Double, _ longitude: Double, _ span: ClosedRange<Int>
  ) -> JSONValue {
    let offset = world.wall(latitude: latitude, longitude: longitude).offset
    let start = (span.lowerBound + 3599) / 3600 * 3600
    var hours = Array(stride(from: start, through: span.upperBound, by: 3600).prefix(2000))
    if hours.isEmpty { hours = [span.upperBound / 3600 * 3600] }
    let list = hours.map { time -> JSONValue in
      let local = time + offset
      let number = CivilTime.startOfDay(local) / 86_400
      let day = world.day(number, latitude: latitude, longitude: longitude)
      let hour = (local - number * 86_400) / 3600
      return [
        "main": ["aqi": 3],
        "components": [
          "co": .number(196.9), "o3": .number(107.3), "pm2_5": .number(day.pm25[hour]),
          "pm10": .number(day.pm10[hour]),
        ], "dt": .integer(time),
      ]
    }
    return ["coord": ["lon": .number(longitude), "lat": .number(latitude)], "list": .array(list)]
  }

  /// OpenWeatherMap's own id for a WMO code.
  private static func id(_ code: Int) -> Int {
    switch code {
    case 0: 800
    case 1: 801
    case 2: 802
    case 3: 804
    case 45, 48: 741
    case 51...57: 300
    case 61...67: 500
    case 71...77: 600
    case 80...82: 520
    case 85, 86: 620
    default: 211
    }
  }
}
