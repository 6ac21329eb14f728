/// Weather conditions with the codes of WMO table 4677.
public enum Sky: Int, CaseIterable, Sendable {
  case clear = 0
  case mainlyClear = 1
  case partlyCloudy = 2
  case overcast = 3
  case fog = 45
  case rimeFog = 48
  case lightDrizzle = 51
  case drizzle = 53
  case denseDrizzle = 55
  case lightFreezingDrizzle = 56
  case freezingDrizzle = 57
  case lightRain = 61
  case rain = 63
  case heavyRain = 65
  case lightFreezingRain = 66
  case freezingRain = 67
  case lightSnow = 71
  case snow = 73
  case heavySnow = 75
  case snowGrains = 77
  case lightRainShowers = 80
  case rainShowers = 81
  case violentRainShowers = 82
  case lightSnowShowers = 85
  case snowShowers = 86
  case thunderstorm = 95
  case thunderstormWithHail = 96
  case thunderstormWithHeavyHail = 99
}

extension Sky {
  /// Groups of conditions that share a symbol.
  public enum Kind: CaseIterable, Sendable {
    case sun, sunAndClouds, clouds, fog, drizzle, rain, ice, snow, thunder
  }

  public var kind: Kind {
    switch self {
    case .clear, .mainlyClear: .sun
    case .partlyCloudy: .sunAndClouds
    case .overcast: .clouds
    case .fog, .rimeFog: .fog
    case .lightDrizzle, .drizzle, .denseDrizzle: .drizzle
    case .lightRain, .rain, .heavyRain, .lightRainShowers, .rainShowers, .violentRainShowers: .rain
    case .lightFreezingDrizzle, .freezingDrizzle, .lightFreezingRain, .freezingRain: .ice
    case .lightSnow, .snow, .heavySnow, .snowGrains, .lightSnowShowers, .snowShowers: .snow
    case .thunderstorm, .thunderstormWithHail, .thunderstormWithHeavyHail: .thunder
    }
  }
}
