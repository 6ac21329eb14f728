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
