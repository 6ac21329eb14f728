import Context
import Diary
import Exchange

/// The formats that diaries are imported from and exported to.
package enum ExchangeFormat: String, CaseIterable, Sendable {
  case json, markdown, jrnl, dayone, ics, org, vimwiki, todotxt, taskwarrior, csv, html, book

  package static let readable: [Self] = allCases.filter { $0.facts.isRead }
  package static let writable: [Self] = allCases.filter { $0.facts.isWritten }

  /// Whether it is for other people, who see only what was made public.
  package var isForReaders: Bool { if case .pages = facts.writing { true } else { false } }

  /// All that is known of the format. A new one has to be decided here.
  var facts: FormatFacts {
    switch self {
    case .json: FormatFacts(reading: .archive, writing: .archive, hasKeys: true)
    case .markdown:
      FormatFacts(
        reading: .items(.markdown), writing: .folder, isByDay: true, hasOneEntryPerFile: true)
    case .jrnl:
      FormatFacts(
        reading: .items(.jrnl), writing: .file { _ in JrnlWriter() }, isByDay: true,
        hasEntryPerTime: true)
    case .dayone:
      FormatFacts(
        reading: .items(.dayOne),
        writing: .journals(file: ".json") { DayOneWriter(time: $0.civilTime, zone: $0.zoneName) },
        hasKeys: true, isByDay: true)
    case .ics:
      FormatFacts(
        reading: .items(.calendar),
        writing: .items(file: ".ics") { CalendarWriter(time: $0.civilTime) },
        hasKeys: true, deletesGone: true)
    case .org: FormatFacts(reading: .items(.org), writing: .nothing)
    case .vimwiki: FormatFacts(reading: .items(.vimwiki), writing: .nothing)
    case .todotxt:
      FormatFacts(reading: .items(.todoTxt), writing: .file { _ in TodoTxtWriter() })
    case .taskwarrior:
      FormatFacts(
        reading: .items(.taskwarrior),
        writing: .file { TaskwarriorWriter(time: $0.civilTime) }, hasKeys: true)
    case .csv: FormatFacts(reading: .nothing, writing: .measures)
    case .html, .book: FormatFacts(reading: .nothing, writing: .pages)
    }
  }

  /// The formats of a source, from its name, its files and its first bytes; empty if none is certain.
  ///
  /// A folder may have several, each with its own files. What is no format's own is with Markdown, or else with the
  /// format that has most files, which says what it leaves out.
  static func recognized(
    _ source: Source, beginning: String
  ) -> [(format: Self, source: Source)] {
    let found = allCases.filter { format in
      switch format.facts.reading {
      case .nothing: false
      case .archive: JournalArchive.recognizes(beginning)
      case .items(let file): file.recognizes(source, beginning)
      }
    }
    guard source.isFolder, found.count > 1 else { return found.prefix(1).map { ($0, source) } }
    let owners = found.compactMap { format in
      if case .items(let file) = format.facts.reading { (format, file.owns(source)) } else { nil }
    }
    var files: [Self: [SourceFile]] = [:]
    var others: [SourceFile] = []
    for file in source.files {
      if let owner = owners.first(where: { $0.1(file) }) {
        files[owner.0, default: []].append(file)
      } else {
        others.append(file)
      }
    }
    let main =
      found.contains(.markdown)
      ? .markdown : found.max { files[$0]?.count ?? 0 < files[$1]?.count ?? 0 }
    return found.map { format in
      let own = (files[format] ?? []) + (format == main ? others : [])
      var part = source
      part.files = own.sorted { $0.path < $1.path }
      return (format, part)
    }
  }

  func reader(_ source: Source, time: CivilTime, now: Moment) throws -> any ItemReader {
    guard case .items(let file) = facts.reading else { throw ExchangeError(.otherFormat) }
    return try file.reader(source, time, now)
  }
}

/// How a format is read and written.
struct FormatFacts: Sendable {
  enum Reading: Sendable {
    case nothing
    /// Our own, with everything of a journal.
    case archive
    case items(FileFormat)
  }

  typealias Writer = @Sendable (App) -> any ItemWriter

  enum Writing: Sendable {
    case nothing, archive
    /// The numbers of each day.
    case measures
    /// For other people.
    case pages
    case file(Writer)
    /// A folder with files of Markdown.
    case folder
    /// A folder with a file for each item, or one file if its name ends so.
    case items(file: String, Writer)
    /// An archive with a file for each journal, or one file if its name ends so.
    case journals(file: String, Writer)
  }

  let reading: Reading
  let writing: Writing
  /// Whether items have IDs, so that a purged text is recognized.
  var hasKeys = false
  /// Whether the texts are written in the order of their days.
  var isByDay = false
  /// Whether an entry is recognized by its file.
  var hasOneEntryPerFile = false
  /// Whether each text of a day that begins with a time is an entry.
  var hasEntryPerTime = false
  /// Whether a text is deleted if its file is gone from a folder.
  var deletesGone = false

  var isRead: Bool { if case .nothing = reading { false } else { true } }
  var isWritten: Bool { if case .nothing = writing { false } else { true } }

  /// Whether what is written is no text.
  var isBinary: Bool {
    switch writing {
    case .folder, .journals: true
    case .nothing, .archive, .measures, .pages, .file, .items: false
    }
  }

  /// Whether a folder is written to a path.
  func isFolder(_ path: String) -> Bool {
    switch writing {
    case .folder: true
    case .items(let ending, _): !path.lowercased().hasSuffix(ending)
    case .nothing, .archive, .measures, .pages, .file, .journals: false
    }
  }
}
