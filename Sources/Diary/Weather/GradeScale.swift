/// A scale for air quality. The raw values are used in the settings.
public enum GradeScale: String, CaseIterable, Sendable {
  /// The scale of the Korean Ministry of Environment.
  case korea
  /// The AQI of the US Environmental Protection Agency, as of 2024.
  case us
  /// The index of the European Environment Agency, as of 2024.
  case eu
}

extension GradeScale {
  /// The grades, best first.
  public var grades: [AirGrade] {
    switch self {
    case .korea: [.good, .moderate, .bad, .veryBad]
    case .us: [.good, .moderate, .unhealthySensitive, .unhealthy, .veryUnhealthy, .hazardous]
    case .eu: [.good, .fair, .moderate, .poor, .veryPoor, .extremelyPoor]
    }
  }

  /// The grade for daily means in µg/m³: the worse of the two, or that of the one that is given.
  public func grade(pm10: Double?, pm25: Double?) -> AirGrade? {
    let bands = [band(of: pm10, .pm10), band(of: pm25, .pm25)].compactMap(\.self)
    return bands.max().map { grades[$0] }
  }

  /// The level of a graph for a daily mean of PM2.5: the position of its grade, from 1 to 4. The
  /// fourth level includes all worse grades.
  public func level(ofPM25 mean: Double) -> Int {
    min((band(of: mean, .pm25) ?? 0) + 1, 4)
  }

  private enum Particles { case pm10, pm25 }

  private func band(of mean: Double?, _ particles: Particles) -> Int? {
    guard let mean, mean.isFinite else { return nil }
    let value = rounded(mean, particles)
    return upperBounds(particles).count { value > $0 }
  }

  /// The upper bounds of all bands except the last.
  private func upperBounds(_ particles: Particles) -> [Double] {
    switch (self, particles) {
    case (.korea, .pm10): [30, 80, 150]
    case (.korea, .pm25): [15, 35, 75]
    case (.us, .pm10): [54, 154, 254, 354, 424]
    case (.us, .pm25): [9.0, 35.4, 55.4, 125.4, 225.4]
    case (.eu, .pm10): [15, 45, 120, 195, 270]
    case (.eu, .pm25): [5, 15, 50, 90, 140]
    }
  }

  /// Rounds a mean into a band, because the bands have gaps (9.0 and 9.1, 30 and 31): to whole
  /// numbers, but the US scale truncates, PM2.5 after the first decimal.
  private func rounded(_ mean: Double, _ particles: Particles) -> Double {
    switch (self, particles) {
    case (.korea, _), (.eu, _): mean.rounded(.toNearestOrAwayFromZero)
    case (.us, .pm10): mean.rounded(.down)
    // The binary value of 9.1 is slightly less than 9.1.
    case (.us, .pm25): (mean * 10 + 1e-6).rounded(.down) / 10
    }
  }
}

extension GradeScale {
  /// The Korean scale in Korea, the European one in Europe, and the US scale elsewhere.
  ///
  /// - Parameter code: a two-letter code of ISO 3166, in upper or lower case.
  public static func standard(inCountry code: String?) -> GradeScale {
    guard let code = code?.uppercased() else { return .us }
    return code == "KR" ? .korea : europe.contains(code) ? .eu : .us
  }

  /// The scale for the country or, if only coordinates are known, for the time zone.
  public static func standard(inCountry code: String?, timeZone: String?) -> GradeScale {
    guard code == nil, let timeZone else { return standard(inCountry: code) }
    if timeZone == "Asia/Seoul" { return .korea }
    let isEuropean = timeZone.utf8.starts(with: "Europe/".utf8)
    return isEuropean || islands.contains(timeZone) ? .eu : .us
  }

  /// The members of the European Environment Agency and all other European countries.
  private static let europe: Set = [
    "AD", "AL", "AT", "AX", "BA", "BE", "BG", "BY", "CH", "CY", "CZ", "DE", "DK", "EE", "ES", "FI",
    "FO", "FR", "GB", "GG", "GI", "GR", "HR", "HU", "IE", "IM", "IS", "IT", "JE", "LI", "LT", "LU",
    "LV", "MC", "MD", "ME", "MK", "MT", "NL", "NO", "PL", "PT", "RO", "RS", "RU", "SE", "SI", "SJ",
    "SK", "SM", "TR", "UA", "UK", "VA", "XK",
  ]

  /// European time zones whose names do not begin with `Europe/`.
  private static let islands: Set = [
    "Arctic/Longyearbyen", "Asia/Famagusta", "Asia/Nicosia", "Atlantic/Azores", "Atlantic/Canary",
    "Atlantic/Faroe", "Atlantic/Madeira", "Atlantic/Reykjavik",
  ]
}

/// The grade of the air quality. The raw values are part of the JSON output. The meaning of
/// `moderate` depends on the scale.
public enum AirGrade: String, CaseIterable, Sendable {
  case good, fair, moderate
  // Korea
  case bad, veryBad
  // United States
  case unhealthySensitive, unhealthy, veryUnhealthy, hazardous
  // European Union
  case poor, veryPoor, extremelyPoor
}

/// Four ranges of temperature between round numbers, for the levels of a graph.
public struct TemperatureBands: Hashable, Sendable {
  /// The lower bounds of levels 2, 3 and 4, in degrees Celsius.
  public let bounds: [Int]

  private static let steps = [1, 2, 5, 10, 20, 50]

  /// The narrowest ranges that cover the temperatures, without the coldest and the warmest tenth:
  /// for a year in Seoul, below 0, from 0, from 10 and from 20 degrees.
  public init(of temperatures: some Sequence<Double>) {
    let sorted = temperatures.filter { $0.isFinite }.map { min(max($0, -200), 200) }.sorted()
    let tenth = sorted.count / 10
    let low = sorted.isEmpty ? 0 : sorted[tenth]
    let high = sorted.isEmpty ? 0 : sorted[sorted.count - 1 - tenth]
    func band(_ temperature: Double, _ step: Int) -> Int {
      Int((temperature / Double(step)).rounded(.down))
    }
    let step = Self.steps.first { band(high, $0) - band(low, $0) < 4 } ?? 100
    let first = band(low, step)
    bounds = (1...3).map { (first + $0) * step }
  }

  /// The level, from 1 for the coldest range to 4 for the warmest.
  public func level(of temperature: Double) -> Int {
    1 + bounds.count { temperature >= Double($0) }
  }
}
