import Diary
import GitHub
import Localization
import Synchronization
import Views

/// How far a refresh is, as its tasks tell it from wherever they run.
final class RefreshTally: Sendable {
  struct State: Sendable {
    var outcome = RefreshOutcome()
    /// Repositories to look at, as far as they are known by now.
    var known = 0
    var done = 0
    /// Commits that came, the known ones among them.
    var commits = 0
    /// What is waited for, and until when.
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

  /// Two of those that were expected are the same one.
  func foundDuplicate() { change { $0.known -= 1 } }

  /// The list of repositories is without those of organizations that have not approved the token.
  func listedPartially(tokensURL url: String) {
    let reason = Explanation(
      .organizationsLeftOut, hint: .organizationsLeftOutHint(url: url), status: .authentication)
    change { $0.outcome.skipped.append(.init(.repositories, reason)) }
  }

  /// What a client tells of its waits.
  var observer: ClientObserver {
    ClientObserver(
      waiting: { wait in
        self.change { $0.wait = (wait.reason, ContinuousClock.now + wait.length) }
      },
      resumed: { self.change { $0.wait = nil } })
  }
}
