public import Diary
public import JSON
import Localization
public import Terminal
import Weather

/// The weather in three lines: sky and temperature, air quality, and the source of the data.
public struct WeatherView: Sendable {
  public let weather: DayWeather
  public let context: ViewContext

  public init(weather: DayWeather, context: ViewContext) {
    self.weather = weather
    self.context = context
  }

  public func lines() -> [StyledText] {
    [sky, dust, credit].compactMap(\.self).flatMap { context.wrapped($0) }
  }

  /// For example `Open-Meteo.com, CC BY 4.0`.
  var credit: StyledText? {
    weather.source.flatMap(WeatherService.init(rawValue:)).map { StyledText($0.credit, .faint) }
  }

  /// For example `Seoul  7.4°C  overcast  2.1–9.8°C`.
  public var sky: StyledText {
    var parts = [StyledText(weather.place, .heading)]
    if let temperature = weather.temperature {
      parts.append(StyledText(context.degrees(temperature)))
    }
    if let sky = weather.sky { parts.append(context.styled(sky.words)) }
    if let low = weather.low, let high = weather.high {
      let dash = context.screen.unicode ? "–" : "-"
      parts.append(
        StyledText("\(context.degreesNumber(low))\(dash)\(context.degrees(high))", .faint))
    }
    return parts.joined(separator: "  ")
  }

  /// For example `:|  보통  미세먼지 41 µg/m³  초미세먼지 22 µg/m³`. If that is too wide, the scientific names
  /// are used: `:|  moderate  PM10 41  PM2.5 22 µg/m³`.
  public var dust: StyledText? {
    guard weather.pm10 != nil || weather.pm25 != nil else { return nil }
    var parts: [StyledText] = []
    if let grade = weather.grade, let scale = weather.scale {
      let style: Style = grade.isBad ? .warning : .success
      parts.append(StyledText(grade.sign, style))
      parts.append(context.styled(grade.words(on: scale), style))
    }
    let inWords = (parts + amountsInWords).joined(separator: "  ")
    guard let width = context.screen.width, inWords.width(on: context.screen) > width else {
      return inWords
    }
    return (parts + [StyledText(amountsInShort)]).joined(separator: "  ")
  }

  private var amountsInWords: [StyledText] {
    var parts: [StyledText] = []
    if let coarse = weather.pm10 {
      parts.append(
        context.styled(
          .dustCoarse(amount: "\(context.micrograms(coarse)) \(context.microgramsUnit)")))
    }
    if let fine = weather.pm25 {
      parts.append(
        context.styled(.dustFine(amount: "\(context.micrograms(fine)) \(context.microgramsUnit)")))
    }
    return parts
  }

  private var amountsInShort: String {
    var parts: [String] = []
    if let coarse = weather.pm10 { parts.append("PM10 \(context.micrograms(coarse))") }
    if let fine = weather.pm25 { parts.append("PM2.5 \(context.micrograms(fine))") }
    return parts.joined(separator: "  ") + " " + context.microgramsUnit
  }
}

/// The JSON of a day's weather, for output and for saving.
public enum WeatherJSON {
  public static func object(_ weather: DayWeather) -> JSONValue {
    [
      "place": .string(weather.place), "temperature": number(weather.temperature),
      "low": number(weather.low), "high": number(weather.high),
      "code": weather.code.map(JSONValue.integer) ?? .null, "pm10": number(weather.pm10),
      "pm25": number(weather.pm25), "grade": JSONValue(weather.grade?.rawValue),
      "scale": JSONValue(weather.scale?.rawValue),
      "observedAt": JSONValue(weather.observedAt?.description),
    ]
  }

  /// The JSON with the data source, so that it can be credited when the weather is shown again.
  public static func kept(_ weather: DayWeather) -> JSONValue {
    var members = object(weather).object ?? []
    members.append(JSONValue.Member("source", JSONValue(weather.source)))
    return .object(members)
  }

  /// Reads saved weather; `nil` if it has no place.
  public static func weather(_ json: JSONValue) -> DayWeather? {
    guard let place = json["place"]?.string else { return nil }
    var weather = DayWeather(
      place: place, temperature: json["temperature"]?.lenientNumber,
      low: json["low"]?.lenientNumber,
      high: json["high"]?.lenientNumber, code: json["code"]?.integer,
      pm10: json["pm10"]?.lenientNumber,
      pm25: json["pm25"]?.lenientNumber,
      scale: json["scale"]?.string.flatMap(GradeScale.init(rawValue:)),
      observedAt: json["observedAt"]?.string.flatMap(Instant.init(rfc3339:)))
    weather.source = json["source"]?.string
    return weather
  }

  public static func weather(text: String?) -> DayWeather? {
    text.flatMap { try? JSONParser.parse(Array($0.utf8)) }.flatMap(weather)
  }

  /// Rounded to tenths, because measurements are no more precise.
  private static func number(_ value: Double?) -> JSONValue {
    value.map { .number(($0 * 10).rounded() / 10) } ?? .null
  }
}
