public import Diary
public import Git
public import Journal
import Localization
import Terminal

/// The user's own commits on some days: those in clones, on any branch, and those fetched by the last
/// refresh.
///
/// A commit that is in several of them is counted once.
public struct OwnCommits: Sendable {
  public var local: [CloneHistory]
  /// The newest first.
  public var remote: [RepositoryCommit]
  public let clock: Clock

  /// The number of commits on each day. Days without commits are left out.
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

  /// The latest of these days with a commit in the clone.
  public func latest(of days: [Day]) -> Day? {
    guard let first = days.min(), let last = days.max() else { return nil }
    // Most commits are far from all of the days, and their dates need not be converted.
    let start = first.number - 2
    var isNear = [Bool](repeating: false, count: last - first + 5)
    for day in days {
      for number in day.number - 2...day.number + 2 { isNear[number - start] = true }
    }
    let wanted = Set(days)
    var latest: Day?
    for history in local {
      for commit in history.commits.commits where commit.authoredAt != PackedCommit.undated {
        let index = Int(commit.authoredAt / 86_400) - start
        guard isNear.indices.contains(index), isNear[index] else { continue }
        let day = clock.day(of: Instant(secondsSince1970: commit.authoredAt))
        if wanted.contains(day) { latest = max(latest ?? day, day) }
      }
    }
    return latest
  }

  /// The packed names of the commits on these days that only the clone has, each with its day.
  public func localOnlyNames(
    on span: ClosedRange<Day>, in history: CloneHistory
  ) -> [UInt64: Day] {
    let remoteCommits = Set(remote.compactMap(\.commit.packedName))
    let first = span.lowerBound.number - 2
    let last = span.upperBound.number + 2
    var names: [UInt64: Day] = [:]
    for commit in history.commits.commits where commit.authoredAt != PackedCommit.undated {
      // Commits far outside the span are skipped without converting their date.
      guard (first...last).contains(Int(commit.authoredAt / 86_400)) else { continue }
      let day = clock.day(of: Instant(secondsSince1970: commit.authoredAt))
      if span.contains(day), !remoteCommits.contains(commit.name) { names[commit.name] = day }
    }
    return names
  }
}

extension DayRecords {
  /// The accounts whose fetched commits are the user's own: the named account, else all known ones.
  public func ownCommitQuery(in journal: Journal) async throws -> OwnCommitQuery {
    let known = try await journal.accounts()
    let named = try app.options.account.flatMap { _ in try app.accounts.account(among: known) }
    let accounts = (named.map { [$0] } ?? known).map(\.account).filter { !$0.login.isEmpty }
    return OwnCommitQuery(of: accounts, dayEndsAt: app.clock.endOfDay) {
      app.clock.offset(at: $0)
    }
  }

  /// The user's own commits on these days.
  public func ownCommits(
    on span: ClosedRange<Day>, of scope: CloneScope, in journal: Journal
  ) async throws -> OwnCommits {
    try await ownCommits([span], among: commits(of: scope), in: journal)
  }

  func ownCommits(
    _ spans: [ClosedRange<Day>], among local: LocalCommits, in journal: Journal
  ) async throws -> OwnCommits {
    var remote: [RepositoryCommit] = []
    if local.scope == .all {
      let own = try await ownCommitQuery(in: journal)
      for span in spans {
        remote += try await journal.commits(from: span.lowerBound, to: span.upperBound, of: own)
      }
    }
    return OwnCommits(local: local.activity.histories, remote: remote, clock: app.clock)
  }

  /// The user's own commits in clones. Clones that cannot be read count as empty, and problems are
  /// shown once.
  ///
  /// - Parameters:
  ///   - host: the host for which unpushed commits are determined.
  ///   - warnsOnFailure: whether it is a warning if no clone can be read.
  public func commits(
    of scope: CloneScope, unpushedTo host: String? = nil, warnsOnFailure: Bool = false
  ) async throws -> LocalCommits {
    do {
      let activity = try await app.activities.localActivity(
        scope, author: nil, unpushedTo: host)
      for remark in activity.remarks where remark.key != .graphNoneOfYours {
        app.output.note(remark, .faint)
      }
      return LocalCommits(scope: scope, activity: activity)
    } catch let interrupted as Interrupted {
      throw interrupted
    } catch GraphError.nothingToShow {
      return LocalCommits(scope: scope, activity: LocalActivity())
    } catch {
      // If the current clone was asked for, its absence is an error.
      if scope == .here { throw error }
      let remark = Message.graphLeftOut(reason: app.reader.say(Explanation(of: error).message))
      if warnsOnFailure {
        app.output.note(remark, .warning)
      } else if case GitError.noAddress = error {
        app.output.trace(remark)
      } else if let error = error as? GitError {
        for remark in await app.clones.newProblems(failures: [error]) {
          app.output.note(remark, .faint)
        }
      } else {
        app.output.trace(remark)
      }
      return LocalCommits(scope: scope, activity: LocalActivity())
    }
  }
}

/// The user's own commits in the clones of a scope.
public struct LocalCommits: Sendable {
  var scope: CloneScope
  var activity: LocalActivity

  var histories: [CloneHistory] { activity.histories }
}
