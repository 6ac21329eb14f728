import App
import Arguments
import Context
import Diary
import Exchanging
import Localization
import Records

/// `commitdiary import`: imports diaries, notes and to-dos that other programs or other machines wrote.
struct ImportCommand: Command {
  var words: [String] = []
  var isDryRun = false
  var skipsDamaged = false
  var tags: [String] = []
  var zone: String?

  static let declaration = Declaration<Self>(
    .importSummary, details: .importDetails,
    examples: [
      Example("import journal.txt --dry-run", .importExampleDryRun),
      Example("import dayone Export.zip", .importExampleDayOne),
      Example("import ~/Obsidian/Diary --tag old", .importExampleFolder),
      Example("import taskwarrior tasks.json", .importExampleTasks),
    ],
    [
      .positional(
        "path", .oneOrMore, placeholder: .message(.placeholderImport), help: .argumentImport,
        completion: .files
      ) { $0.words.append($1) },
      .flag("dry-run", help: .optionDryRun) { $0.isDryRun = true },
      .flag("skip-damaged", help: .optionSkipDamaged) { $0.skipsDamaged = true },
      .option("tag", help: .optionImportTag, arity: .repeated, completion: .tags) {
        $0.tags.append($1)
      },
      .option("zone", placeholder: .message(.placeholderZone), help: .optionZone) { $0.zone = $1 },
    ])

  func run(in app: App) async throws {
    var paths = words
    var format: ExchangeFormat?
    if let first = paths.first, let named = ExchangeFormat(rawValue: first),
      ExchangeFormat.readable.contains(named)
    {
      paths.removeFirst()
      format = named
    }
    if paths.isEmpty {
      guard !app.prompts.readsFromTerminal else {
        throw Explanation(.importPathMissing, status: .usage)
      }
      paths = ["-"]
    }
    var reports: [(path: String, report: ImportService.Report)] = []
    for path in paths {
      var request = ImportService.Request(path, format: format)
      request.isDryRun = isDryRun
      request.skipsDamaged = skipsDamaged
      request.tags = try TextInput.tags(tags)
      request.zone = zone
      let report = try await app.imports.run(request)
      reports.append((path, report))
      // Notes of every repository may be new.
      if !isDryRun, report.tally.texts.notes + report.tally.changed > 0 {
        await app.noteMirror.updateAll()
      }
      guard !app.options.wantsJSON, !app.options.isQuiet || isDryRun else { continue }
      try ImportView(path: path, report: report, isDryRun: isDryRun).show(on: app.output)
    }
    if app.options.wantsJSON {
      try app.output.show(ImportView.json(reports.map(\.report.tally), isDryRun: isDryRun))
    }
  }
}
