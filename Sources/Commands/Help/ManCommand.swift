import Arguments
import JSON
import Localization
import Platform
import Terminal

/// `commitdiary man`: the manual, in the reader's language. On a terminal it is opened; in a pipe it
/// is the page itself, for whoever installs it.
struct ManCommand: Command {
  var path: [String] = []

  static let declaration = Declaration<Self>(
    .manSummary, details: .manDetails,
    examples: [
      Example("man notes add", .manExample),
      Example("man > commitdiary.1", .manExampleFile),
    ],
    [
      .positional("command", .any, placeholder: .message(.placeholderCommand), help: .argumentCommand, completion: .commands) { $0.path.append($1) },
    ])

  func run(in session: Session) async throws {
    guard let page = ManualPage(tree, path: path, reader: session.reader, version: Program.version)
    else { throw UsageError.noManual(path.joined(separator: " ")) }
    if session.globals.wantsJSON { return try session.show(["page": .string(page.text)]) }
    guard session.screen.isTerminal, !session.globals.hasNoPager, try open(page.text, session) else {
      return try session.answer(page.text)
    }
  }

  /// Whether there is a manual reader, and it took the page.
  private func open(_ page: String, _ session: Session) throws -> Bool {
    do {
      var feed = try Child.feeding(["man", "-l", "-"], environment: session.environment)
      _ = feed.write(page)
      return feed.finish().isSuccess
    } catch {
      return false
    }
  }
}
