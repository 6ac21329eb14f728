/// How dark a day is drawn, by how its count compares to those of the other days that have one.
public struct Quartiles: Hashable, Sendable {
  /// The highest counts of the levels 1, 2 and 3.
  private let bounds: [Int]

  /// A quarter of the days is to have each level. Days beyond the usual, by more than one and a
  /// half times the width of the middle half, have no say, but level 4.
  public init(of counts: some Sequence<Int>) {
    let sorted = counts.filter { $0 > 0 }.sorted()
    let all = Self.bounds(of: sorted)
    guard let low = all.first, let high = all.last else {
      bounds = all
      return
    }
    // Twice the fence, so that it needs no fractions.
    let (width, overflows) = (high - low).multipliedReportingOverflow(by: 3)
    let withoutOutliers =
      overflows ? sorted[...] : sorted.prefix { $0 - high <= width - ($0 - high) }
    bounds = Self.bounds(of: Array(withoutOutliers))
  }

  private static func bounds(of sorted: [Int]) -> [Int] {
    guard !sorted.isEmpty else { return [] }
    return (1...3).map { sorted[(sorted.count * $0 + 3) / 4 - 1] }
  }

  /// 0 for nothing, 4 for the most.
  public func level(of count: Int) -> Int {
    guard count > 0 else { return 0 }
    return 1 + bounds.count { count > $0 }
  }
}

extension Contribution {
  /// Every day of a span, with levels by the 365 days before its end, or by all of it where it is
  /// longer.
  public static func days(
    counting counts: [Day: Int], from first: Day, through last: Day
  ) -> [Contribution] {
    guard first <= last else { return [] }
    let compared = min(first, last - 364)
    let quartiles = Quartiles(
      of: counts.lazy.filter { $0.key >= compared && $0.key <= last }.map(\.value))
    return (first.number...last.number).map { number in
      let day = Day(number: number)
      let count = counts[day] ?? 0
      return Contribution(day: day, count: count, level: quartiles.level(of: count))
    }
  }
}
