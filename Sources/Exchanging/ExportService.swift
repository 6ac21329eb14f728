package import Context
import Diary
import Exchange
import JSON
package import Journal
import Localization
import Platform
package import Records
import Terminal
import Zip

/// Writes a diary in the format of another program, or all of it in our own.
package struct ExportService: Sendable {
  let app: App

  package struct Request: Sendable {
    package var format: ExchangeFormat
    /// `nil` or `-` for standard output.
    package var path: String?
    package var filter = ArchiveFilter()

    package init(_ format: ExchangeFormat, path: String?) {
      self.format = format
      self.path = path
    }

    var isForStandardOutput: Bool { path == nil || path == "-" }

    /// Whether the path is a folder with a file for each text.
    var isFolder: Bool { !isForStandardOutput && format.facts.isFolder(path ?? "") }
  }

  package struct Report: Sendable {
    package var written = RecordCounts()
    /// The texts that the format has no place for.
    package var left = RecordCounts()
  }

  package func run(_ request: Request) async throws -> Report {
    if request.isForStandardOutput, request.format.facts.isBinary {
      throw Explanation(
        .exportNeedsFile(format: request.format.rawValue),
        hint: .tryCommand(command: "commitdiary export \(request.format.rawValue) PATH"),
        status: .usage)
    }
    if request.isFolder { return try await FolderExport(app: app, request: request).run() }
    let path = request.isForStandardOutput ? nil : request.path.map { app.directory.file($0) }
    if let path, File.exists(path) {
      guard !File.isDirectory(path) else {
        throw Explanation(
          .fileFailed(path: request.path ?? "", reason: Message.reasonIsDirectory), status: .usage)
      }
      if !File.isSpecial(path) {
        try app.prompts.confirm(.exportReplaceQuestion(path: request.path ?? ""))
      }
    }
    var measures: String?
    if case .measures = request.format.facts.writing {
      measures = try await MeasureTable(app: app).text(request.filter)
    }
    let csv = measures
    let journal = try await app.journal(for: .reading)
    return try await journal.run { journal in
      let output = try ExportOutput(path, app.output)
      var report = Report()
      if let csv {
        try output.write(csv)
      } else {
        report = try write(request, to: output, from: journal)
      }
      try output.finish()
      return report
    }
  }

  private func write(
    _ request: Request, to output: ExportOutput, from journal: isolated Journal
  ) throws -> Report {
    var report = Report()
    let records = try journal.archivedNumbers(
      request.filter, byDay: request.format.facts.isByDay)
    let items = ExportItems(format: request.format)
    /// Writes the items that `isIncluded`, and counts the records whose items are written.
    func writeItems(
      by writer: FormatFacts.Writer, _ write: (String) throws -> Void,
      where isIncluded: (Item) -> Bool = { _ in true }
    ) throws {
      var writer = writer(app)
      try write(writer.beginning)
      for record in records {
        var isWritten = false
        for (item, _) in try items.items(of: record, in: journal) where isIncluded(item) {
          guard let text = writer.text(of: item) else { continue }
          try write(text)
          isWritten = true
        }
        if isWritten { report.written[record.kind] += 1 }
      }
      try write(writer.end)
    }
    switch request.format.facts.writing {
    case .archive:
      try JournalArchive.write(
        records, of: journal, whole: request.filter.hasNoLimits
      ) { try output.write($0) }
      for record in records { report.written[record.kind] += 1 }
      return report
    case .file(let writer), .items(_, let writer):
      try writeItems(by: writer) { try output.write($0) }
    case .journals(let ending, let writer)
    where request.path?.lowercased().hasSuffix(ending) == true:
      try writeItems(by: writer) { try output.write($0) }
    case .journals(_, let writer):
      // Entries that came from several journals of Day One go back to them.
      var names: Set<String> = []
      for record in records where record.kind == .entry {
        for (item, _) in try items.items(of: record, in: journal) {
          names.insert(item.dayOneJournal)
        }
      }
      let archive = ZipWriter { try output.write($0) }
      do {
        for name in names.sorted() {
          try archive.add("\(name).json") { write in
            try writeItems(by: writer, write) { $0.dayOneJournal == name }
          }
        }
        try archive.finish()
      } catch ZipError.libraryMissing(let reason) {
        throw Explanation.zlibMissing(reason)
      }
    case .nothing, .measures, .pages, .folder:
      preconditionFailure("\(request.format) is not written as one file of texts")
    }
    for record in records { report.left[record.kind] += 1 }
    for kind in RecordKind.allCases {
      report.left[kind] -= min(report.written[kind], report.left[kind])
    }
    return report
  }
}

extension Item {
  /// The name of the journal of Day One that the item came from, as the name of a file.
  fileprivate var dayOneJournal: String {
    let name = field(DayOneWriter.journalField)?.string ?? ""
    let safe = name.filter { $0 != "/" && !$0.isNewline && $0 != "\0" }
    return safe.isEmpty || safe.hasPrefix(".") ? "Journal" : safe
  }
}

extension App {
  package var exports: ExportService { ExportService(app: self) }

  /// The name of the time zone of this machine, such as `Asia/Seoul`; `nil` if it has none.
  var zoneName: String? {
    if let name = process.environment.nonEmpty("TZ") {
      let name = name.hasPrefix(":") ? String(name.dropFirst()) : name
      return CivilTime.isZoneName(name) ? name : nil
    }
    return File.realPath("/etc/localtime")?.split(separator: "/zoneinfo/", maxSplits: 1).last
      .map(String.init).flatMap { CivilTime.isZoneName($0) ? $0 : nil }
  }
}

/// A file or standard output. A file appears when it is complete.
final class ExportOutput {
  private let standard: Output
  private var file: UnfinishedFile?

  /// - Parameter path: `nil` for standard output.
  init(_ path: String?, _ output: Output) throws {
    standard = output
    file = try path.map { path in try UnfinishedFile(path) }
  }

  func write(_ text: String) throws { try write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) throws {
    if file != nil {
      try file?.write(bytes)
      return
    }
    let text = String(decoding: bytes, as: UTF8.self)
    // Control characters are escaped on a terminal. Other programs get the text unchanged.
    let screen = standard.screen
    try standard.write(
      screen.isTerminal
        ? visible(text, keepingNewlines: true, ascii: !screen.unicode) : text)
  }

  func finish() throws {
    if let finished = file.take() { try finished.finish() }
  }
}
