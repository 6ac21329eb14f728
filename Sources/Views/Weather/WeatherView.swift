public import Diary
import JSON
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

  /// For example `Open-Meteo.com, CC BY 4.0`; for another source the name that is saved with it.
  var credit: StyledText? {
    weather.source.map { StyledText($0 == OpenMeteo.name ? OpenMeteo.credit : $0, .remark) }
  }

  /// For example `Seoul  7.4°C  overcast  2.1–9.8°C`.
  public var sky: StyledText {
    ([StyledText(weather.place, .heading)] + skyParts).joined(separator: "  ")
  }

  /// The sky and the air in a line without the place: `7.4°C · overcast · 2.1–9.8°C`.
  public var withoutPlace: String {
    var parts = skyParts
    if let grade = weather.grade, let scale = weather.scale {
      parts.append(context.styled(grade.words(on: scale)))
    }
    return (parts + amountsInWords).map(\.plain).joined(separator: " · ")
  }

  private var skyParts: [StyledText] {
    var parts: [StyledText] = []
    if let temperature = weather.temperature {
      parts.append(StyledText(context.degrees(temperature)))
    }
    if let sky = weather.sky { parts.append(context.styled(sky.words)) }
    if let low = weather.low, let high = weather.high {
      let dash = context.screen.unicode ? "–" : "-"
      parts.append(
        StyledText("\(context.degreesNumber(low))\(dash)\(context.degrees(high))", .remark))
    }
    return parts
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
