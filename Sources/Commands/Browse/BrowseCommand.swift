import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Terminal

/// `commitdiary browse`: the whole diary on one screen.
struct BrowseCommand: Command {
  var start: DayArgument?
  var search: String?
  var isPlain = false

  static let declaration = Declaration<Self>(
    .browseSummary, details: .browseDetails,
    examples: [
      Example("browse", .browseExample), Example("browse last friday", .browseExampleDay),
      Example("browse 7kq2", .browseExampleNote), Example("browse HEAD~2", .browseExampleCommit),
      Example("browse --search cache", .browseExampleSearch),
      Example("browse --plain", .browseExamplePlain),
    ],
    rules: [.exclusive(["search", "plain"])],
    [
      .positional("day", .phrase, help: .argumentBrowse) { $0.start = $1 },
      .option("search", placeholder: .message(.placeholderWords), help: .optionBrowseSearch) {
        $0.search = $1
      },
      .flag("plain", help: .optionPlain) { $0.isPlain = true },
    ])

  func run(in app: App) async throws {
    guard let browser = app.process.browser, !app.options.wantsJSON, app.prompts.isInteractive,
      app.output.screen.isTerminal
    else {
      throw Explanation(.browseNeedsTerminal, hint: .browseNeedsTerminalHint, status: .usage)
    }
    let start = try await start(in: app)
    try await browser.browse(
      app, running: BrowseCommands(app: app), from: start,
      isPlain: isPlain || app.output.screen.isDumb)
  }

  /// A day, or the note or commit with this id.
  private func start(in app: App) async throws -> BrowseStart? {
    if let search {
      if let start {
        throw Explanation(
          .optionsExclusive(first: "--search", second: start.text), hint: .hintExclusive,
          status: .usage)
      }
      return .search(search)
    }
    guard let start else { return nil }
    do {
      return .day(try app.day(start))
    } catch let error as Explanation {
      let journal = try await app.journal(for: .reading)
      if let found = try? await journal.note(start.text) { return .note(found.note.id) }
      if let found = try? await app.days.commit(start.text, in: journal) { return .commit(found) }
      throw error
    }
  }
}
