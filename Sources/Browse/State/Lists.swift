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

  var title: Message { action.message }
}

/// A row of a list.
enum ListRow: Sendable {
  case day(Day, DayCounts, title: String)
  case note(NoteSummary)
  case toDo(FoundToDo)
  /// A commit, its day, and whether it is the user's own among those of others.
  case commit(RepositoryCommit, Day, isMarked: Bool)
  case entry(Day, title: String)

  /// The day that the row belongs to.
  var day: Day {
    switch self {
    case .day(let day, _, _), .commit(_, let day, _), .entry(let day, _): day
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
    case .commit(let found, _, _): .commit(found.commit.sha)
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
    case .toDo(let found): .toDo(found.toDo.id)
    case .commit(let found, _, _): .commit(sha: found.commit.sha)
    }
  }
}

/// Which commits the list of commits has.
enum CommitChoice: CaseIterable, Hashable, Sendable {
  /// Those of the clone in the working directory, by everybody, from `HEAD` on.
  case clone
  /// The user's own of all clones, of a year.
  case own
}

/// The commits of a choice, as they were read.
struct FoundCommits: Sendable {
  var rows: [ListRow] = []
  /// Which clones they are from.
  var origin: Message?
  /// Whether there are older ones.
  var isLimited = false
  /// Whether there is such a clone.
  var isThere = true
  var version = -1
}

extension BrowseState {
  /// The commits that have to be read for what is shown.
  var missingCommits: [CommitChoice] {
    let wanted: [CommitChoice] =
      switch tab {
      case .commits: [commitChoice]
      case .search: CommitChoice.allCases
      default: []
      }
    return wanted.filter { foundCommits[$0]?.version != version }
  }

  /// Shows the chosen commits in the list, as far as they are known. Outside of a clone, those are
  /// the user's own ones.
  mutating func showCommits() {
    if foundCommits[.clone]?.isThere == false { commitChoice = .own }
    guard let found = foundCommits[commitChoice] else {
      lists[.commits]?.version = -1
      return
    }
    show(found.rows, in: .commits, version: found.version)
    selectCommitOfDay()
  }

  /// Changes between the commits of the clone and the user's own ones.
  mutating func toggleCommits() {
    commitChoice = commitChoice == .clone ? .own : .clone
    show(.commits)
    focus = .list
    showCommits()
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
