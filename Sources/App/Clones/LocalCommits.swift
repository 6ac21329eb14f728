import Context
import Diary
import Git
package import Localization

/// The commits of clones on this machine, each counted once, on the day it has in the user's time
/// zone.
package struct LocalCommits: Sendable {
  var scope: CloneScope
  /// The clones that could be read.
  var histories: [CloneHistory] = []
  var remarks: [Message] = []
  /// The repository of the clone in the working directory.
  var here: Repository?
  /// Which clones these are, for a person; `nil` unless they are all of the user's clones.
  package internal(set) var origin: Message?

  /// The clones of a repository.
  func clones(of repository: Repository) -> [Clone] {
    histories.filter { $0.location == repository }.map { Clone(withoutSettings: $0.clone) }
  }

  /// No clones. Commits of the last refresh, which are in the journal, are still found.
  package static var none: LocalCommits { LocalCommits(scope: .all) }

  /// The number of commits on each day that has any. With `host`, only the commits that are not on
  /// that host are counted.
  func counts(by clock: Clock, excludingCommitsOn host: String? = nil) -> [Day: Int] {
    CommitTally(host == nil ? histories.map(\.commits) : [unpushed])
      .days(endingAt: clock.endOfDay, offset: clock.offset(at:))
  }

  /// The commits that no clone knows to be on the host. A copy without a remote may have the same
  /// commits as a clone with one.
  private var unpushed: PackedCommits {
    let pushed = histories.filter { !$0.remotes.isEmpty }
      .map { $0.commits.subtracting($0.unpushed) }
    return PackedCommits.union(of: histories.map(\.unpushed))
      .subtracting(PackedCommits.union(of: pushed))
  }

  /// The latest of these days with a commit.
  func latest(of days: [Day], by clock: Clock) -> Day? {
    guard let first = days.min(), let last = days.max() else { return nil }
    // Most commits are far from all of the days, and their dates need not be converted.
    let start = first.number - 2
    var isNear = [Bool](repeating: false, count: last - first + 5)
    for day in days {
      for number in day.number - 2...day.number + 2 { isNear[number - start] = true }
    }
    let wanted = Set(days)
    var latest: Day?
    for history in histories {
      for commit in history.commits.commits where commit.authoredAt != PackedCommit.undated {
        let index = Int(commit.authoredAt / 86_400) - start
        guard isNear.indices.contains(index), isNear[index] else { continue }
        let day = clock.day(of: Instant(secondsSince1970: commit.authoredAt))
        if wanted.contains(day) { latest = max(latest ?? day, day) }
      }
    }
    return latest
  }

  /// The names of the commits on these days, each in one clone. Clones of a repository on a host
  /// take precedence over copies.
  ///
  /// - Parameter known: the commits to leave out.
  func names(
    on spans: [ClosedRange<Day>], besides known: Set<UInt64>, by clock: Clock
  ) -> [(history: CloneHistory, names: Set<UInt64>)] {
    let hosted = histories.filter { $0.repository?.isLocal == false }
    let others = histories.filter { $0.repository?.isLocal != false }
    var seen = known
    return (hosted + others).compactMap { history in
      let names = spans.flatMap { history.names(on: $0, by: clock) }
        .filter { seen.insert($0).inserted }
      return names.isEmpty ? nil : (history, Set(names))
    }
  }
}

extension CloneHistory {
  /// The repository, or the path of a clone that has none.
  var location: Repository { repository ?? Repository(name: clone.mainRoot) }

  /// The names of the commits on these days.
  func names(on span: ClosedRange<Day>, by clock: Clock) -> [UInt64] {
    let near = (span.lowerBound.number - 2)...(span.upperBound.number + 2)
    var names: [UInt64] = []
    for commit in commits.commits where commit.authoredAt != PackedCommit.undated {
      // Commits far outside the span are skipped without converting their date.
      guard near.contains(Int(commit.authoredAt / 86_400)) else { continue }
      let day = clock.day(of: Instant(secondsSince1970: commit.authoredAt))
      if span.contains(day) { names.append(commit.name) }
    }
    return names
  }
}
