import JSON

/// Open-Meteo's forecast, archive and air quality: parallel arrays of the requested variables.
struct OpenMeteoService {
  enum Kind { case forecast, archive, air }

  let world: WeatherWorld
  let kind: Kind

  private struct Refusal: Error {
    var reason: String

    init(_ reason: String) { self.reason = reason }
  }

  func answer(_ request: IncomingRequest) -> Answer {
    do {
      return .json(try page(request))
    } catch {
      return .json(
        ["error": true, "reason": .string((error as? Refusal)?.reason ?? "\(error)")], status: 400)
    }
  }

  private func page(_ request: IncomingRequest) throws -> JSONValue {
    let latitude = try degrees("latitude", upTo: 90, request)
    let longitude = try degrees("longitude", upTo: 180, request)
    let wall = world.wall(latitude: latitude, longitude: longitude)
    let isLocal = request.query("timezone") == "auto"
    let days = try days(request, wall)
    var page: [JSONValue.Member] = [
      .init("latitude", .number(latitude)), .init("longitude", .number(longitude)),
      .init("generationtime_ms", .number(0.25)), .init("utc_offset_seconds", .integer(wall.offset)),
      .init("timezone", .string(wall.timeZone)), .init("elevation", 38),
    ]
    let known = Dictionary(
      uniqueKeysWithValues: (days.lowerBound - 1...days.upperBound + 1).map {
        ($0, world.day($0, latitude: latitude, longitude: longitude))
      })
    for block in ["current", "hourly", "daily"] {
      guard let names = request.query(block)?.split(separator: ",").map(String.init) else {
        continue
      }
      if block == "daily", !isLocal { throw Refusal("Timezone is required") }
      let columns = try names.map { try column($0, in: block) }
      var members: [JSONValue.Member] = [.init("time", times(block, days, wall))]
      if block == "current" {
        members.append(.init("interval", 900))
        let today = world.day(wall.day, latitude: latitude, longitude: longitude)
        for (name, column) in zip(names, columns) {
          members.append(.init(name, lacks(wall.day) ? .null : column(today)[wall.hour]))
        }
      } else {
        for (name, column) in zip(names, columns) {
          let values = days.flatMap { number -> [JSONValue] in
            guard let day = known[number] else { return [] }
            let values = column(day)
            return lacks(number) ? values.map { _ in .null } : values
          }
          members.append(.init(name, .array(values)))
        }
      }
      page.append(.init(block, .object(members)))
    }
    return .object(page)
  }

  private func lacks(_ day: Int) -> Bool {
    let days = kind == .air ? world.daysWithoutDust : world.daysWithoutWeather
    return days.contains(day)
  }

  private func degrees(
    _ name: String, upTo limit: Double, _ request: IncomingRequest
  ) throws -> Double {
    guard let text = request.query(name), let value = Double(text) else {
      throw Refusal("Parameter '\(name)' and 'longitude' must have the same number of elements")
    }
    guard (-limit...limit).contains(value) else {
      let title = name.prefix(1).uppercased() + name.dropFirst()
      throw Refusal(
        "\(title) must be in range of -\(Int(limit)) to \(Int(limit))°. Given: \(value).")
    }
    return value
  }

  /// The numbers of the requested days.
  private func days(
    _ request: IncomingRequest, _ wall: WeatherWorld.Wall
  ) throws -> ClosedRange<Int> {
    let bounds =
      switch kind {
      case .forecast: wall.day - 92...wall.day + 15
      case .archive: -10_958...wall.day - 1
      case .air: 15_706...wall.day + 6
      }
    let start = request.query("start_date").flatMap(CivilTime.parse).map { $0 / 86_400 }
    let end = request.query("end_date").flatMap(CivilTime.parse).map { $0 / 86_400 }
    if start == nil, end == nil, kind != .archive {
      let ahead = request.query("forecast_days").flatMap { Int($0) } ?? (kind == .air ? 5 : 7)
      let back = request.query("past_days").flatMap { Int($0) } ?? 0
      return wall.day - back...wall.day + max(ahead, 1) - 1
    }
    guard let start, let end, start <= end else {
      throw Refusal("Both 'start_date' and 'end_date' must be set")
    }
    for (name, day) in [("start_date", start), ("end_date", end)] where !bounds.contains(day) {
      throw Refusal(
        "Parameter '\(name)' is out of allowed range from "
          + "\(CivilTime.day(bounds.lowerBound * 86_400)) to "
          + "\(CivilTime.day(bounds.upperBound * 86_400))")
    }
    return start...end
  }

  private func times(
    _ block: String, _ days: ClosedRange<Int>, _ wall: WeatherWorld.Wall
  ) -> JSONValue {
    switch block {
    case "current": .string(wall.text)
    case "daily": .array(days.map { .string(CivilTime.day($0 * 86_400)) })
    default:
      .array(
        days.flatMap { day in
          (0..<24).map { .string("\(CivilTime.day(day * 86_400))T\(CivilTime.padded($0)):00") }
        })
    }
  }

  /// The values of one day: 24 hourly values, or one.
  private func column(
    _ name: String, in block: String
  ) throws -> (WeatherWorld.Day) -> [JSONValue] {
    func hours(_ values: [Double]) -> [JSONValue] { values.map { .number($0) } }
    switch (kind, block, name) {
    case (.air, "current", "pm10"), (.air, "hourly", "pm10"): return { hours($0.pm10) }
    case (.air, "current", "pm2_5"), (.air, "hourly", "pm2_5"): return { hours($0.pm25) }
    case (.forecast, "current", "temperature_2m"), (.forecast, "hourly", "temperature_2m"),
      (.archive, "hourly", "temperature_2m"):
      return { hours($0.temperatures) }
    case (.forecast, "current", "weather_code"), (.forecast, "hourly", "weather_code"),
      (.archive, "hourly", "weather_code"):
      return { day in (0..<24).map { _ in .integer(day.code) } }
    case (.forecast, "daily", "weather_code"), (.archive, "daily", "weather_code"):
      return { [.integer($0.code)] }
    case (.forecast, "daily", "temperature_2m_max"), (.archive, "daily", "temperature_2m_max"):
      return { [.number($0.high)] }
    case (.forecast, "daily", "temperature_2m_min"), (.archive, "daily", "temperature_2m_min"):
      return { [.number($0.low)] }
    default:
      throw Refusal(
        "Cannot initialize WeatherVariable from invalid String value \(name) for key \(block)")
    }
  }
}

/// Open-Meteo's geocoding: one letter finds nothing, two letters must match the whole name, and
/// three or more match a prefix. Without matches there is no member `results`.
struct GeocodingService {
  let world: WeatherWorld

  func answer(_ request: IncomingRequest) -> Answer {
    let name = (request.query("name") ?? "").lowercased()
    let count = request.query("count").flatMap { Int($0) } ?? 10
    guard (1...100).contains(count) else {
      return .json(
        ["error": true, "reason": "Parameter 'count' must be between 1 and 100."], status: 400)
    }
    let language = request.query("language") ?? "en"
    let country = request.query("countryCode")
    let found = world.places.filter { place in
      (country == nil || country == place.countryCode)
        && place.names.values.contains { fits($0.lowercased(), name) }
    }
    guard !found.isEmpty else { return .json(["generationtime_ms": .number(0.25)]) }
    let results = found.prefix(count).map { result($0, in: language) }
    return .json(["results": .array(results), "generationtime_ms": .number(0.5)])
  }

  private func fits(_ name: String, _ asked: String) -> Bool {
    switch asked.unicodeScalars.count {
    case ...1: false
    case 2: name == asked
    default: name.hasPrefix(asked)
    }
  }

  private func result(_ place: WeatherWorld.Place, in language: String) -> JSONValue {
    func text(_ texts: [String: String]) -> JSONValue { JSONValue(texts[language] ?? texts["en"]) }
    var members: [JSONValue.Member] = [
      .init("id", .integer(place.id)), .init("name", text(place.names)),
      .init("latitude", .number(place.latitude)), .init("longitude", .number(place.longitude)),
      .init("elevation", 38), .init("feature_code", "PPLA"),
      .init("country_code", .string(place.countryCode)),
      .init("timezone", .string(place.timeZone)), .init("country", text(place.countries)),
      .init("admin1", text(place.regions)),
    ]
    // Left out if the population is unknown.
    if let population = place.population {
      members.append(.init("population", .integer(population)))
    }
    return .object(members)
  }
}
