import Context
import Diary
import GitHub
import Localization
import Synchronization
import Terminal
import Views

/// Shows the progress of a refresh: on a terminal in one line that is redrawn, elsewhere with a new
/// line every few seconds.
struct RefreshProgress: Sendable {
  let output: Output
  let tally = RefreshTally()

  private static let redraw = Duration.milliseconds(100)
  private static let report = Duration.seconds(5)

  init(on output: Output) {
    self.output = output
  }

  var observer: ClientObserver { tally.observer }

  /// Runs the work and shows its progress.
  func showing<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
    guard !output.options.isQuiet else { return await work() }
    return await withTaskGroup(of: Value?.self) { group in
      group.addTask { await work() }
      group.addTask {
        if let progress = output.streams.progress {
          await report(to: progress)
        } else {
          await output.canDraw ? draw() : printLine()
        }
        return nil
      }
      var value: Value?
      while value == nil, let next = await group.next() { value = next }
      group.cancelAll()
      await group.waitForAll()
      guard let value else { preconditionFailure("the work is a task of the group") }
      return value
    }
  }

  // MARK: On a terminal

  private func draw() async {
    let start = ContinuousClock.now
    var line = StatusLine(on: output.errorScreen)
    while !Task.isCancelled {
      output.draw(line.replaced(by: drawing(tally.now, since: start)))
      do { try await Task.sleep(for: Self.redraw) } catch { break }
    }
    output.draw(line.cleared())
  }

  private func drawing(
    _ state: RefreshTally.State, since start: ContinuousClock.Instant
  ) -> StyledText {
    if let wait = state.wait {
      return waiting(wait)
    }
    let seconds = start.duration(to: .now) / .seconds(1)
    var text = bar(done: state.done, of: state.known) + " " + counts(state)
    if seconds >= 1, state.commits > 0 {
      text +=
        "  "
        + output.styled(
          .refreshRate(rate: output.reader.write(Int(Double(state.commits) / seconds))), .remark)
    }
    return text
  }

  private func waiting(
    _ wait: (reason: Wait.Reason, end: ContinuousClock.Instant)
  ) -> StyledText {
    output.styled(message(wait), .warning)
  }

  private func message(_ wait: (reason: Wait.Reason, end: ContinuousClock.Instant)) -> Message {
    let left = Swift.max(
      0, Int((ContinuousClock.now.duration(to: wait.end) / .seconds(1)).rounded(.up)))
    return .refreshWaiting(
      reason: output.reader.say(wait.reason.message), left: Countdown.clock(left))
  }

  private func bar(done: Int, of known: Int) -> StyledText {
    let width = 20
    let full = known > 0 ? Swift.min(width, done * width / known) : 0
    let (on, off) = output.errorScreen.unicode ? ("█", "░") : ("#", ".")
    return StyledText(String(repeating: on, count: full), .success)
      + StyledText(String(repeating: off, count: width - full), .remark)
  }

  private func counts(_ state: RefreshTally.State) -> StyledText {
    output.styled(
      .refreshProgress(
        done: state.done, known: state.known, count: state.commits))
  }

  // MARK: In a full screen

  private func report(to progress: @Sendable (String) -> Void) async {
    while !Task.isCancelled {
      let state = tally.now
      if let wait = state.wait {
        progress(waiting(wait).plain)
      } else if state.known > 0 {
        progress(counts(state).plain)
      }
      do { try await Task.sleep(for: Self.redraw) } catch { return }
    }
  }

  // MARK: Elsewhere

  private func printLine() async {
    var reportedWait: ContinuousClock.Instant?
    var next = ContinuousClock.now + Self.report
    while !Task.isCancelled {
      do { try await Task.sleep(for: Self.redraw) } catch { return }
      let state = tally.now
      if let wait = state.wait {
        // A wait is reported once, when it begins.
        if reportedWait != wait.end {
          output.note(message(wait))
          reportedWait = wait.end
        }
      } else if ContinuousClock.now >= next {
        output.printError(counts(state))
        next = ContinuousClock.now + Self.report
      }
    }
  }
}

extension Wait.Reason {
  var message: Message {
    switch self {
    case .limit(.primary): .limitReached
    case .limit(.secondary): .limitSecondary
    case .serverError(let status): .serverFailed(service: "GitHub", status: String(status))
    case .noResponse: .waitingForNetwork
    }
  }
}

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

  /// A repository that was not fetched.
  ///
  /// - Parameter path: the list that names it: `skipped` or `failed`.
  func left(
    _ repository: Repository, _ reason: Explanation,
    in path: WritableKeyPath<RefreshOutcome, [RefreshOutcome.Problem]>
  ) {
    change { state in
      state.done += 1
      state.outcome.repositories += 1
      state.outcome[keyPath: path].append(.init(.repository(repository), reason))
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
