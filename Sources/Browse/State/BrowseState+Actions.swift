import Diary
import Journal
import Terminal
import Views

extension BrowseState {
  /// Whether an action does something here and now. The bottom line shows no others.
  func isAvailable(_ action: BrowseAction) -> Bool {
    switch action {
    case .edit:
      switch subject {
      case .day?, .note?: true
      case .commit?, nil: false
      }
    case .finish, .moveToDo: selectedToDo != nil
    case .note, .why: selectedCommit != nil
    case .openPage: selectedCommit != nil || selectedNote != nil
    case .share: selectedNote != nil || selectedEntry != nil
    case .delete: selectedToDo != nil || selectedNote != nil || selectedEntry != nil
    case .copy: subject != nil
    case .undo: !undoStack.isEmpty
    case .redo: !redoStack.isEmpty
    case .nextMatch, .previousMatch: (lists[.search]?.count ?? 0) > 0
    default: true
    }
  }

  var selectedToDo: FoundToDo? {
    if case .toDo(let found)? = list.selectedRow, tab != .days { found } else { nil }
  }

  /// The short id of the selected note.
  var selectedNote: String? { if case .note(let id)? = subject { id } else { nil } }

  var selectedCommit: CommitWithNotes? {
    if case .commit(let found, _)? = list.selectedRow { found } else { nil }
  }

  /// The entry of the day on the page.
  var selectedEntry: Entry? {
    guard case .day(let day)? = subject, selectedToDo == nil, case .day(let record)? = page.content,
      record.day == day
    else { return nil }
    return record.entry
  }

  mutating func perform(_ action: BrowseAction) -> [BrowseEffect] {
    guard isAvailable(action) else { return [] }
    switch action {
    case .down, .up, .left, .right, .pageDown, .pageUp, .first, .last: move(action)
    case .previousMonth: go(to: day.adding(months: -1))
    case .nextMonth: go(to: day.adding(months: 1))
    case .previousYear: go(to: day.adding(months: -12))
    case .nextYear: go(to: day.adding(months: 12))
    case .today: go(to: today)
    case .days, .notes, .toDos, .commits, .search:
      let tab = ListTab.allCases.first { $0.action == action } ?? .days
      show(tab)
      focus = .list
    case .nextPanel: moveFocus(by: 1)
    case .previousPanel: moveFocus(by: -1)
    case .full: isFull.toggle()
    case .open: if focus == .page { return perform(.edit) } else { focus = .page }
    case .back: goBack()
    case .find: ask(.search)
    case .nextMatch, .previousMatch:
      show(.search)
      moveList(by: action == .nextMatch ? 1 : -1)
    case .command: ask(.command)
    case .jot: ask(.jot)
    case .addToDo: ask(.toDo)
    case .moveToDo: if let found = selectedToDo { ask(.moveToDo(id: found.shortID)) }
    case .edit: return edit()
    case .finish: return finishToDo()
    case .note: return addNote()
    case .delete: return delete()
    case .undo: return [.undo]
    case .redo: return [.redo]
    case .openPage: return openPage()
    case .copy: return copy()
    case .share: return share()
    case .why: return selectedCommit.map { [.show(["why", $0.commit.sha])] } ?? []
    case .refresh: return [.show(["refresh"])]
    case .log: overlay = logOverlay
    case .help: overlay = helpOverlay
    case .mouse:
      usesMouse.toggle()
      return [.setMouse(usesMouse)]
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .quit: return [.quit]
    }
    return []
  }

  // MARK: Moving

  private mutating func move(_ action: BrowseAction) {
    switch focus {
    case .year: moveInYear(action)
    case .list: moveInList(action)
    case .page: moveInPage(action)
    }
  }

  /// Weeks are columns: left and right move by a week, up and down by a day.
  private mutating func moveInYear(_ action: BrowseAction) {
    switch action {
    case .down: go(to: day + 1)
    case .up: go(to: day - 1)
    case .left: go(to: day - 7)
    case .right: go(to: day + 7)
    case .pageDown: go(to: day + 28)
    case .pageUp: go(to: day - 28)
    case .first: go(to: yearSpan.lowerBound)
    case .last: go(to: yearSpan.upperBound)
    default: break
    }
  }

  private mutating func moveInList(_ action: BrowseAction) {
    let height = Swift.max(layout.listRows.height, 1)
    switch action {
    case .down: moveList(by: 1)
    case .up: moveList(by: -1)
    case .pageDown: moveList(by: height)
    case .pageUp: moveList(by: -height)
    case .first: moveList(by: -list.count)
    case .last: moveList(by: list.count)
    case .left: if layout.isVisible(.year) { focus = .year }
    case .right: focus = .page
    default: break
    }
  }

  private mutating func moveInPage(_ action: BrowseAction) {
    let height = Swift.max(layout.pageRows.height, 1)
    switch action {
    case .down: page.scroll(by: 1, height: height)
    case .up: page.scroll(by: -1, height: height)
    case .pageDown: page.scroll(by: height, height: height)
    case .pageUp: page.scroll(by: -height, height: height)
    case .first: page.scroll = 0
    case .last: page.scroll(by: .max / 2, height: height)
    case .left: focus = .list
    default: break
    }
  }

  mutating func moveList(by steps: Int) {
    list.move(by: steps)
    selectDayOfRow()
  }

  private mutating func go(to day: Day) {
    show(.days)
    select(day)
  }

  private mutating func moveFocus(by steps: Int) {
    let all = Panel.allCases
    let index = all.firstIndex(of: focus) ?? 0
    focus = all[(index + steps + all.count) % all.count]
  }

  /// Leaves what was entered last.
  private mutating func goBack() {
    if isFull {
      isFull = false
    } else if focus != .list {
      focus = .list
    } else if tab == .search {
      show(tabBeforeSearch)
    } else if tab != .days {
      show(.days)
    }
  }

  // MARK: Changes

  private mutating func edit() -> [BrowseEffect] {
    if let found = selectedToDo {
      ask(.editToDo(id: found.shortID), found.toDo.text)
      return []
    }
    switch subject {
    case .day(let day)?: return [.runOnTerminal(["diary", "write", "\(day)"])]
    case .note(let id)?: return [.runOnTerminal(["notes", "edit", id])]
    case .commit?, nil: return []
    }
  }

  private func finishToDo() -> [BrowseEffect] {
    guard let found = selectedToDo else { return [] }
    let (done, open) = (["todo", "done", found.shortID], ["todo", "undo", found.shortID])
    return [
      .change(found.toDo.isDone ? Change(words: open, undo: done) : Change(words: done, undo: open))
    ]
  }

  private func addNote() -> [BrowseEffect] {
    guard let found = selectedCommit else { return [] }
    return [
      .runOnTerminal(
        ["notes", "add", "--repo", found.repository.name, "--commit", found.commit.sha])
    ]
  }

  /// Deletes at once, because `undo` restores it.
  private func delete() -> [BrowseEffect] {
    if let found = selectedToDo {
      return [
        .change(
          Change(
            words: ["todo", "delete", found.shortID], undo: ["todo", "restore", found.shortID]))
      ]
    }
    if let id = selectedNote {
      return [
        .change(
          Change(words: ["notes", "delete", id, "--yes"], undo: ["notes", "restore", id]))
      ]
    }
    guard let entry = selectedEntry else { return [] }
    return [
      .change(
        Change(
          words: ["diary", "delete", "\(entry.day)", "--yes"],
          undo: ["diary", "restore", "\(entry.day)"]))
    ]
  }

  private func openPage() -> [BrowseEffect] {
    if let id = selectedNote { return [.runOnTerminal(["open", id])] }
    return selectedCommit.map { [.runOnTerminal(["open", $0.commit.sha])] } ?? []
  }

  /// Copies what identifies the row for a command or a message.
  private func copy() -> [BrowseEffect] {
    if let found = selectedToDo { return [.copy(found.toDo.text)] }
    switch subject {
    case .note(let id)?: return [.copy(id)]
    case .commit(let sha)?: return [.copy(sha)]
    case .day(let day)?: return [.copy(selectedEntry?.text.written ?? "\(day)")]
    case nil: return []
    }
  }

  private func share() -> [BrowseEffect] {
    if let id = selectedNote { return [.show(["notes", "share", id])] }
    return selectedEntry.map { [.show(["diary", "share", "\($0.day)"])] } ?? []
  }
}

extension ListTab {
  var action: BrowseAction {
    switch self {
    case .days: .days
    case .notes: .notes
    case .toDos: .toDos
    case .commits: .commits
    case .search: .search
    }
  }
}
