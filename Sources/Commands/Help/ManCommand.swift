import Arguments
import Context
import JSON
import Localization
import Platform
import Terminal

/// `commitdiary man`: shows the manual in the user's language. On a terminal man(1) opens it.
/// Elsewhere it is printed as plain text, or as roff for installation.
struct ManCommand: Command {
  var path: [String] = []
  var directory: String?
  var format: ManualFormat?

  static let declaration = Declaration<Self>(
    .manSummary, details: .manDetails,
    examples: [
      Example("man notes add"),
      Example("man --format roff > commitdiary.1"),
    ],
    exclusive: [["to", "format"]],
    [
      .positional(
        "command", .any, placeholder: .message(.placeholderCommand), help: .argumentCommand,
        completion: .commands
      ) { $0.path.append($1) },
      .option(
        "to", placeholder: .message(.placeholderPath), help: .optionManualDirectory,
        completion: .directories
      ) { $0.directory = $1 },
      .option("format", short: "f", help: .optionManualFormat) { $0.format = $1 },
    ])

  func run(in app: App) async throws {
    // The manual itself names its pages `commitdiary-notes-add`. No command has a hyphen.
    var words = path.flatMap { $0.split(separator: "-").map(String.init) }
    if words.first == tree.name { words.removeFirst() }
    let path = try tree.path(of: tree.pages.contains(words) ? words : path)
    if let directory { return try write(to: directory, for: app) }
    let page = ManualPage(
      tree, path: path, facts: Program.manualFacts, reader: app.reader, date: Version.date,
      version: Version.current)
    let text = ManualView(page: page, screen: app.output.screen).lines()
    if app.options.wantsJSON {
      // Without `--format`, JSON contains roff, as it did before there were other formats.
      let words = format == .text ? text.map { $0.plain + "\n" }.joined() : page.roff
      return try app.output.show(["page": .string(words)])
    }
    if format == .roff { return try app.output.write(page.roff) }
    let mayOpen = format == nil && app.output.screen.isTerminal && !app.options.hasNoPager
    if mayOpen, open(page.roff, app) { return }
    try app.output.show(text)
  }

  /// Opens a page in man(1). Returns whether that succeeded.
  private func open(_ page: String, _ app: App) -> Bool {
    do {
      // The page is UTF-8 whatever the locale is, and `C.UTF-8` exists on every system.
      let environment = app.environment.adding(["LC_ALL": "C.UTF-8"])
      var feed = try Child.feeding(["man", "-l", "-"], environment: environment)
      _ = feed.write(page)
      return feed.finish().isSuccess
    } catch {
      return false
    }
  }

  /// Writes every page of the manual to its own file.
  private func write(to directory: String, for app: App) throws {
    let folder = app.directory.file(directory)
    try File.makeDirectory(folder, permissions: 0o755)
    let pages = tree.manual(
      for: app.reader, facts: Program.manualFacts, date: Version.date, version: Version.current)
    for page in pages {
      try File.writeAtomically(
        Array(page.roff.utf8), to: "\(folder)/\(page.name).1", permissions: 0o644)
    }
    if app.options.wantsJSON {
      return try app.output.show(["pages": .array(pages.map { .string($0.name) })])
    }
    app.output.note(.manualWritten(count: pages.count, directory: directory))
  }
}

enum ManualFormat: String, CaseIterable, ArgumentValue {
  case text, roff
}
