import Diary
import Git
import Journal
import Localization
import Platform
import Terminal
import Views

/// The commits of clones on this machine, each counted once, on the day it has in the user's time
/// zone.
struct LocalActivity: Sendable {
  /// The clones that could be read.
  var histories: [CloneHistory] = []
  var remarks: [Message] = []

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
  /// Reads the clones under `paths`, or the one in the working directory. Known commits come from
  /// the journal, new ones from git.
  ///
  /// - Parameter host: if set, commits that are not on this host yet are determined as well.
  func localActivity(
    under paths: [String], author: String?, unpushedTo host: String? = nil
  ) async throws -> LocalActivity {
    let writer = author.map(CommitAuthor.named) ?? .own(emails: app.settings.emails)
    guard !paths.contains("") else { throw UsageError.noFileName(option: "--local") }
    let paths = paths.map { File.expandingHome($0, environment: app.environment) }
    var activity = LocalActivity()
    var failures: [any Error & Explained] = []
    var updates: [SavedCloneHistory] = []
    let journal = try? await app.journal(for: .reading)
    let progress = CountingProgress(on: app.output)
    for result in clones(under: paths) {
      do throws(GitError) {
        let clone = try result.get()
        let known = try? await journal?.history(of: clone.commonDirectory, by: writer.key)
        let history = try clone.history(of: writer, since: known, unpushedTo: host) {
          progress.show($0, in: clone.root)
        }
        if history.isNew {
          updates.append(
            SavedCloneHistory(
              clone: clone.commonDirectory, writer: writer.key, known: history.known))
        }
        if history.isShallow { activity.remarks.append(.graphShallow(path: clone.root)) }
        activity.histories.append(history)
      } catch {
        failures.append(error.naming(app.directory))
      }
    }
    progress.clear()
    if activity.histories.isEmpty {
      let reason = failures.first { if case GitError.noClone = $0 { false } else { true } }
      throw reason ?? (paths.isEmpty ? GraphError.nothingToShow : .noClones(paths: paths))
    }
    if author == nil, let first = activity.histories.first,
      activity.histories.allSatisfy(\.commits.isEmpty)
    {
      let addresses = MessageArgument.enumeration(first.addresses)
      activity.remarks.append(.graphNoneOfYours(addresses: addresses))
    }
    activity.remarks += failures.map {
      .graphLeftOut(reason: app.reader.say($0.explanation.message))
    }
    // The saved history is a cache, so a journal that cannot be written is not an error.
    if !updates.isEmpty, let journal = try? await app.journal(for: .caching) {
      try? await journal.keep(updates, readAt: app.clock.now.instant)
    }
    return activity
  }

  private func clones(under paths: [String]) -> [Result<LocalClone, GitError>] {
    guard paths.isEmpty else {
      return LocalClone.all(
        under: paths, in: app.directory.path, environment: app.environment)
    }
    return [
      Result { () throws(GitError) in
        try LocalClone.find(in: app.directory.path, environment: app.environment)
      }
    ]
  }
}

/// The progress line while git reads a long history for the first time.
private final class CountingProgress {
  private let output: Output
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now
  private var isShown = false

  init(on output: Output) {
    self.output = output
  }

  func show(_ count: Int, in path: String) {
    guard output.canDraw else { return }
    let now = ContinuousClock.now
    guard start.duration(to: now) > .milliseconds(400), last.duration(to: now) > .milliseconds(80)
    else { return }
    last = now
    isShown = true
    output.drawOver(output.styled(.graphReading(count: count, path: path), .faint))
  }

  func clear() {
    if isShown { output.drawOver() }
  }
}
