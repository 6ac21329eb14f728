import Diary
import Git
import Journal
import Localization
import Platform
import Terminal
import Views

/// The commits of clones on this machine, each counted once, on the day it has in the user's time
/// zone.
public struct LocalActivity: Sendable {
  /// The clones that could be read.
  var histories: [CloneHistory] = []
  var remarks: [Message] = []
  /// Whether these are all of the user's clones, and not those that were asked for.
  var isOfAll = false

  /// The number of commits on each day that has any. With `host`, only the commits that are not on
  /// that host are counted.
  func days(
    endingAt hour: Int, excludingCommitsOn host: String? = nil, offset: (Instant) -> Int
  ) -> [Day: Int] {
    CommitTally(host == nil ? histories.map(\.commits) : [unpushed])
      .days(endingAt: hour, offset: offset)
  }

  /// The commits that no clone knows to be on the host. A copy without a remote may have the same
  /// commits as a clone with one.
  private var unpushed: PackedCommits {
    let pushed = histories.filter { !$0.remotes.isEmpty }
      .map { $0.commits.subtracting($0.unpushed) }
    return PackedCommits.union(of: histories.map(\.unpushed))
      .subtracting(PackedCommits.union(of: pushed))
  }
}

extension Activities {
  /// The commits of the clones in `scope`. Known commits come from the journal, new ones from git.
  ///
  /// - Parameter host: if set, commits that are not on this host yet are determined as well.
  func localActivity(
    _ scope: CloneScope, author: String?, unpushedTo host: String? = nil,
    time: CloneReadingTime = .unlimited
  ) async throws -> LocalActivity {
    let writer = author.map(CommitAuthor.named) ?? .own(emails: app.settings.emails)
    var clones = try await app.clones.chosen(by: scope, time)
    let reading = CloneReading(
      app: app, writer: writer, host: host, time: time, problems: clones.knownProblems)
    // Only the first reading of a clone takes long.
    let result =
      time == .unlimited && clones.found.count > 1
      ? try await reading.interruptibleResult(of: clones) : try await reading.result(of: clones)
    clones.failures += result.failures
    var activity = LocalActivity(histories: result.histories)
    if case .all = scope { activity.isOfAll = true }
    if activity.histories.isEmpty {
      let reason = clones.failures.first { if case GitError.noClone = $0 { false } else { true } }
      if let reason { throw reason }
      switch scope {
      case .all: throw GraphError.nothingToShow
      case .here:
        throw author == nil
          ? GitError.noClone(path: app.directory.absolutePath) : GraphError.nothingToShow
      case .under(let paths): throw GraphError.noClones(paths: paths)
      }
    }
    if let here = clones.toRemember,
      activity.histories.contains(where: { $0.clone.commonDirectory == here.commonDirectory })
    {
      await app.clones.remember(here)
    }
    if author == nil, let first = activity.histories.first,
      activity.histories.allSatisfy(\.commits.isEmpty)
    {
      let addresses = MessageArgument.enumeration(first.addresses)
      activity.remarks.append(.graphNoneOfYours(addresses: addresses))
    }
    for history in activity.histories where time == .unlimited && history.isShallow {
      let remark = Message.graphShallow(path: history.clone.root)
      if activity.isOfAll { app.output.trace(remark) } else { activity.remarks.append(remark) }
    }
    if activity.isOfAll {
      if time == .unlimited { activity.remarks += await app.clones.newProblems(of: clones) }
    } else {
      activity.remarks += clones.failures.map {
        .graphLeftOut(reason: app.reader.say($0.explanation.message))
      }
    }
    return activity
  }
}
