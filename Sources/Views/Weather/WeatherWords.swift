public import Diary
public import Localization

extension Sky {
  /// The name of this sky.
  public var words: Message {
    switch self {
    case .clear: .skyClear
    case .mainlyClear: .skyMainlyClear
    case .partlyCloudy: .skyPartlyCloudy
    case .overcast: .skyOvercast
    case .fog: .skyFog
    case .rimeFog: .skyRimeFog
    case .lightDrizzle, .drizzle, .denseDrizzle: .skyDrizzle
    case .lightFreezingDrizzle, .freezingDrizzle: .skyFreezingDrizzle
    case .lightRain: .skyLightRain
    case .rain: .skyRain
    case .heavyRain: .skyHeavyRain
    case .lightFreezingRain, .freezingRain: .skyFreezingRain
    case .lightSnow: .skyLightSnow
    case .snow: .skySnow
    case .heavySnow: .skyHeavySnow
    case .snowGrains: .skySnowGrains
    case .lightRainShowers, .rainShowers: .skyRainShowers
    case .violentRainShowers: .skyViolentShowers
    case .lightSnowShowers, .snowShowers: .skySnowShowers
    case .thunderstorm: .skyThunder
    case .thunderstormWithHail, .thunderstormWithHeavyHail: .skyHail
    }
  }
}

extension AirGrade {
  /// The name of the grade on a scale.
  public func words(on scale: GradeScale) -> Message {
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
  public var sign: String {
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
