import GitHub
import Localization
import Synchronization
import Terminal

/// How long a code is still good for, in a line that counts down on a terminal.
final class Countdown: Sendable {
  private struct State {
    var line: StatusLine
    var end: ContinuousClock.Instant?
    var trouble: Message?
    /// Whether it has been looked at since: trouble that the next question did not have is over.
    var isTroubleOld = false
  }

  private let session: Session
  private let state: Mutex<State>

  init(in session: Session) {
    self.session = session
    state = Mutex(State(line: StatusLine(on: session.errorScreen)))
  }

  func note(_ progress: DeviceFlowProgress) {
    switch progress {
    case .waiting(_, let expiresIn):
      state.withLock { state in
        state.end = .now + expiresIn
        if state.isTroubleOld { state.trouble = nil }
        state.isTroubleOld = true
      }
    case .slowedDown(let interval):
      session.trace(.loginSlowedDown(count: max(1, Int(interval / .seconds(1)))))
    case .trouble: told(.loginTrouble)
    }
  }

  /// On a terminal it stands in the line; elsewhere it is said once.
  private func told(_ message: Message) {
    let isNew = state.withLock { state in
      defer {
        state.trouble = message
        state.isTroubleOld = false
      }
      return state.trouble != message
    }
    if isNew, !session.errorScreen.isTerminal { session.say(message) }
  }

  /// Draws once a second until it is cancelled.
  func run() async {
    guard session.errorScreen.isTerminal, !session.errorScreen.isDumb, !session.globals.isQuiet
    else { return }
    while !Task.isCancelled {
      state.withLock { state in session.draw(state.line.replaced(by: text(state))) }
      do { try await Task.sleep(for: .seconds(1)) } catch { break }
    }
  }

  func clear() {
    state.withLock { state in session.draw(state.line.cleared()) }
  }

  /// Says something above the line, which comes again with its next look.
  func say(_ message: Message, _ style: Style = .plain) {
    state.withLock { state in
      session.draw(state.line.cleared())
      session.say(message, style)
    }
  }

  private func text(_ state: State) -> StyledText {
    let left = state.end.map {
      Swift.max(0, Int(ContinuousClock.now.duration(to: $0) / .seconds(1)))
    }
    let waiting = session.styled(
      .loginWaiting(left: left.map { Self.clock($0) } ?? "…"), .faint)
    guard let trouble = state.trouble else { return waiting }
    return waiting + "  " + session.styled(trouble, .warning)
  }

  /// `14:05`
  static func clock(_ seconds: Int) -> String {
    let rest = seconds % 60
    return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}
