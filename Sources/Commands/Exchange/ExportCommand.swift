public import App
public import Arguments
import Diary
import JSON
import Journal
import Localization
import Terminal

/// `commitdiary export`: writes the diary in the format of another program, or all of it in our own.
struct ExportCommand: Command {
  var format = ExchangeFormat.json
  var path: String?
  var since: SpanArgument?
  var until: SpanArgument?
  var tags: [String] = []
  var repositories: [String] = []
  var includesDeleted = false

  static let declaration = Declaration<Self>(
    .exportSummary, details: .exportDetails,
    examples: [
      Example("export json backup.json", .exportExampleJSON),
      Example("export markdown ~/Obsidian/Diary", .exportExampleMarkdown),
      Example("export jrnl --since 2025 --until 2025", .exportExampleSpan),
      Example("export taskwarrior | task import -", .exportExamplePipe),
    ],
    [
      .positional("format", .required, help: .argumentExportFormat) { $0.format = $1 },
      .positional(
        "path", .optional, placeholder: .message(.placeholderFile), help: .argumentExportFile,
        completion: .files
      ) { $0.path = $1 },
      .since { $0.since = $1 },
      .until { $0.until = $1 },
      .option("tag", help: .optionTagFilter, arity: .repeated, completion: .tags) {
        $0.tags.append($1)
      },
      .option(
        "repo", help: .optionExportRepository, arity: .repeated, completion: .repositories
      ) { $0.repositories.append($1) },
      .flag("deleted", help: .optionExportDeleted) { $0.includesDeleted = true },
    ])

  func run(in app: App) async throws {
    guard ExchangeFormat.writable.contains(format) else {
      throw Explanation(
        .exportFormatUnwritable(format: format.rawValue),
        hint: .importFormatHint(
          formats: MessageArgument.enumeration(ExchangeFormat.writable.map(\.rawValue))),
        status: .usage)
    }
    var request = ExportService.Request(format, path: path)
    (request.filter.since, request.filter.until) = try app.span(since, until)
    request.filter.tags = tags.map { Tag.name($0) }
    for name in repositories {
      let place = try await app.repositories.withRoot(
        app.repositories.locate(name), for: .reading)
      request.filter.repositories.append(place.key)
    }
    // All of a diary is also what was deleted in it.
    request.filter.includesDeleted =
      includesDeleted || format == .json && request.filter.hasNoLimits
    let report = try await app.exports.run(request)
    guard let path, path != "-" else {
      return remark(report, on: app.output)
    }
    if app.options.wantsJSON {
      return try app.output.show(
        [
          "path": .string(path), "notes": .integer(report.notes),
          "entries": .integer(report.entries), "todos": .integer(report.toDos),
        ])
    }
    let counts = ImportView.counts(report.entries, report.notes, report.toDos)
    app.output.note(
      counts.isEmpty
        ? .exportWritten(path: path)
        : .exportDone(counts: MessageArgument.list(counts.map { .message($0) }), path: path))
    remark(report, on: app.output)
  }

  /// Says what the format has no place for.
  private func remark(_ report: ExportService.Report, on output: Output) {
    let left = ImportView.counts(report.entriesLeft, report.notesLeft, report.toDosLeft)
    guard !left.isEmpty else { return }
    output.note(
      .exportLeft(
        format: format.rawValue, counts: MessageArgument.list(left.map { .message($0) })), .faint)
  }
}

extension ExchangeFormat: ArgumentValue {}
