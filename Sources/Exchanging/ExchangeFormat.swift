import App
import Context
package import Diary
package import Exchange
import Localization

/// The formats that diaries are imported from and exported to.
package enum ExchangeFormat: String, CaseIterable, Sendable {
  case json, markdown, jrnl, dayone, ics, org, todotxt, taskwarrior, csv, html, book

  package static let readable: [Self] = allCases.filter { $0 != .csv && !$0.isForReaders }
  package static let writable: [Self] = allCases.filter { $0 != .org }

  /// Whether items have IDs, so that a purged text is recognized.
  var hasKeys: Bool {
    switch self {
    case .json, .dayone, .ics, .taskwarrior: true
    case .markdown, .jrnl, .org, .todotxt, .csv, .html, .book: false
    }
  }

  /// Whether it is for other people, who see only what was made public.
  package var isForReaders: Bool { self == .html || self == .book }

  /// Whether it is exchanged as a folder, in both directions.
  package var isFolder: Bool { self == .markdown }

  /// The format of a source, from its name, its files and its first bytes; `nil` if none is certain.
  static func recognized(_ source: Source, beginning: String) -> Self? {
    readable.first { format in
      switch format {
      case .json: JournalArchive.recognizes(beginning)
      case .markdown: MarkdownReader.recognizes(source, beginning: beginning)
      case .jrnl: JrnlReader.recognizes(source, beginning: beginning)
      case .dayone: DayOneReader.recognizes(source, beginning: beginning)
      case .ics: CalendarReader.recognizes(source, beginning: beginning)
      case .org: OrgReader.recognizes(source, beginning: beginning)
      case .todotxt: TodoTxtReader.recognizes(source, beginning: beginning)
      case .taskwarrior: TaskwarriorReader.recognizes(source, beginning: beginning)
      case .csv, .html, .book: false
      }
    }
  }

  package func reader(_ source: Source, time: CivilTime, now: Moment) throws -> any ItemReader {
    switch self {
    case .markdown: try MarkdownReader(source, time: time, now: now)
    case .jrnl: try JrnlReader(source, time: time, now: now)
    case .dayone: try DayOneReader(source, time: time, now: now)
    case .ics: try CalendarReader(source, time: time, now: now)
    case .org: try OrgReader(source, time: time, now: now)
    case .todotxt: try TodoTxtReader(source, time: time, now: now)
    case .taskwarrior: try TaskwarriorReader(source, time: time, now: now)
    case .json, .csv, .html, .book: throw ExchangeError(.otherFormat)
    }
  }
}
