import Diary
import Localization
import Terminal

// The names of skies and grades, and temperatures and amounts of particles in the user's units.

extension Sky {
  /// The name of this sky.
  var words: Message {
    switch self {
    case .clear: .skyClear
    case .mainlyClear: .skyMainlyClear
    case .partlyCloudy: .skyPartlyCloudy
    case .overcast: .skyOvercast
    case .fog: .skyFog
    case .rimeFog: .skyFog
    case .lightDrizzle, .drizzle, .denseDrizzle: .skyDrizzle
    case .lightFreezingDrizzle, .freezingDrizzle: .skyFreezingDrizzle
    case .lightRain: .skyLightRain
    case .rain: .skyRain
    case .heavyRain: .skyHeavyRain
    case .lightFreezingRain, .freezingRain: .skyFreezingRain
    case .lightSnow: .skyLightSnow
    case .snow: .skySnow
    case .heavySnow: .skyHeavySnow
    case .snowGrains: .skyLightSnow
    case .lightRainShowers, .rainShowers: .skyRainShowers
    case .violentRainShowers: .skyHeavyRain
    case .lightSnowShowers, .snowShowers: .skySnowShowers
    case .thunderstorm: .skyThunder
    case .thunderstormWithHail, .thunderstormWithHeavyHail: .skyHail
    }
  }
}

extension AirGrade {
  /// The name of the grade.
  var words: Message {
    switch self {
    case .good: .airGood
    case .fair: .airFair
    case .moderate: .airModerate
    case .bad: .airBad
    case .veryBad: .airVeryBad
    case .unhealthySensitive: .airUnhealthySensitive
    case .unhealthy: .airUnhealthy
    case .veryUnhealthy: .airVeryUnhealthy
    case .hazardous: .airHazardous
    case .poor: .airPoor
    case .veryPoor: .airVeryPoor
    case .extremelyPoor: .airExtremelyPoor
    }
  }

  /// A sign that needs neither color nor a particular script.
  var sign: String {
    switch self {
    case .good, .fair: ":)"
    case .moderate: ":|"
    case .bad, .unhealthySensitive, .poor: ":("
    case .veryBad, .unhealthy, .veryPoor: ":(("
    case .veryUnhealthy, .hazardous, .extremelyPoor: "!!"
    }
  }

  /// Whether it is better to stay inside.
  var isBad: Bool { ![.good, .fair, .moderate].contains(self) }
}

extension ViewContext {
  /// `7.4`
  func degreesNumber(_ celsius: Double) -> String {
    reader.write(tenths: Int((local(celsius) * 10).rounded()))
  }

  /// `7.4°C`
  func degrees(_ celsius: Double) -> String { degreesNumber(celsius) + degreesUnit }

  /// A number with at most one digit after the decimal separator: `4`, `7.5`
  func number(_ value: Double) -> String {
    let tenths = Int((Swift.max(-1e12, Swift.min(1e12, value)) * 10).rounded())
    return tenths % 10 == 0 ? reader.write(tenths / 10) : reader.write(tenths: tenths)
  }

  /// The bound of a range: `10`
  func wholeDegrees(_ celsius: Double) -> String { reader.write(Int(local(celsius).rounded())) }

  /// `°C`, or `C` without Unicode.
  var degreesUnit: String {
    (screen.unicode ? "°" : "") + (settings.usesFahrenheit ? "F" : "C")
  }

  private func local(_ celsius: Double) -> Double {
    let degrees = settings.usesFahrenheit ? celsius * 9 / 5 + 32 : celsius
    return Swift.max(-1e4, Swift.min(1e4, degrees))
  }

  /// Rounds to tenths first, as the saved weather is, so that the same number is shown tomorrow.
  func micrograms(_ value: Double) -> String {
    let tenths = (Swift.max(-1e6, Swift.min(1e6, value)) * 10).rounded()
    return reader.write(Int((tenths / 10).rounded()))
  }

  var microgramsUnit: String { screen.unicode ? "µg/m³" : "ug/m3" }
}
