import Diary
import Journal
import Localization
import Terminal
import Views

/// What the page is about.
enum PageSubject: Hashable, Sendable {
  case day(Day)
  case note(id: String)
  case commit(sha: String)
  /// The entry of a day by itself, with its history.
  case entry(Day)
  /// The sums of several days.
  case span(Day, Day)
}

/// What the page shows, as it was read.
enum PageContent: Sendable {
  case day(DayRecord)
  case note(FoundNote, [NoteVersion])
  /// A commit, the notes on it, and what it changed, which is read in the background.
  case commit(RepositoryCommit, [FoundNote], CommitChanges?)
  case entry(Entry, [EntryVersion])
  case span(SpanSums)
  /// The subject no longer exists.
  case missing
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

  /// Scrolls, but not beyond the last line.
  mutating func scroll(by lines: Int, height: Int) {
    scroll = max(0, min(scroll + lines, (self.lines?.count ?? 0) - height))
  }
}

extension PageContent {
  /// The lines of the page for the width of the screen in `context`.
  func lines(in context: ViewContext) -> [StyledText] { text(in: context).lines }

  func text(in context: ViewContext) -> PageText {
    switch self {
    case .day(let record): return PageText(record.shortened, context)
    case .note(let found, let versions):
      var lines = NoteView(found: found.shortened, context: context).lines()
      if versions.count > 1 {
        lines += Self.heading(.browseVersions(count: versions.count), context)
        lines += HistoryView(versions: versions.suffix(20).map(\.shortened), context: context)
          .lines()
      }
      return PageText(lines: lines)
    case .entry(let entry, let versions):
      var lines = EntryView(entry: entry.shortened, context: context).linesUnderDate()
      if versions.count > 1 {
        lines += Self.heading(.browseVersions(count: versions.count), context)
        lines += HistoryView(versions: versions.suffix(20).map(\.shortened), context: context)
          .lines()
      }
      return PageText(lines: lines)
    case .commit(let found, let notes, let changes):
      return PageText(found, notes.map(\.shortened), changes, context)
    case .span(let sums): return PageText(lines: sums.lines(in: context))
    case .missing:
      return PageText(lines: context.wrapped(context.styled(.browseGone, .faint)))
    }
  }

  private static func heading(_ message: Message, _ context: ViewContext) -> [StyledText] {
    [""] + context.wrapped(context.styled(message, .accent))
  }
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

  init(_ record: DayRecord, _ context: ViewContext) {
    let (lines, items) = DayView(record: record, context: context).linesWithItems()
    self.lines = lines
    self.items = items.map { line, item in
      switch item {
      case .commit(let index): Row(line: line, item: .commit(record.commits[index].commit.sha))
      case .note(let index): Row(line: line, item: .note(record.notes[index].shortID))
      case .toDo(let index): Row(line: line, item: .toDo(record.toDos[index].shortID))
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
        StyledText(found.repository.shortName, .accent), StyledText(commit.author),
        StyledText(context.reader.dateAndTime(commit.date), .date),
      ].joined(separator: "  "))
    // The notes leave room for the cursor.
    var narrow = context
    narrow.screen.width = context.screen.width.map { Swift.max($0 - 2, 1) }
    for note in notes {
      lines.append("")
      items.append(Row(line: lines.count, item: .note(note.shortID)))
      lines += NoteView(found: note, context: narrow).lines()
        .map { $0.isEmpty ? $0 : "  " + $0 }
    }
    if let changes { lines += CommitChangesView(changes: changes, context: context).lines() }
  }

  /// The text with other lines in place of its first ones.
  func replacing(_ count: Int, with first: [StyledText]) -> PageText {
    var copy = PageText(lines: first + lines.dropFirst(count))
    copy.items = items.map { Row(line: $0.line - count + first.count, item: $0.item) }
    return copy
  }
}
