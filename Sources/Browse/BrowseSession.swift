public import App
public import Diary
import Journal
import Localization
import Platform
import Terminal
import Views

/// The full-screen interface: waits for keys and results, changes the state, and draws it.
public struct BrowseSession: Sendable {
  private let app: App
  private let runner: any CommandRunner

  public init(app: App, runner: any CommandRunner) {
    self.app = app.colored(by: app.theme, on: app.knownBackground)
    self.runner = runner
  }

  /// What is selected at the beginning.
  public enum Start: Sendable {
    case day(Day)
    case note(Identifier)
    case commit(RepositoryCommit)
    /// The results for these words.
    case search(String)
  }

  /// Runs until the user quits. A signal that would end the program ends the session instead, so
  /// that what is being typed is kept.
  public func run(from start: Start?) async throws {
    try await app.cancellingOnSignal { try await session(from: start) }
  }

  private func session(from start: Start?) async throws {
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
