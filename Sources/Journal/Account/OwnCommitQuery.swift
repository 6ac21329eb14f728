public import Diary

/// Whose commits are meant, among those that hosts told of, and by which clock they fall on days:
/// the reader's, as on all days that are shown, and not the one that a commit recorded.
public struct OwnCommitQuery: Sendable {
  public var accounts: [Account]
  /// The hour at which the reader's day ends: with 4 the small hours belong to the day before.
  public var dayEndsAt: Int
  /// The reader's clock, in seconds east of Greenwich.
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

/// A commit on its day.
public struct DatedCommit: Hashable, Sendable {
  public var day: Day
  public var repository: Repository
  public var commit: Commit

  public init(day: Day, repository: Repository, commit: Commit) {
    self.day = day
    self.repository = repository
    self.commit = commit
  }
}
