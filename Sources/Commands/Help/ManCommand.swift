import Arguments
import JSON
import Localization
import Platform
import Terminal

/// `commitdiary man`: the manual, in the reader's language. On a terminal it is opened; in a pipe it
/// is the page itself, for whoever installs it.
struct ManCommand: Command {
  var path: [String] = []
  var directory: String?

  static let declaration = Declaration<Self>(
    .manSummary, details: .manDetails,
    examples: [
      Example("man notes add", .manExample),
      Example("man > commitdiary.1", .manExampleFile),
    ],
    [
      .positional(
        "command", .any, placeholder: .message(.placeholderCommand), help: .argumentCommand,
        completion: .commands
      ) { $0.path.append($1) },
      .option(
        "to", placeholder: .message(.placeholderDirectory), help: .optionManualDirectory,
        completion: .directories
      ) { $0.directory = $1 },
    ])

  func run(in session: Session) async throws {
    let path = try tree.path(of: path)
    if let directory { return try write(to: directory, for: session) }
    let page = ManualPage(
      tree, path: path, reader: session.reader, date: Program.date, version: Program.version)
    if session.globals.wantsJSON { return try session.show(["page": .string(page.text)]) }
    if session.screen.isTerminal, !session.globals.hasNoPager, open(page.text, session) { return }
    try session.answer(page.text)
  }

  /// Whether there is a reader of manuals, and it took the page.
  private func open(_ page: String, _ session: Session) -> Bool {
    do {
      var feed = try Child.feeding(["man", "-l", "-"], environment: session.environment)
      _ = feed.write(page)
      return feed.finish().isSuccess
    } catch {
      return false
    }
  }

  /// The whole manual, a file a page.
  private func write(to directory: String, for session: Session) throws {
    try File.makeDirectory(directory, permissions: 0o755)
    let pages = tree.manual(for: session.reader, date: Program.date, version: Program.version)
    for page in pages {
      try File.writeAtomically(
        Array(page.text.utf8), to: "\(directory)/\(page.name).1", permissions: 0o644)
    }
    if session.globals.wantsJSON {
      return try session.show(["pages": .array(pages.map { .string($0.name) })])
    }
    session.say(.manualWritten(count: pages.count, directory: directory))
  }
}
