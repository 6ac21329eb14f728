import Diary
import Journal
import Localization

/// A part of the screen that keys act on.
enum Panel: CaseIterable, Hashable, Sendable {
  case year, list, page
}

/// The lists of the list panel. The raw value is the key that shows a list.
enum ListTab: Int, CaseIterable, Hashable, Sendable {
  case days = 1
  case notes, toDos, commits, search

  /// Whether rows are read from the journal as they become visible. Other lists are in memory.
  var isReadInParts: Bool { self == .days || self == .notes }

  var title: Message {
    switch self {
    case .days: .browseDays
    case .notes: .dayNotes
    case .toDos: .dayToDos
    case .commits: .dayCommits
    case .search: .browseSearch
    }
  }
}

/// A row of a list.
enum ListRow: Sendable {
  case day(Day, DayCounts, title: String)
  case note(NoteSummary)
  case toDo(FoundToDo)
  case commit(RepositoryCommit, Day)
  case entry(Day, title: String)

  /// The day that the row belongs to.
  var day: Day {
    switch self {
    case .day(let day, _, _), .commit(_, let day), .entry(let day, _): day
    case .note(let note): note.day
    case .toDo(let found): found.toDo.day
    }
  }

  /// What the row stands for.
  var item: PageItem {
    switch self {
    case .day(let day, _, _), .entry(let day, _): .day(day)
    case .note(let note): .note(note.id)
    case .toDo(let found): .toDo(found.toDo.id)
    case .commit(let found, _): .commit(found.commit.sha)
    }
  }

  /// The name of what the row stands for, in a list of several kinds.
  var kind: Message {
    switch self {
    case .day, .entry: .browseKindEntry
    case .note: .placeholderNote
    case .toDo: .browseKindToDo
    case .commit: .placeholderCommit
    }
  }

  /// Whether the cursor stays on this row when it was on the other one. A to-do that is completed
  /// leaves the cursor to the next.
  func continues(_ old: ListRow) -> Bool {
    if case (.toDo(let new), .toDo(let old)) = (self, old), new.toDo.isDone != old.toDo.isDone {
      return false
    }
    return item == old.item
  }

  /// What the page shows while the row is selected.
  var subject: PageSubject {
    switch self {
    case .day(let day, _, _): .day(day)
    case .entry(let day, _): .entry(day)
    case .note(let note): .note(note.id)
    case .toDo(let found): .day(found.toDo.doneOn ?? found.toDo.day)
    case .commit(let found, _): .commit(sha: found.commit.sha)
    }
  }
}

/// A list of which only the visible rows are in memory.
struct ListState: Sendable {
  var selection = 0
  /// The position of the first visible row.
  var top = 0
  var count = 0
  /// The positions of the rows that were read, and the version of the journal at that time.
  var window = 0..<0
  var rows: [ListRow?] = []
  var version = -1

  var selectedRow: ListRow? { row(at: selection) }

  func row(at position: Int) -> ListRow? {
    window.contains(position) ? rows[position - window.lowerBound] : nil
  }

  mutating func move(by steps: Int) { select(selection + steps) }

  mutating func select(_ position: Int) { selection = max(0, min(position, count - 1)) }

  /// Scrolls so that the selected row is visible in `height` rows.
  mutating func scroll(height: Int) {
    top = max(0, min(top, count - height))
    if selection < top { top = selection }
    if selection >= top + height { top = selection - height + 1 }
  }

  /// The selected row was found at another position. It stays where it is on the screen.
  mutating func follow(to position: Int) {
    top += position - selection
    selection = position
  }

  /// Replaces all rows, for a list that is in memory as a whole. What was selected stays selected.
  ///
  /// - Parameter requested: the record to select, if it is among the rows.
  mutating func replace(with all: [ListRow], version: Int, selecting requested: PageItem? = nil) {
    if let requested, let position = all.firstIndex(where: { $0.item == requested }) {
      selection = position
    } else if let old = selectedRow, let position = all.firstIndex(where: { $0.continues(old) }) {
      follow(to: position)
    }
    rows = all
    window = 0..<all.count
    count = all.count
    self.version = version
    select(selection)
  }
}
