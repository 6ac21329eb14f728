import Localization
import Terminal

// Temperatures and amounts of particles, in the user's units.

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
