package import Context
import Localization
import Platform
import Synchronization
import Terminal

/// The browser of the program.
package struct Browser: DiaryBrowser {
  package init() {}

  package func browse(
    _ app: App, running runner: any CommandRunner, from start: BrowseStart?, isPlain: Bool
  ) async throws {
    if isPlain {
      try await PlainSession.run(app: app, runner: runner, from: start)
    } else {
      try await BrowseSession(app: app, runner: runner).run(from: start)
    }
  }
}

/// The full-screen interface: waits for keys and results, changes the state, and draws it.
struct BrowseSession: Sendable {
  private let app: App
  private let runner: any CommandRunner

  init(app: App, runner: any CommandRunner) {
    self.app = app.colored(on: app.knownBackground)
    self.runner = runner
  }

  /// Runs until the user quits. A signal that would end the program ends the session instead, so
  /// that what is being typed is kept.
  func run(from start: BrowseStart?) async throws {
    try await app.cancellingOnSignal { try await session(from: start) }
  }

  private func session(from start: BrowseStart?) async throws {
    let screen = try FullScreen()
    guard !app.output.screen.isDumb else { throw TerminalError.noTerminal }
    var loop = BrowseLoop(app: app, runner: runner, screen: screen)
    try await loop.begin(from: start)
    InterruptHandler.setKeepsTexts(true)
    let isInterrupted = await loop.run()
    let kept = loop.keepTexts()
    InterruptHandler.setKeepsTexts(false)
    screen.end()
    for path in await loop.finish(kept) { app.output.note(.draftKept(path: path)) }
    if isInterrupted { throw Interrupted() }
  }
}

/// The outcome of a command or a change on another thread.
final class PendingOutcome: Sendable {
  private let outcome = Mutex<CommandOutcome?>(nil)
  private let isKnown = Semaphore()

  func finish(_ outcome: CommandOutcome) {
    self.outcome.withLock { $0 = outcome }
    isKnown.signal()
  }

  /// Waits for the outcome; `nil` if it takes longer.
  func outcome(within limit: Duration) -> CommandOutcome? {
    isKnown.wait(atMost: limit)
    return outcome.withLock(\.self)
  }
}
