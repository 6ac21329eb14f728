/// Assigns a level to the count of a day, compared with the counts of other days.
public struct Quartiles: Hashable, Sendable {
  /// The upper bounds of levels 1, 2 and 3.
  private let bounds: [Int]

  /// Each level gets a quarter of the days with contributions. Outliers, more than 1.5 times the
  /// interquartile range above the upper quartile, are ignored and get level 4.
  public init(of counts: some Sequence<Int>) {
    let sorted = counts.filter { $0 > 0 }.sorted()
    let all = Self.bounds(of: sorted)
    guard let low = all.first, let high = all.last else {
      bounds = all
      return
    }
    // Twice the outlier limit, to avoid fractions.
    let (width, overflows) = (high - low).multipliedReportingOverflow(by: 3)
    let withoutOutliers =
      overflows ? sorted[...] : sorted.prefix { $0 - high <= width - ($0 - high) }
    bounds = Self.bounds(of: Array(withoutOutliers))
  }

  private static func bounds(of sorted: [Int]) -> [Int] {
    guard !sorted.isEmpty else { return [] }
    return (1...3).map { sorted[(sorted.count * $0 + 3) / 4 - 1] }
  }

  /// The level from 0, for no contributions, to 4, for the most.
  public func level(of count: Int) -> Int {
    guard count > 0 else { return 0 }
    return 1 + bounds.count { count > $0 }
  }

  /// The lowest count of each level that a count can have; empty if there are no counts.
  public var lowest: [(level: Int, count: Int)] {
    guard !bounds.isEmpty else { return [] }
    let counts = [1] + bounds.map { $0 + 1 }
    return counts.indices.filter { $0 == counts.count - 1 || counts[$0] < counts[$0 + 1] }
      .map { ($0 + 1, counts[$0]) }
  }

  /// The quartiles of the 365 days up to `last`, or of the whole span if it is longer.
  public init(of counts: [Day: Int], from first: Day, through last: Day) {
    let compared = Self.comparedDays(from: first, through: last)
    self.init(of: counts.lazy.filter { compared.contains($0.key) }.map(\.value))
  }

  /// The days whose counts determine the levels of a span.
  public static func comparedDays(from first: Day, through last: Day) -> ClosedRange<Day> {
    min(first, last - 364)...last
  }
}

extension Contribution {
  /// The contributions of every day of a span. The levels compare the 365 days up to `last`, or the
  /// whole span if it is longer.
  public static func days(
    counting counts: [Day: Int], from first: Day, through last: Day
  ) -> [Contribution] {
    guard first <= last else { return [] }
    let quartiles = Quartiles(of: counts, from: first, through: last)
    return (first.number...last.number).map { number in
      let day = Day(number: number)
      let count = counts[day] ?? 0
      return Contribution(day: day, count: count, level: quartiles.level(of: count))
    }
  }
}
