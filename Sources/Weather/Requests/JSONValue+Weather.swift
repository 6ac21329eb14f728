import Diary
import JSON

/// Numbers that can be what they are said to be; of any others nothing is known.
extension JSONValue {
  /// In degrees Celsius.
  var temperature: Double? { number(in: -100...100) }

  /// In µg/m³. A sensor in clean air may say a little less than nothing.
  var density: Double? { number(in: -10...10_000).map { max($0, 0) } }

  /// One that has a name.
  var skyCode: Int? { lenientInteger.flatMap { Sky(rawValue: $0)?.rawValue } }

  func number(in range: ClosedRange<Double>) -> Double? {
    lenientNumber.flatMap { range.contains($0) ? $0 : nil }
  }
}

extension Sequence<Double> {
  /// To a hundredth, since a third has no end.
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
