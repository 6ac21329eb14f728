import App
import Arguments
import Browse
import Journal
import Localization
import Terminal

/// `commitdiary browse`: the whole diary on one screen.
struct BrowseCommand: Command {
  var start: DayArgument?
  var isPlain = false

  static let declaration = Declaration<Self>(
    .browseSummary, details: .browseDetails,
    examples: [
      Example("browse", .browseExample), Example("browse last friday", .browseExampleDay),
      Example("browse 7kq2", .browseExampleNote), Example("browse --plain", .browseExamplePlain),
    ],
    [
      .positional("day", .phrase, help: .argumentBrowse) { $0.start = $1 },
      .flag("plain", help: .optionPlain) { $0.isPlain = true },
    ])

  func run(in app: App) async throws {
    guard !app.options.wantsJSON, app.prompts.isInteractive, app.output.screen.isTerminal else {
      throw BrowseError.needsTerminal
    }
    let start = try await start(in: app)
    let runner = CommandRunner.commands(of: app)
    if isPlain || app.output.screen.isDumb {
      try await PlainSession.run(app: app, runner: runner, from: start)
    } else {
      try await BrowseSession(app: app, runner: runner).run(from: start)
    }
  }

  /// A day, or the note with this id.
  private func start(in app: App) async throws -> BrowseSession.Start? {
    guard let start else { return nil }
    do {
      return .day(try app.day(start))
    } catch let error as UsageError {
      guard let found = try? await app.journal(for: .reading).note(start.text) else { throw error }
      return .note(found.shortID)
    }
  }
}

/// Why the full-screen interface cannot be shown.
enum BrowseError: Error, Hashable {
  case needsTerminal
}

extension BrowseError: Explained {
  var explanation: Explanation {
    Explanation(.browseNeedsTerminal, hint: .browseNeedsTerminalHint, status: .usage)
  }
}
