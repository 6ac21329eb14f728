import Context
import GitHub
import Localization
import Synchronization
import Terminal

/// Shows how long a login code remains valid, in a line that counts down on a terminal.
final class Countdown: Sendable {
  private struct State {
    var line: StatusLine
    var end: ContinuousClock.Instant?
    var problem: Message?
    /// Whether a wait has begun since the problem was reported. The next wait clears the problem.
    var isProblemOld = false
  }

  private let output: Output
  private let state: Mutex<State>

  init(on output: Output) {
    self.output = output
    state = Mutex(State(line: StatusLine(on: output.errorScreen)))
  }

  func handle(_ progress: DeviceFlowProgress) {
    switch progress {
    case .waiting(_, let expiresIn):
      state.withLock { state in
        state.end = .now + expiresIn
        if state.isProblemOld { state.problem = nil }
        state.isProblemOld = true
      }
    case .slowedDown(let interval):
      output.trace(.loginSlowedDown(count: max(1, Int(interval / .seconds(1)))))
    case .temporaryFailure: showProblem(.loginRetrying)
    }
  }

  /// A terminal shows the problem in the countdown line. Elsewhere it is printed once.
  private func showProblem(_ message: Message) {
    let isNew = state.withLock { state in
      defer {
        state.problem = message
        state.isProblemOld = false
      }
      return state.problem != message
    }
    if isNew, !output.errorScreen.isTerminal { output.note(message) }
  }

  /// Redraws the line once a second until the task is canceled.
  func run() async {
    guard output.canDraw else { return }
    while !Task.isCancelled {
      state.withLock { state in output.draw(state.line.replaced(by: text(state))) }
      do { try await Task.sleep(for: .seconds(1)) } catch { break }
    }
  }

  func clear() {
    state.withLock { state in output.draw(state.line.cleared()) }
  }

  /// Prints a message above the line. The line returns with the next redraw.
  func note(_ message: Message, _ style: Style = .plain) {
    state.withLock { state in
      output.draw(state.line.cleared())
      output.note(message, style)
    }
  }

  private func text(_ state: State) -> StyledText {
    let left = state.end.map {
      Swift.max(0, Int(ContinuousClock.now.duration(to: $0) / .seconds(1)))
    }
    let waiting = output.styled(
      .loginWaiting(left: left.map { Self.clock($0) } ?? "…"), .remark)
    guard let problem = state.problem else { return waiting }
    return waiting + "  " + output.styled(problem, .warning)
  }

  /// `14:05`
  static func clock(_ seconds: Int) -> String {
    let rest = seconds % 60
    return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}
