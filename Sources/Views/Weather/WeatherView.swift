public import Diary
import JSON
import Localization
public import Terminal
import Weather

extension ViewContext {
  /// The weather in three lines: sky and temperature, air quality, and the source of the data.
  public func lines(of weather: DayWeather) -> [StyledText] {
    [sky(of: weather), dust(of: weather), credit(of: weather)].compactMap(\.self)
      .flatMap { wrapped($0) }
  }

  /// For example `Open-Meteo.com, CC BY 4.0`; for another source the name that is saved with it.
  func credit(of weather: DayWeather) -> StyledText? {
    weather.source.map { StyledText($0 == OpenMeteo.name ? OpenMeteo.credit : $0, .remark) }
  }

  /// For example `Seoul  7.4°C  overcast  2.1–9.8°C`.
  public func sky(of weather: DayWeather) -> StyledText {
    ([StyledText(weather.place, .heading)] + skyParts(of: weather)).joined(separator: "  ")
  }

  /// The sky and the air in a line without the place: `7.4°C · overcast · 2.1–9.8°C`.
  public func summary(of weather: DayWeather) -> String {
    var parts = skyParts(of: weather)
    if let grade = weather.grade { parts.append(styled(grade.words)) }
    return (parts + amountsInWords(of: weather)).map(\.plain).joined(separator: " · ")
  }

  private func skyParts(of weather: DayWeather) -> [StyledText] {
    var parts: [StyledText] = []
    if let temperature = weather.temperature { parts.append(StyledText(degrees(temperature))) }
    if let sky = weather.sky { parts.append(styled(sky.words)) }
    if let low = weather.low, let high = weather.high {
      let dash = screen.unicode ? "–" : "-"
      parts.append(StyledText("\(degreesNumber(low))\(dash)\(degrees(high))", .remark))
    }
    return parts
  }

  /// For example `:|  보통  미세먼지 41 µg/m³  초미세먼지 22 µg/m³`. If that is too wide, the scientific names
  /// are used: `:|  moderate  PM10 41  PM2.5 22 µg/m³`.
  func dust(of weather: DayWeather) -> StyledText? {
    guard weather.pm10 != nil || weather.pm25 != nil else { return nil }
    var parts: [StyledText] = []
    if let grade = weather.grade {
      let style: Style = grade.isBad ? .warning : .success
      parts.append(StyledText(grade.sign, style))
      parts.append(styled(grade.words, style))
    }
    let inWords = (parts + amountsInWords(of: weather)).joined(separator: "  ")
    guard let width = screen.width, inWords.width(on: screen) > width else { return inWords }
    return (parts + [StyledText(amountsInShort(of: weather))]).joined(separator: "  ")
  }

  private func amountsInWords(of weather: DayWeather) -> [StyledText] {
    var parts: [StyledText] = []
    if let coarse = weather.pm10 {
      parts.append(styled(.dustCoarse(amount: "\(micrograms(coarse)) \(microgramsUnit)")))
    }
    if let fine = weather.pm25 {
      parts.append(styled(.dustFine(amount: "\(micrograms(fine)) \(microgramsUnit)")))
    }
    return parts
  }

  private func amountsInShort(of weather: DayWeather) -> String {
    var parts: [String] = []
    if let coarse = weather.pm10 { parts.append("PM10 \(micrograms(coarse))") }
    if let fine = weather.pm25 { parts.append("PM2.5 \(micrograms(fine))") }
    return parts.joined(separator: "  ") + " " + microgramsUnit
  }
}
