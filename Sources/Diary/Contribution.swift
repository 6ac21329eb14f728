/// What somebody contributed on one day.
public struct Contribution: Hashable, Sendable {
  public var day: Day
  /// `nil` where the source tells only how dark the day is.
  public var count: Int?
  /// How dark: 0 for nothing, 4 for the most.
  public var level: Int

  public init(day: Day, count: Int?, level: Int) {
    self.day = day
    self.count = count
    self.level = level
  }
}
