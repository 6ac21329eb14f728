import Diary
import Journal
import Localization
import Records
import Terminal
import Views

/// What the page is about.
enum PageSubject: Hashable, Sendable {
  case day(Day)
  case note(Identifier)
  case toDo(Identifier)
  case commit(sha: String)
  /// What a commit changed in a file.
  case diff(sha: String, path: String)
  /// The entry of a day by itself, with its history.
  case entry(Day)
  /// The sums of several days.
  case span(Day, Day)
  /// What was recorded on several days.
  case digest(Day, Day)
}

extension PageSubject {
  /// The row of another page that opens this one.
  var item: PageItem? {
    switch self {
    case .day(let day): .day(day)
    case .note(let id): .note(id)
    case .toDo(let id): .toDo(id)
    case .commit(let sha): .commit(sha)
    case .diff(let sha, let path): .file(sha: sha, path: path)
    case .entry, .span, .digest: nil
    }
  }
}

extension CommitChanges {
  func file(_ path: String) -> File? { files.first { $0.path == path } }
}

/// What the page shows, as it was read.
enum PageContent: Sendable {
  case day(DayRecord)
  case note(FoundNote, [TextVersion])
  case toDo(FoundToDo, [TextVersion])
  /// A commit, the notes on it, and what it changed, which is read in the background.
  case commit(RepositoryCommit, [FoundNote], CommitChanges?)
  case diff(CommitChanges.File, FileReading)
  case entry(Entry, [TextVersion])
  case span(SpanSums)
  /// The records of days; `nil` while they are being read.
  case digest(ClosedRange<Day>, [DayRecord]?)
  /// The subject no longer exists.
  case missing
}

/// What is known about a file of a commit.
enum FileReading: Sendable {
  case reading
  /// `nil` if it could not be read.
  case read(FileDiff?)
}

/// The page and the part of it that is visible.
struct PageState: Sendable {
  var subject: PageSubject?
  var content: PageContent?
  /// The version of the journal when the content was read.
  var version = -1
  /// The content as lines of `width` columns; `nil` after it changed.
  var lines: [StyledText]?
  /// The lines that stand for a record, and the one under the cursor.
  var items: [PageText.Row] = []
  var cursor: PageItem?
  var width = 0
  var scroll = 0

  /// Scrolls as far as is needed to see a line.
  mutating func show(line: Int, height: Int) {
    scroll = min(line, max(scroll, line - max(height, 1) + 1))
  }

  /// Scrolls, but not beyond the last line. No key acts on a record that is not visible, so that the
  /// cursor does not stay on one.
  mutating func scroll(by lines: Int, height: Int) {
    scroll = max(0, min(scroll + lines, (self.lines?.count ?? 0) - height))
    guard let row = items.first(where: { $0.item == cursor }) else { return }
    if !(scroll..<scroll + height).contains(row.line) { cursor = nil }
  }
}

extension PageContent {
  /// The lines of the page for the width of the screen in `context`.
  func lines(in context: ViewContext) -> [StyledText] { text(in: context).lines }

  func text(in context: ViewContext) -> PageText {
    switch self {
    case .day(var record):
      record.entry = record.entry.map { shortened($0, \.text) }
      return PageText(record, context)
    case .note(let found, let versions):
      let note = context.lines(of: shortened(found, \.note.text))
      return PageText(lines: note + Self.section(of: versions, context))
    case .toDo(let found, let versions):
      return PageText(lines: context.page(of: found) + Self.section(of: versions, context))
    case .entry(let entry, let versions):
      let text = context.linesUnderDate(of: shortened(entry, \.text))
      return PageText(lines: text + Self.section(of: versions, context))
    case .commit(let found, let notes, let changes):
      return PageText(found, notes.map { shortened($0, \.note.text) }, changes, context)
    case .diff(let file, .read(let diff)):
      return PageText(lines: context.lines(of: diff, in: file))
    case .diff(_, .reading): return PageText(lines: [context.styled(.browseReading, .remark)])
    case .span(let sums): return PageText(lines: sums.lines(in: context))
    case .digest(let span, let records): return PageText(records, span, context)
    case .missing:
      return PageText(lines: context.wrapped(.browseGone, .remark))
    }
  }

  /// The history below a text; nothing if it was never changed.
  private static func section(
    of versions: [TextVersion], _ context: ViewContext
  ) -> [StyledText] {
    guard versions.count > 1 else { return [] }
    let shown = versions.suffix(20).map { shortened($0, \.state.text, bodyTo: versionLimit) }
    return [""] + context.wrapped(.browseVersions(count: versions.count), .heading)
      + context.history(of: shown)
  }
}

/// Versions are compared word by word.
private let versionLimit = 4000

/// The value with the beginning of its text: a page of a megabyte would take too long to wrap for
/// each key. The commands show whole texts.
private func shortened<Value>(
  _ value: Value, _ text: WritableKeyPath<Value, Text>, bodyTo limit: Int = 100_000
) -> Value {
  var copy = value
  copy[keyPath: text].title = copy[keyPath: text].title.shortened(toBytes: 4000)
  copy[keyPath: text].body = copy[keyPath: text].body.shortened(toBytes: limit)
  return copy
}

/// The lines of a page, and those among them that stand for a record.
struct PageText: Sendable {
  struct Row: Hashable, Sendable {
    var line: Int
    var item: PageItem
  }

  var lines: [StyledText]
  var items: [Row] = []

  init(lines: [StyledText]) { self.lines = lines }

  /// The lines of the titles of sections, each at the beginning or below an empty line.
  var sections: [Int] {
    lines.indices.filter { line in
      guard let style = lines[line].spans.first?.style, !lines[line].isEmpty else { return false }
      let isFirst = line == 0 || lines[line - 1].isEmpty
      return isFirst && style.role == .heading
    }
  }

  init(_ records: [DayRecord]?, _ span: ClosedRange<Day>, _ context: ViewContext) {
    let nothing: Message = records == nil ? .browseReading : Digest.nothing(on: span)
    lines = []
    for line in context.digest(of: records ?? [], on: span).lines {
      switch line.item {
      case .day(let day)?: items.append(Row(line: lines.count, item: .day(day)))
      case .commit(let commit)?: items.append(Row(line: lines.count, item: .commit(commit.sha)))
      case .note(let note)?: items.append(Row(line: lines.count, item: .note(note.id)))
      case .toDo(let toDo)?: items.append(Row(line: lines.count, item: .toDo(toDo.id)))
      case nil: break
      }
      // The cursor has room in front of the line.
      lines += context.indented { $0.wrapped(line.text, indent: line.indent) }
    }
    if lines.isEmpty { lines = context.wrapped(nothing, .remark) }
  }

  init(_ record: DayRecord, _ context: ViewContext) {
    let (lines, items) = record.linesWithItems(in: context)
    self.lines = lines
    self.items = items.map { line, item in
      switch item {
      case .commit(let index): Row(line: line, item: .commit(record.commits[index].commit.sha))
      case .note(let index): Row(line: line, item: .note(record.notes[index].note.id))
      case .toDo(let index): Row(line: line, item: .toDo(record.toDos[index].toDo.id))
      }
    }
  }

  init(
    _ found: RepositoryCommit, _ notes: [FoundNote], _ changes: CommitChanges?,
    _ context: ViewContext
  ) {
    let commit = found.commit
    lines = context.wrapped(StyledText(String(commit.subject.prefix(4000)), .heading))
    lines += context.wrapped(
      [
        StyledText(commit.shortSHA, .id, link: found.repository.url(of: commit)),
        StyledText(found.repository.shortName, .repository), StyledText(commit.author),
        StyledText(context.dateAndTime(commit.date.instant), .day),
      ].joined(separator: "  "))
    // The notes leave room for the cursor.
    for note in notes {
      lines.append("")
      items.append(Row(line: lines.count, item: .note(note.note.id)))
      lines += context.indented { $0.lines(of: note) }
    }
    guard let changes else { return }
    let view = context.linesWithItems(of: changes)
    items += view.items.map { line, file in
      Row(
        line: lines.count + line, item: .file(sha: commit.sha, path: changes.files[file].path))
    }
    lines += view.lines
  }

  /// The text with other lines in place of its first ones.
  func replacing(_ count: Int, with first: [StyledText]) -> PageText {
    var copy = PageText(lines: first + lines.dropFirst(count))
    copy.items = items.map { Row(line: $0.line - count + first.count, item: $0.item) }
    return copy
  }
}
