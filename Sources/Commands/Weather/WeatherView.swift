import Diary
import Localization
import Terminal
import Weather

/// The weather in a line for the sky, one for the dust, and one for whose data it is.
struct WeatherView {
  let weather: DayWeather
  let session: Session

  private var reader: Reader { session.reader }

  func lines() -> [StyledText] {
    [sky, dust, credit].compactMap(\.self).flatMap { session.wrapped($0) }
  }

  /// `Open-Meteo.com, CC BY 4.0`
  var credit: StyledText? {
    weather.source.flatMap(WeatherService.init(rawValue:)).map { StyledText($0.credit, .faint) }
  }

  /// `Seoul  7.4°C  overcast  2.1–9.8°C`
  var sky: StyledText {
    var parts = [StyledText(weather.place, .heading)]
    if let temperature = weather.temperature { parts.append(StyledText(degrees(temperature))) }
    if let sky = weather.sky { parts.append(session.styled(sky.words)) }
    if let low = weather.low, let high = weather.high {
      let dash = session.screen.unicode ? "–" : "-"
      parts.append(StyledText("\(number(low))\(dash)\(degrees(high))", .faint))
    }
    return parts.joined(separator: "  ")
  }

  /// `:|  보통  미세먼지 41 µg/m³  초미세먼지 22 µg/m³`, and by the names of science where that
  /// is too wide: `:|  moderate  PM10 41  PM2.5 22 µg/m³`.
  var dust: StyledText? {
    guard weather.pm10 != nil || weather.pm25 != nil else { return nil }
    var parts: [StyledText] = []
    if let grade = weather.grade, let scale = weather.scale {
      let style: Style = grade.isBad ? .warning : .success
      parts.append(StyledText(grade.sign, style))
      parts.append(session.styled(grade.words(on: scale), style))
    }
    let inWords = (parts + amountsInWords).joined(separator: "  ")
    guard let width = session.screen.width, inWords.width(on: session.screen) > width else {
      return inWords
    }
    return (parts + [StyledText(amountsInShort)]).joined(separator: "  ")
  }

  private var amountsInWords: [StyledText] {
    var parts: [StyledText] = []
    if let coarse = weather.pm10 {
      parts.append(session.styled(.dustCoarse(amount: "\(micrograms(coarse)) \(unit)")))
    }
    if let fine = weather.pm25 {
      parts.append(session.styled(.dustFine(amount: "\(micrograms(fine)) \(unit)")))
    }
    return parts
  }

  private var amountsInShort: String {
    var parts: [String] = []
    if let coarse = weather.pm10 { parts.append("PM10 \(micrograms(coarse))") }
    if let fine = weather.pm25 { parts.append("PM2.5 \(micrograms(fine))") }
    return parts.joined(separator: "  ") + " " + unit
  }

  private var unit: String { session.screen.unicode ? "µg/m³" : "ug/m3" }

  /// Rounded from tenths, which are what is kept: so it is the same number tomorrow.
  private func micrograms(_ value: Double) -> String {
    let tenths = (Swift.max(-1e6, Swift.min(1e6, value)) * 10).rounded()
    return reader.write(Int((tenths / 10).rounded()))
  }

  private func number(_ celsius: Double) -> String {
    let degrees = session.settings.usesFahrenheit ? celsius * 9 / 5 + 32 : celsius
    return reader.write(tenths: Int((Swift.max(-1e4, Swift.min(1e4, degrees)) * 10).rounded()))
  }

  private func degrees(_ celsius: Double) -> String {
    let sign = session.screen.unicode ? "°" : ""
    return number(celsius) + sign + (session.settings.usesFahrenheit ? "F" : "C")
  }
}
