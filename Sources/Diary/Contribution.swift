/// The contributions of an account on one day.
public struct Contribution: Hashable, Sendable {
  public var day: Day
  /// `nil` if the source only provides the level.
  public var count: Int?
  /// The level from 0, for no contributions, to 4, for the most.
  public var level: Int

  /// Counts and levels come from servers, pages and files that cannot be trusted, so they are
  /// limited here: a count has at most nine digits, and no sum of counts overflows.
  public init(day: Day, count: Int?, level: Int) {
    self.day = day
    self.count = count.map { min(max($0, 0), Self.largestCount) }
    self.level = min(max(level, 0), 4)
  }

  public static let largestCount = 999_999_999
}
