import Diary
import GitHub
import Localization
import Synchronization
import Views

/// The progress of a refresh, updated by its concurrent tasks.
final class RefreshTally: Sendable {
  struct State: Sendable {
    var outcome = RefreshOutcome()
    /// The number of repositories found so far.
    var known = 0
    var done = 0
    /// Commits that were received, including known ones.
    var commits = 0
    /// The reason for the current wait, and when it ends.
    var wait: (reason: Wait.Reason, end: ContinuousClock.Instant)?
  }

  private let state = Mutex(State())

  var now: State { state.withLock { $0 } }

  func change(_ work: (inout State) -> Void) { state.withLock { work(&$0) } }

  func addExpected(_ count: Int) { change { $0.known += count } }

  func finished(new: Int) {
    change { state in
      state.done += 1
      state.outcome.repositories += 1
      state.outcome.newCommits += new
      if new > 0 { state.outcome.changed += 1 } else { state.outcome.unchanged += 1 }
    }
  }

  func skipped(_ repository: Repository, _ reason: Explanation) {
    change { state in
      state.done += 1
      state.outcome.repositories += 1
      state.outcome.skipped.append(.init(.repository(repository), reason))
    }
  }

  func failed(_ repository: Repository, _ reason: Explanation) {
    change { state in
      state.done += 1
      state.outcome.repositories += 1
      state.outcome.failed.append(.init(.repository(repository), reason))
    }
  }

  /// Called when two of the expected repositories turn out to be the same.
  func foundDuplicate() { change { $0.known -= 1 } }

  /// The list of repositories lacks organizations that have not approved the token.
  func listedPartially(tokensURL url: String) {
    let reason = Explanation(
      .organizationsLeftOut, hint: .organizationsLeftOutHint(url: url), status: .authentication)
    change { $0.outcome.skipped.append(.init(.repositories, reason)) }
  }

  /// Records when the client starts and stops waiting.
  var observer: ClientObserver {
    ClientObserver(
      waiting: { wait in
        self.change { $0.wait = (wait.reason, ContinuousClock.now + wait.length) }
      },
      resumed: { self.change { $0.wait = nil } })
  }
}
