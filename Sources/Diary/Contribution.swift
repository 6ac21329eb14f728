/// What somebody contributed on one day.
public struct Contribution: Hashable, Sendable {
  public var day: Day
  /// `nil` where the source tells only how dark the day is.
  public var count: Int?
  /// How dark: 0 for nothing, 4 for the most.
  public var level: Int

  /// Counts and levels come from servers, pages and files that anybody could have written, so they
  /// are capped here: a count has at most nine digits, and no sum of them overflows.
  public init(day: Day, count: Int?, level: Int) {
    self.day = day
    self.count = count.map { min(max($0, 0), Self.largestCount) }
    self.level = min(max(level, 0), 4)
  }

  public static let largestCount = 999_999_999
}
