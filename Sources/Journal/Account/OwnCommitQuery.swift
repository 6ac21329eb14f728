public import Diary

/// The accounts whose fetched commits to read, and the time zone that assigns commits to days: the
/// user's, not the one recorded in the commit.
public struct OwnCommitQuery: Sendable {
  public var accounts: [Account]
  /// The hour at which the user's day ends: with 4, the time before 4:00 belongs to the previous
  /// day.
  public var dayEndsAt: Int
  /// The offset of the user's time zone, in seconds east of UTC.
  public var offset: @Sendable (Instant) -> Int

  public init(
    of accounts: [Account], dayEndsAt: Int = 0, offset: @escaping @Sendable (Instant) -> Int
  ) {
    self.accounts = accounts
    self.dayEndsAt = dayEndsAt
    self.offset = offset
  }

  func day(of instant: Instant) -> Day {
    Moment(instant, offset: offset(instant)).day(endingAt: dayEndsAt)
  }
}
