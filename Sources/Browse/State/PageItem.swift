import Diary
import Journal
import Records
import Terminal
import Views

/// What the cursor of a list or a page can be on.
enum PageItem: Hashable, Sendable {
  case commit(String)
  case note(Identifier)
  case toDo(Identifier)
  case day(Day)
  /// A file that a commit changed.
  case file(sha: String, path: String)
}

/// What an action applies to: the record under the cursor.
enum Target: Sendable {
  case toDo(FoundToDo)
  case note(NoteSummary)
  case commit(RepositoryCommit)
  /// A day, whether it has an entry or not.
  case day(Day)
  case span(Day, Day)
}

extension PageContent {
  func commit(_ sha: String) -> RepositoryCommit? {
    switch self {
    case .day(let record): record.commits.first { $0.commit.sha == sha }
    case .digest(_, let records?):
      records.lazy.flatMap(\.commits).first { $0.commit.sha == sha }
    case .commit(let found, _, _): found.commit.sha == sha ? found : nil
    default: nil
    }
  }

  func toDo(_ id: Identifier) -> FoundToDo? {
    switch self {
    case .day(let record): record.toDos.first { $0.toDo.id == id }
    case .digest(_, let records?): records.lazy.flatMap(\.toDos).first { $0.toDo.id == id }
    case .toDo(let found, _): found.toDo.id == id ? found : nil
    default: nil
    }
  }

  func note(_ id: Identifier) -> FoundNote? {
    switch self {
    case .day(let record): record.notes.first { $0.note.id == id }
    case .digest(_, let records?): records.lazy.flatMap(\.notes).first { $0.note.id == id }
    case .note(let found, _): found.note.id == id ? found : nil
    case .commit(_, let notes, _): notes.first { $0.note.id == id }
    default: nil
    }
  }

  func entry(of day: Day) -> Entry? {
    switch self {
    case .day(let record): record.day == day ? record.entry : nil
    case .entry(let entry, _): entry.day == day ? entry : nil
    case .digest(_, let records?): records.first { $0.day == day }?.entry
    default: nil
    }
  }
}

extension BrowseState {
  /// What actions apply to: with the focus on the page, the record under its cursor or else its
  /// subject; elsewhere the selected row.
  var target: Target? {
    if focus == .page, let item = page.cursor, page.subject == subject,
      let found = target(of: item)
    {
      return found
    }
    if let opened = opened.last { return target(of: opened) }
    if tab == .days, !choice.isFiltered || marked != nil {
      return marked.map { .span($0.lowerBound, $0.upperBound) } ?? .day(day)
    }
    // On narrow screens, the row that is selected in the list is not shown beside other panels.
    if layout.listRows.isEmpty {
      return focus == .year ? .day(day) : subject.flatMap { target(of: $0) }
    }
    switch list.selectedRow {
    case .toDo(let found)?: return .toDo(found)
    case .note(let note)?: return .note(note)
    case .commit(let found, _, _)?: return .commit(found)
    case .day(let day, _, _)?, .entry(let day, _)?: return .day(day)
    case nil: return nil
    }
  }

  private func target(of item: PageItem) -> Target? {
    switch item {
    case .commit(let sha): commit(sha).map(Target.commit)
    case .note(let id): note(id).map(Target.note)
    case .toDo(let id): toDo(id).map(Target.toDo)
    case .day(let day): .day(day)
    case .file(let sha, _): commit(sha).map(Target.commit)
    }
  }

  private func target(of subject: PageSubject) -> Target? {
    switch subject {
    case .day, .note, .toDo, .commit, .diff: subject.item.flatMap { target(of: $0) }
    case .entry(let day): .day(day)
    case .span(let first, let last), .digest(let first, let last): .span(first, last)
    }
  }

  /// A note that the page or the list shows.
  private func note(_ id: Identifier) -> NoteSummary? {
    if let found = page.content?.note(id) { return NoteSummary(found) }
    if case .note(let note)? = list.selectedRow, note.id == id { return note }
    return nil
  }

  /// A to-do that the page or the list shows.
  private func toDo(_ id: Identifier) -> FoundToDo? {
    if let found = page.content?.toDo(id) { return found }
    if case .toDo(let found)? = list.selectedRow, found.toDo.id == id { return found }
    return nil
  }

  /// A commit that the page or the list shows, or that was opened.
  func commit(_ sha: String) -> RepositoryCommit? {
    if let found = page.content?.commit(sha) { return found }
    if case .commit(let found, _, _)? = list.selectedRow, found.commit.sha == sha { return found }
    return openedCommits[sha]
  }

  var selectedToDo: FoundToDo? { if case .toDo(let found)? = target { found } else { nil } }

  var selectedNote: NoteSummary? { if case .note(let note)? = target { note } else { nil } }

  /// The short id of the selected note or to-do, for the log.
  var shortIDs: [Identifier: String] {
    switch target {
    case .note(let note)?: [note.id: note.shortID]
    case .toDo(let found)?: [found.toDo.id: found.shortID]
    default: [:]
    }
  }

  var selectedCommit: RepositoryCommit? {
    if case .commit(let found)? = target { found } else { nil }
  }

  /// The entry of the selected day, if the page shows it.
  var selectedEntry: Entry? {
    if case .day(let day)? = target { page.content?.entry(of: day) } else { nil }
  }

  /// The text that changes apply to.
  var selectedRecord: RecordID? {
    selectedToDo.map { .toDo($0.toDo.id) } ?? selectedNote.map { .note($0.id) }
      ?? selectedEntry.map { .entry($0.day) }
  }

  /// What the target is, without what is known about it.
  var targetItem: PageItem? {
    switch target {
    case .toDo(let found)?: .toDo(found.toDo.id)
    case .note(let note)?: .note(note.id)
    case .commit(let found)?: .commit(found.commit.sha)
    case .day(let day)?: .day(day)
    case .span?, nil: nil
    }
  }

  // MARK: The cursor of the page

  /// Moves to the next record if it is visible or just below, and scrolls otherwise.
  mutating func movePageCursor(by step: Int) {
    let height = Swift.max(layout.pageRows.height, 1)
    let visible = page.scroll..<page.scroll + height
    let current = page.items.firstIndex { $0.item == page.cursor }
    let next: Int?
    if let current, visible.contains(page.items[current].line) {
      next = current + step
    } else if current == nil, step < 0 {
      next = nil
    } else {
      next =
        step > 0
        ? page.items.firstIndex { visible.contains($0.line) }
        : page.items.lastIndex { visible.contains($0.line) }
    }
    if let next, page.items.indices.contains(next) {
      let row = page.items[next]
      if visible.contains(row.line + step) || visible.contains(row.line) {
        page.cursor = row.item
        if !visible.contains(row.line) { page.scroll(by: step, height: height) }
        return
      }
    }
    let before = page.scroll
    page.scroll(by: step, height: height)
    // Above the first record, the page is a text.
    if page.scroll == before, step < 0, current == 0 || current == nil { page.cursor = nil }
  }

  /// Puts the next or previous title of a section at the top, and the cursor on what is below it.
  mutating func moveToSection(by step: Int) {
    guard let lines = page.lines else { return }
    let height = Swift.max(layout.pageRows.height, 1)
    let top = Self.section(from: page.scroll, step > 0, PageText(lines: lines).sections)
    page.scroll(by: top - page.scroll, height: height)
    guard focus == .page else { return }
    let visible = top..<Swift.max(page.scroll + height, top)
    page.cursor = page.items.first { visible.contains($0.line) }?.item
  }

  /// The line of the next title below `line`, or of the previous one above it.
  static func section(from line: Int, _ isNext: Bool, _ sections: [Int]) -> Int {
    isNext ? sections.first { $0 > line } ?? line : sections.last { $0 < line } ?? 0
  }

  /// Shows the record under the cursor, or the day or note itself, in the whole page.
  mutating func open(_ subject: PageSubject) {
    switch subject {
    case .commit(let sha), .diff(let sha, _):
      if let found = commit(sha) { openedCommits[sha] = found }
    default: break
    }
    guard opened.last != subject else { return }
    opened.append(subject)
    page.cursor = nil
  }
}
