import Diary
import JSON

/// Conversions that return `nil` for values outside of their plausible range.
extension JSONValue {
  /// In degrees Celsius.
  var temperature: Double? { number(in: -100...100) }

  /// In µg/m³. Sensors in clean air may report slightly negative values.
  var concentration: Double? { number(in: -10...10_000).map { max($0, 0) } }

  /// A known weather code.
  var skyCode: Int? { lenientInteger.flatMap { Sky(rawValue: $0)?.rawValue } }

  func number(in range: ClosedRange<Double>) -> Double? {
    lenientNumber.flatMap { range.contains($0) ? $0 : nil }
  }
}

extension Sequence<Double> {
  /// The mean, rounded to hundredths.
  var mean: Double? {
    var sum = 0.0
    var count = 0.0
    for number in self {
      sum += number
      count += 1
    }
    return count == 0 ? nil : (sum / count * 100).rounded() / 100
  }
}
