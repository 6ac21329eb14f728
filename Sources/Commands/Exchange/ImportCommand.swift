import App
import Arguments
import Context
import Exchange
import Exchanging
import JSON
import Journal
import Localization
import Records
import Terminal

/// `commitdiary import`: imports diaries, notes and to-dos that other programs or other machines wrote.
struct ImportCommand: Command {
  var words: [String] = []
  var isDryRun = false
  var skipsDamaged = false
  var deletes = false
  var tags: [String] = []
  var zone: String?

  static let declaration = Declaration<Self>(
    .importSummary, details: .importDetails,
    examples: [
      Example("import journal.txt --dry-run"),
      Example("import dayone Export.zip"),
      Example("import ~/Obsidian/Diary --tag old", .importExampleFolder),
      Example("import taskwarrior tasks.json"),
    ],
    [
      .positional(
        "path", .oneOrMore, placeholder: .message(.placeholderImport), help: .argumentImport,
        completion: .files
      ) { $0.words.append($1) },
      .flag("dry-run", help: .optionDryRun) { $0.isDryRun = true },
      .flag("skip-damaged", help: .optionSkipDamaged) { $0.skipsDamaged = true },
      .flag("delete", help: .optionImportDelete) { $0.deletes = true },
      .tag(.optionImportTag) { $0.tags.append($1) },
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
      request.deletes = deletes
      request.tags = try TextInput.tags(tags)
      request.zone = zone
      let report = try await app.imports.run(request)
      reports.append((path, report))
      // Notes of every repository may be new.
      if !isDryRun, report.tally.texts.notes + report.tally.changed > 0 {
        await app.noteMirror.updateAll()
      }
      guard !app.options.wantsJSON, !app.options.isQuiet || isDryRun else { continue }
      try ImportView(path: path, report: report, isDryRun: isDryRun).show(in: app)
    }
    if app.options.wantsJSON {
      try app.output.show(ImportView.json(reports.map(\.report.tally), isDryRun: isDryRun))
    }
  }
}

/// What an import has done, in words and as JSON.
struct ImportView {
  let path: String
  let report: ImportService.Report
  let isDryRun: Bool

  private var tally: ImportTally { report.tally }

  func show(in app: App) throws {
    let output = app.output
    let counts = Self.counts(tally.texts)
    let (source, format) = (path, report.formats.map(\.rawValue).joined(separator: ", "))
    if counts.isEmpty {
      try output.show(
        output.styled(
          isDryRun
            ? .importNothingToAdd(path: source, format: format)
            : .importNothingAdded(path: source, format: format)))
    } else {
      let list = MessageArgument.list(counts.map { .message($0) })
      try output.show(
        output.styled(
          isDryRun
            ? .importWouldAdd(counts: list, path: source, format: format)
            : .importAdded(counts: list, path: source, format: format)))
    }
    if isDryRun {
      for first in [.entry, .note, .toDo].compactMap({ tally.first[$0] }) {
        let line = StyledText("  " + String(first.prefix { !$0.isNewline })).truncated(
          to: output.screen.width ?? 80, on: output.screen)
        try output.show(line)
      }
    }
    if !tally.days.isEmpty, tally.days.count != tally.texts.entries {
      output.note(.importDays(count: tally.days.count), .remark)
    }
    if tally.changed > 0 { output.note(.importChanged(count: tally.changed)) }
    if tally.deleted > 0 { output.note(.importDeleted(count: tally.deleted)) }
    if tally.pending > 0 {
      output.note(.importPending(count: tally.pending))
      if !isDryRun, !app.prompts.isInteractive {
        output.note(.hintAddOption(option: "--yes --delete"), .remark)
      }
    }
    if tally.unchanged > 0 { output.note(.importUnchanged(count: tally.unchanged), .remark) }
    if tally.deletedHere > 0 { output.note(.importDeletedHere(count: tally.deletedHere), .remark) }
    for kept in tally.kept {
      output.note(
        .syncPutAside(
          day: kept.day, count: kept.count, command: "commitdiary diary edit \(kept.day)"))
    }
    if tally.purgedHere > 0 { output.note(.importPurgedHere(count: tally.purgedHere), .remark) }
    for kind in LeftOut.Kind.allCases {
      guard let count = tally.left.counts[kind] else { continue }
      let names = tally.left.names[kind] ?? []
      output.note(
        names.isEmpty
          ? .importLeft(what: kind.message(count))
          : .importLeftNamed(
            what: kind.message(count),
            names: MessageArgument.enumeration(names + (names.count < count ? ["…"] : []))),
        .remark)
    }
    if [.photo, .video, .audio].contains(where: { tally.left.counts[$0] != nil }) {
      output.note(.importMediaStay, .remark)
    }
    for name in tally.left.names[.day] ?? [] {
      output.note(
        .tryCommand(command: "commitdiary import \("\(path)/\(name)".quotedForShell)"), .remark)
    }
    for damage in tally.damages {
      output.note(
        .importSkipped(place: damage.place(in: path), reason: damage.reason.message))
    }
    if tally.damaged > tally.damages.count {
      output.note(.importSkippedMore(count: tally.damaged - tally.damages.count))
    }
    if tally.mayBringBack { output.note(.importMayBringBack) }
    if !isDryRun, let name = app.journalName { output.note(.inJournal(name: name), .remark) }
    if !isDryRun, report.isUndoable, tally.added + tally.changed + tally.deleted > 0 {
      output.note(.tryCommand(command: "commitdiary undo"), .remark)
    }
  }

  /// The numbers of texts that are not zero.
  static func counts(_ texts: RecordCounts) -> [Message] {
    (texts.entries > 0 ? [.countEntries(count: texts.entries)] : [])
      + (texts.notes > 0 ? [.countNotes(count: texts.notes)] : [])
      + (texts.toDos > 0 ? [.countToDos(count: texts.toDos)] : [])
  }

  static func json(_ tallies: [ImportTally], isDryRun: Bool) -> JSONValue {
    func sum(_ path: KeyPath<ImportTally, Int>) -> JSONValue {
      .integer(tallies.reduce(0) { $0 + $1[keyPath: path] })
    }
    var left = LeftOut()
    for tally in tallies { left.add(tally.left) }
    var leftOut: [JSONValue] = LeftOut.Kind.allCases.compactMap { kind in
      left.counts[kind].map { ["what": .string(kind.rawValue), "count": .integer($0)] }
    }
    for (what, path) in [
      ("damaged", \ImportTally.damaged), ("deletedHere", \.deletedHere),
      ("purgedHere", \.purgedHere),
    ] {
      let count = sum(path)
      if count != 0 { leftOut.append(["what": .string(what), "count": count]) }
    }
    return [
      "imported": [
        "notes": sum(\.texts.notes), "entries": sum(\.texts.entries), "todos": sum(\.texts.toDos),
      ],
      "changed": sum(\.changed), "unchanged": sum(\.unchanged), "deleted": sum(\.deleted),
      "pending": sum(\.pending),
      "left": .array(leftOut), "dryRun": .bool(isDryRun),
    ]
  }
}

extension LeftOut.Kind {
  func message(_ count: Int) -> Message {
    switch self {
    case .photo: .countPhotos(count: count)
    case .video: .countVideos(count: count)
    case .audio: .countRecordings(count: count)
    case .file: .countFiles(count: count)
    case .event: .countEvents(count: count)
    case .page: .countPages(count: count)
    case .day: .countDayFiles(count: count)
    case .empty: .countEmptyFiles(count: count)
    case .template: .countTemplates(count: count)
    case .deleted: .countDeletedItems(count: count)
    case .unknownZone: .countUnknownZones(count: count)
    case .unknown: .countUnknownParts(count: count)
    }
  }
}
