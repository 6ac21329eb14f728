public import Diary
public import Git
public import Journal
import Localization
import Terminal

/// The writer's own commits of some days: those that the clone here has, on any branch, and those
/// that the last refresh brought.
///
/// A commit that both know is counted once.
public struct OwnCommits: Sendable {
  public var local: [CloneHistory]
  /// The newest first.
  public var remote: [DatedCommit]
  public let clock: Clock

  /// How many there are on each day; days without any are left out.
  public func counts(on span: ClosedRange<Day>) -> [Day: Int] {
    let remoteCommits = PackedCommits(
      remote.compactMap { dated in
        dated.commit.packedName.map {
          PackedCommit(
            name: $0, authoredAt: dated.commit.date.instant.secondsSince1970)
        }
      })
    return CommitTally(local.map(\.commits) + [remoteCommits])
      .days(endingAt: clock.endOfDay, offset: clock.offset(at:))
      .filter { span.contains($0.key) }
  }

  /// The latest of some days on which there is something in the clone.
  public func latest(of days: [Day]) -> Day? {
    let counts = CommitTally(local.map(\.commits)).days(
      endingAt: clock.endOfDay, offset: clock.offset(at:))
    return days.filter { counts[$0] != nil }.max()
  }

  /// What only the clone knows of these days, by the names of the commits.
  public func names(on span: ClosedRange<Day>, in history: CloneHistory) -> [UInt64: Day] {
    let remoteCommits = Set(remote.compactMap(\.commit.packedName))
    let first = span.lowerBound.number - 2
    let last = span.upperBound.number + 2
    var names: [UInt64: Day] = [:]
    for commit in history.commits.commits where commit.authoredAt != PackedCommit.undated {
      // What is far off needs no clock.
      guard (first...last).contains(Int(commit.authoredAt / 86_400)) else { continue }
      let day = clock.day(of: Instant(secondsSince1970: commit.authoredAt))
      if span.contains(day), !remoteCommits.contains(commit.name) { names[commit.name] = day }
    }
    return names
  }
}

extension DayRecords {
  /// Whose commits are meant among those that hosts told of: the account's that was named, else those
  /// of all that are known.
  public func ownCommitQuery(in journal: Journal) async throws -> OwnCommitQuery {
    let known = try await journal.accounts()
    let named = try app.options.account.flatMap { _ in try app.accounts.account(among: known) }
    let accounts = (named.map { [$0] } ?? known).map(\.account).filter { !$0.login.isEmpty }
    return OwnCommitQuery(of: accounts, dayEndsAt: app.clock.endOfDay) {
      app.clock.offset(at: $0)
    }
  }

  /// The writer's own commits of these days, those of the clone here among them.
  public func ownCommits(on span: ClosedRange<Day>, in journal: Journal) async throws
    -> OwnCommits
  {
    try await ownCommits([span], among: historiesHere(), in: journal)
  }

  func ownCommits(
    _ spans: [ClosedRange<Day>], among local: [CloneHistory], in journal: Journal
  ) async throws -> OwnCommits {
    let own = try await ownCommitQuery(in: journal)
    var remote: [DatedCommit] = []
    for span in spans {
      remote += try await journal.commits(from: span.lowerBound, to: span.upperBound, of: own)
    }
    return OwnCommits(local: local, remote: remote, clock: app.clock)
  }

  /// The history of the clone that the person stands in. One that cannot be read has none: who looks
  /// at a day did not ask for it, and hears of it only with `--verbose`.
  ///
  /// - Parameter areExpected: whether it is missed if its commits are not there.
  public func historiesHere(areExpected: Bool = false) async -> [CloneHistory] {
    do {
      return try await app.activities.localActivity(under: [], author: nil).histories
    } catch GraphError.nothingToShow {
      return []
    } catch {
      let remark = Message.graphLeftOut(reason: Explanation(of: error).message)
      if areExpected { app.output.note(remark, .warning) } else { app.output.trace(remark) }
      return []
    }
  }
}
