import App
import Arguments
import Context
import Diary
import Exchanging
import JSON
import Journal
import Localization
import Records
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
  var showsAll = false
  var title: String?
  var isDryRun = false

  static let declaration = Declaration<Self>(
    .exportSummary, details: .exportDetails,
    examples: [
      Example("export json backup.json"),
      Example("export markdown ~/Obsidian/Diary", .exportExampleMarkdown),
      Example("export jrnl --since 2025 --until 2025"),
      Example("export taskwarrior | task import -"),
      Example("export html ~/site", .exportExampleHTML),
      Example("export book 2026.epub --since 2026"),
    ],
    [
      .positional("format", .required, help: .argumentExportFormat) { $0.format = $1 },
      .positional(
        "path", .optional, placeholder: .message(.placeholderFile), help: .argumentExportFile,
        completion: .files
      ) { $0.path = $1 },
      .since { $0.since = $1 },
      .until { $0.until = $1 },
      .tag(.optionTagFilter) { $0.tags.append($1) },
      .option(
        "repo", help: .optionExportRepository, arity: .repeated, completion: .repositories
      ) { $0.repositories.append($1) },
      .flag("deleted", help: .optionExportDeleted) { $0.includesDeleted = true },
      .flag("all", help: .optionExportAll) { $0.showsAll = true },
      .option("title", help: .optionPagesTitle) { $0.title = $1 },
      .flag("dry-run", help: .optionExportDryRun) { $0.isDryRun = true },
    ])

  func run(in app: App) async throws {
    guard ExchangeFormat.writable.contains(format) else {
      throw Explanation(
        .exportFormatUnwritable(format: format.rawValue),
        hint: .importFormatHint(
          formats: MessageArgument.enumeration(ExchangeFormat.writable.map(\.rawValue))),
        status: .usage)
    }
    let filter = try await filter(in: app)
    if format.isForReaders { return try await runPages(filter, in: app) }
    for (option, isGiven) in [
      ("--all", showsAll), ("--title", title != nil), ("--dry-run", isDryRun),
    ] where isGiven {
      throw Explanation(
        .exportOnlyForPages(option: option), status: .usage)
    }
    var request = ExportService.Request(format, path: path)
    request.filter = filter
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
          "path": .string(path), "notes": .integer(report.written.notes),
          "entries": .integer(report.written.entries), "todos": .integer(report.written.toDos),
        ])
    }
    let counts = ImportView.counts(report.written)
    app.output.note(
      counts.isEmpty
        ? .exportWritten(path: path)
        : .exportDone(counts: MessageArgument.list(counts.map { .message($0) }), path: path))
    remark(report, on: app.output)
  }

  private func filter(in app: App) async throws -> ArchiveFilter {
    var filter = ArchiveFilter()
    (filter.since, filter.until) = try app.span(since, until)
    filter.tags = tags.map { Tag.name($0) }
    for name in repositories {
      let place = try await app.repositories.withRoot(
        app.repositories.locate(name), for: .reading)
      filter.repositories.append(place.key)
    }
    return filter
  }

  // MARK: Pages

  private func runPages(_ filter: ArchiveFilter, in app: App) async throws {
    if includesDeleted {
      throw Explanation(
        .exportNotForPages(option: "--deleted"), status: .usage)
    }
    var request = PagesExport.Request(path: path ?? "")
    (request.filter, request.showsAll) = (filter, showsAll)
    request.title = title.flatMap { $0.isBlank ? nil : $0 }
    if isDryRun { return try show(try await app.pages.texts(request), of: request, in: app) }
    guard let path, path != "-", !path.isEmpty else {
      throw format == .html
        ? Explanation(
          .pagesNeedFolder, hint: .tryCommand(command: "commitdiary export html site"),
          status: .usage)
        : Explanation(.bookNeedsFile, hint: .bookNeedsNameHint, status: .usage)
    }
    let report =
      try await format == .html ? app.pages.writeFolder(request) : app.pages.writeBook(request)
    if app.options.wantsJSON {
      var json = Self.json(report.texts).object ?? []
      json.insert(.init("path", .string(path)), at: 0)
      if format == .html {
        json += [
          .init("changed", .integer(report.changed)),
          .init("new", .array(report.new.map { .string($0.id.text) })),
          .init("rewritten", .array(report.rewritten.map { .string($0.id.text) })),
          .init("vanished", .array(report.vanished.map { .string($0) })),
        ]
      }
      return try app.output.show(.object(json))
    }
    let isUnchanged = format == .html && report.changed == 0
    app.output.note(
      isUnchanged
        ? .pagesUnchanged(path: path) : .pagesWritten(count: report.texts.count, path: path))
    // All of the first pages are new.
    if !report.new.isEmpty, report.new.count < report.texts.count || !report.vanished.isEmpty {
      app.output.note(.pagesBecamePublic(count: report.new.count))
      try show(report.new, in: app)
    }
    if !report.rewritten.isEmpty {
      app.output.note(.pagesRewritten(count: report.rewritten.count))
      try show(report.rewritten, in: app)
    }
    if !report.vanished.isEmpty {
      app.output.note(
        .pagesVanished(
          count: report.vanished.count, ids: MessageArgument.enumeration(report.vanished)))
    }
    remarkNothing(report.texts, of: request, in: app)
  }

  private func show(_ texts: [PublishedText], of request: PagesExport.Request, in app: App) throws {
    if app.options.wantsJSON { return try app.output.show(Self.json(texts)) }
    if !texts.isEmpty { app.output.note(.pagesWouldShow(count: texts.count)) }
    try show(texts, in: app)
    remarkNothing(texts, of: request, in: app)
  }

  private func show(_ texts: [PublishedText], in app: App) throws {
    let screen = app.output.screen
    try app.output.show(
      texts.map { text in
        let line: StyledText =
          StyledText("\(text.day)", .remark)
          + StyledText("  \(text.id.text)  \(text.title.prefix(200))")
        return screen.width.map { line.truncated(to: $0, on: screen) } ?? line
      })
  }

  private func remarkNothing(
    _ texts: [PublishedText], of request: PagesExport.Request, in app: App
  ) {
    guard texts.isEmpty, let tag = app.pages.tag(of: request) else { return }
    app.output.note(.pagesNothing(tag: tag), .warning)
    app.output.note(.pagesNothingHint(tag: tag), .remark)
  }

  private static func json(_ texts: [PublishedText]) -> JSONValue {
    [
      "texts": .array(
        texts.map { text in
          [
            "kind": .string(text.kind.name), "id": .string(text.id.text),
            "day": .string("\(text.day)"), "title": .string(text.title),
          ]
        })
    ]
  }

  /// Says what the format has no place for.
  private func remark(_ report: ExportService.Report, on output: Output) {
    let left = ImportView.counts(report.left)
    guard !left.isEmpty else { return }
    output.note(
      .exportLeft(
        format: format.rawValue, counts: MessageArgument.list(left.map { .message($0) })), .remark)
  }
}

extension ExchangeFormat: ArgumentValue {
  package static var choices: [String] { writable.map(\.rawValue) }
}
