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
}

/// What the page shows, as it was read.
enum PageContent: Sendable {
  case day(DayRecord)
  case note(FoundNote, [NoteVersion])
  case commit(CommitWithNotes, [FoundNote])
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
  var width = 0
  var scroll = 0

  /// Scrolls, but not beyond the last line.
  mutating func scroll(by lines: Int, height: Int) {
    scroll = max(0, min(scroll + lines, (self.lines?.count ?? 0) - height))
  }
}

extension PageContent {
  /// The lines of the page for the width of the screen in `context`.
  func lines(in context: ViewContext) -> [StyledText] {
    switch self {
    case .day(let record):
      return DayView(record: record.shortened, context: context).lines()
    case .note(let found, let versions):
      var lines = NoteView(found: found.shortened, context: context).lines()
      if versions.count > 1 {
        lines.append("")
        lines += context.wrapped(context.styled(.browseVersions(count: versions.count), .accent))
        for version in versions.reversed().prefix(20) {
          let time = context.reader.dateAndTime(version.savedAt)
          lines.append(
            StyledText("  \(version.number)  ", .id) + StyledText(time, .date)
              + StyledText("  " + version.text.title.prefix(200)))
        }
      }
      return lines
    case .commit(let found, let notes):
      let commit = found.commit
      var lines = context.wrapped(StyledText(String(commit.subject.prefix(4000)), .heading))
      lines += context.wrapped(
        [
          StyledText(commit.shortSHA, .id, link: found.repository.url(of: commit)),
          StyledText(found.repository.shortName, .accent), StyledText(commit.author),
          StyledText(context.reader.dateAndTime(commit.date), .date),
        ].joined(separator: "  "))
      for note in notes {
        lines.append("")
        lines += NoteView(found: note.shortened, context: context).lines()
      }
      return lines
    case .missing:
      return context.wrapped(context.styled(.browseGone, .faint))
    }
  }
}

// A page of a megabyte would take too long to wrap for each key. The commands show whole texts.

private let bodyLimit = 100_000
private let titleLimit = 4000

extension DayRecord {
  fileprivate var shortened: DayRecord {
    guard let text = entry?.text,
      text.body.utf8.count > bodyLimit || text.title.utf8.count > titleLimit
    else { return self }
    var copy = self
    copy.entry?.text.title = text.title.shortened(to: titleLimit)
    copy.entry?.text.body = text.body.shortened(to: bodyLimit)
    return copy
  }
}

extension FoundNote {
  fileprivate var shortened: FoundNote {
    var copy = self
    copy.note.text.title = note.text.title.shortened(to: titleLimit)
    copy.note.text.body = note.text.body.shortened(to: bodyLimit)
    return copy
  }
}

extension String {
  /// The text, or its beginning and an ellipsis if it is longer than `count` bytes.
  fileprivate func shortened(to count: Int) -> String {
    guard utf8.count > count else { return self }
    // An index inside of a scalar is rounded down.
    return String(self[..<utf8.index(startIndex, offsetBy: count)]) + "…"
  }
}

extension PageState {
  /// The version of the text on the page; 0 if the day has no entry, and `nil` if the page has no
  /// text.
  var textVersion: (subject: PageSubject, version: Int)? {
    switch (subject, content) {
    case (let subject?, .day(let record)?): (subject, record.entry?.version ?? 0)
    case (let subject?, .note(let found, _)?): (subject, found.note.version)
    default: nil
    }
  }

  /// The command that restores an earlier version of the text; `nil` if the text has not changed.
  func undo(to before: (subject: PageSubject, version: Int)) -> [String]? {
    guard let now = textVersion, now.subject == before.subject, now.version != before.version else {
      return nil
    }
    switch before.subject {
    case .day(let day):
      if before.version == 0 { return ["diary", "delete", "\(day)", "--yes"] }
      return ["diary", "restore", "\(day)", "--version", "\(before.version)"]
    case .note(let id): return ["notes", "restore", id, "--version", "\(before.version)"]
    case .commit: return nil
    }
  }

  /// The command that restores the text that is shown now.
  var restoring: [String]? {
    guard let now = textVersion, now.version > 0 else { return nil }
    switch now.subject {
    case .day(let day): return ["diary", "restore", "\(day)", "--version", "\(now.version)"]
    case .note(let id): return ["notes", "restore", id, "--version", "\(now.version)"]
    case .commit: return nil
    }
  }
}
