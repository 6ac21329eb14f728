import App
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
    package var isFolder: Bool {
      if isForStandardOutput { return false }
      return format == .markdown || format == .ics && path?.lowercased().hasSuffix(".ics") == false
    }
  }

  package struct Report: Sendable {
    package var written = RecordCounts()
    /// The texts that the format has no place for.
    package var left = RecordCounts()
  }

  package func run(_ request: Request) async throws -> Report {
    if request.isForStandardOutput, request.isBinary || request.format == .markdown {
      throw Explanation(
        .exportNeedsFile(format: request.format.rawValue),
        hint: .exportNeedsFileHint(format: request.format.rawValue), status: .usage)
    }
    if request.isFolder { return try await FolderExport(app: app, request: request).run() }
    let path = request.isForStandardOutput ? nil : request.path.map { app.directory.file($0) }
    if let path, File.exists(path) {
      guard !File.isDirectory(path) else {
        throw Explanation(.exportIsFolder(path: request.path ?? ""), status: .usage)
      }
      if !File.isSpecial(path) {
        try app.prompts.confirm(.exportReplaceQuestion(path: request.path ?? ""))
      }
    }
    let csv =
      request.format == .csv ? try await MeasureTable(app: app).text(request.filter) : nil
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
    let format = request.format
    let records = try journal.archivedNumbers(
      request.filter, byDay: format == .jrnl || format == .dayone)
    if format == .json {
      try JournalArchive.write(
        records, of: journal, whole: request.filter.hasNoLimits
      ) { try output.write($0) }
      for record in records { report.written[record.kind] += 1 }
      return report
    }
    let items = app.exportItems(format)
    /// Writes the items that `isIncluded`, and counts the records whose items are written.
    func writeItems(
      _ write: (String) throws -> Void, where isIncluded: (Item) -> Bool = { _ in true }
    ) throws {
      var writer = writer(format)
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
    if format != .dayone || request.path?.lowercased().hasSuffix(".json") == true {
      try writeItems { try output.write($0) }
    } else {
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
            try writeItems(write) { $0.dayOneJournal == name }
          }
        }
        try archive.finish()
      } catch ZipError.libraryMissing(let reason) {
        throw Explanation(
          .zlibMissing(reason: reason), hint: .packageHint(package: "zlib1g"),
          status: .unavailable)
      }
    }
    for record in records { report.left[record.kind] += 1 }
    for kind in RecordKind.allCases {
      report.left[kind] -= min(report.written[kind], report.left[kind])
    }
    return report
  }

  private func writer(_ format: ExchangeFormat) -> any ItemWriter {
    let time = app.civilTime
    switch format {
    case .jrnl: return JrnlWriter()
    case .dayone: return DayOneWriter(time: time, zone: app.zoneName)
    case .ics:
      return CalendarWriter(time: time, stamp: Moment(Instant(secondsSince1970: 0), offset: 0))
    case .taskwarrior: return TaskwarriorWriter(time: time)
    case .todotxt, .json, .markdown, .org, .csv, .html, .book: return TodoTxtWriter()
    }
  }
}

extension Item {
  /// The name of the journal of Day One that the item came from, as the name of a file.
  fileprivate var dayOneJournal: String {
    let name = field(DayOneReader.journalField)?.string ?? ""
    let safe = name.filter { $0 != "/" && !$0.isNewline && $0 != "\0" }
    return safe.isEmpty || safe.hasPrefix(".") ? "Journal" : safe
  }
}

extension ExportService.Request {
  /// Whether the file is not text.
  fileprivate var isBinary: Bool { format == .dayone }
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
