import Context
import Diary
import Journal
import Localization
import Terminal

extension BrowseState {
  mutating func perform(_ action: BrowseAction) -> [BrowseEffect] {
    if let effects = performOnSeveral(action) { return effects }
    if let refusal = refusal(of: action) {
      remark = Remark(text: reader.say(refusal), isFailure: true)
      return []
    }
    switch action {
    case .down, .up, .left, .right, .pageDown, .pageUp, .halfDown, .halfUp, .first, .last:
      move(action)
    case .nextSection: moveToSection(by: 1)
    case .previousSection: moveToSection(by: -1)
    case .previousMonth: go(to: day.adding(months: -1))
    case .nextMonth: go(to: day.adding(months: 1))
    case .previousYear: go(to: day.adding(months: -12))
    case .nextYear: go(to: day.adding(months: 12))
    case .today: go(to: today)
    case .extendDown, .extendUp: extendSelection(by: action == .extendDown ? 1 : -1)
    case .sort: sort()
    case .filter:
      ask(tab == .search ? .search : .filter, tab == .search ? "" : choice.words)
      let former = choice.words
      prompt?.former = former
    case .search where searchText.isEmpty:
      show(.search)
      focus = .list
      ask(.search)
    case .days, .notes, .toDos, .commits, .search:
      let tab = ListTab.allCases.first { $0.action == action } ?? .days
      let chosen = self.tab == .days ? day : nil
      show(tab)
      focus = .list
      if tab == .commits {
        commitDay = chosen
        selectCommitOfDay()
      }
    case .nextPanel: moveFocus(by: 1)
    case .previousPanel: moveFocus(by: -1)
    case .full: isFull.toggle()
    case .yearSize: changeYearSize()
    case .open: return open()
    case .back: return goBack()
    case .find: ask(.search)
    case .nextMatch, .previousMatch:
      show(.search)
      moveList(by: action == .nextMatch ? 1 : -1)
    case .command: ask(.command)
    case .jot: ask(.jot(on: dayToWriteOn))
    case .addToDo: ask(.toDo(on: dayToWriteOn))
    case .moveToDo:
      if let found = selectedToDo {
        ask(.moveToDo([found.toDo.id]))
      } else if let note = selectedNote {
        ask(.moveNote(note.id))
      }
    case .tags:
      if let (record, tags) = taggedTarget { ask(.tags([record], old: tags), Tag.line(tags)) }
    case .measure: return offer(measureItems, for: .measure)
    case .mark: if tab == .days || focus != .list { toggleMark() } else { toggleRows() }
    case .edit: return edit()
    case .finish: return finishToDo()
    case .note:
      if selectedCommit == nil {
        show(.commits)
        focus = .list
        remark = Remark(text: reader.say(noCommit))
        return []
      }
      return addNote()
    case .delete: return delete()
    case .undo: return [.undo]
    case .redo: return [.change(.takeBack(.redo))]
    case .openPage: return openPage()
    case .copy: return offer(copyItems, for: .copy)
    case .share: return offer(shareItems, for: .share)
    case .why: return shaForWhy.map { [.show(["why", $0])] } ?? []
    case .resume: return [.show(["resume"])]
    case .refresh: return [.show(["refresh"])]
    case .log: overlay = logOverlay
    case .help:
      keySelection = 0
      ask(.keys)
    case .authors: toggleCommits()
    case .mouse:
      usesMouse.toggle()
      return [.setMouse(usesMouse)]
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .quit: return [.quit]
    }
    return []
  }

  /// The day that is selected in the list of days or in the year. A row of another list is no day.
  private var dayToWriteOn: Day { tab == .days || focus == .year ? day : today }

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
    case .halfDown: go(to: day + 14)
    case .halfUp: go(to: day - 14)
    case .first: go(to: yearSpan.lowerBound)
    case .last: go(to: yearSpan.contains(today) ? today : yearSpan.upperBound)
    default: break
    }
  }

  private mutating func moveInList(_ action: BrowseAction) {
    let height = Swift.max(listRows.height, 1)
    switch action {
    case .down: moveList(by: 1)
    case .up: moveList(by: -1)
    case .pageDown: moveList(by: height)
    case .pageUp: moveList(by: -height)
    case .halfDown: moveList(by: Swift.max(height / 2, 1))
    case .halfUp: moveList(by: -Swift.max(height / 2, 1))
    case .first: moveList(by: -list.count)
    // The days after today are the end of the list, but not what one looks for.
    case .last:
      let isCalendar = tab == .days && !choice.isFiltered
      moveList(by: isCalendar && day < today ? today - day : list.count)
    case .left: if layout.isVisible(.year) { focus = .year }
    case .right: focus = .page
    default: break
    }
  }

  private mutating func moveInPage(_ action: BrowseAction) {
    let height = Swift.max(layout.pageRows.height, 1)
    switch action {
    case .down: movePageCursor(by: 1)
    case .up: movePageCursor(by: -1)
    case .pageDown: page.scroll(by: height, height: height)
    case .pageUp: page.scroll(by: -height, height: height)
    case .halfDown: page.scroll(by: Swift.max(height / 2, 1), height: height)
    case .halfUp: page.scroll(by: -Swift.max(height / 2, 1), height: height)
    case .first: page.scroll(by: -page.scroll, height: height)
    case .last: page.scroll(by: .max / 2, height: height)
    case .left: focus = .list
    default: break
    }
  }

  mutating func moveList(by steps: Int) {
    opened = []
    if rowAnchor?.isKept == false { rowAnchor = nil }
    list.move(by: steps)
    selectDayOfRow()
  }

  /// Selects the first commit of the day from which the list was opened, or of the days before it, as soon as the
  /// commits are read.
  mutating func selectCommitOfDay() {
    guard let day = commitDay, tab == .commits, list.count > 0 else { return }
    commitDay = nil
    guard list.selectedRow?.day != day, choice.order == .usual,
      let position = list.rows.firstIndex(where: { $0?.day == day })
        ?? list.rows.firstIndex(where: { ($0?.day ?? day) < day })
    else { return }
    list.select(position)
    selectDayOfRow()
  }

  private mutating func go(to day: Day) {
    show(.days)
    select(day)
  }

  private mutating func moveFocus(by steps: Int) {
    let all = Panel.allCases.filter { $0 != .year || yearSize != .hidden }
    let index = all.firstIndex(of: focus) ?? 0
    focus = all[(index + steps + all.count) % all.count]
  }

  /// Shows what was recorded on some days, on the page.
  mutating func openDigest(of span: ClosedRange<Day>) -> [BrowseEffect] {
    let (first, last) = (span.lowerBound, span.upperBound)
    record(["digest", "--since", "\(first)", "--until", "\(last)"], isSuccess: true)
    focus = .page
    open(.digest(first, last))
    return []
  }

  private mutating func changeYearSize() {
    let all = YearSize.allCases
    let next = ((all.firstIndex(of: yearSize) ?? 0) + 1) % all.count
    // A screen without room for the large one goes on to the next.
    let old = layout
    yearSize = all[next]
    if layout == old, yearSize == .small { yearSize = .hidden }
    if yearSize == .hidden, focus == .year { focus = .list }
  }

  /// Shows the whole of what is selected, or changes it if it is shown already.
  private mutating func open() -> [BrowseEffect] {
    if case .span(let first, let last)? = subject { return openDigest(of: first...last) }
    guard focus == .page else {
      focus = .page
      return []
    }
    switch page.cursor {
    case nil where selectedCommit != nil: selectFirstFile()
    case .commit(let sha)? where subject != .commit(sha: sha): open(.commit(sha: sha))
    case .note(let id)? where subject != .note(id): open(.note(id))
    case .day(let day)?: open(.day(day))
    case .file(let sha, let path)?: open(.diff(sha: sha, path: path))
    default: return perform(.edit)
    }
    return []
  }

  /// Marks the days from here on, or removes the mark.
  private mutating func toggleMark() {
    if anchor != nil {
      anchor = nil
    } else {
      if tab != .days { show(.days) }
      anchor = day
    }
  }

  /// Leaves what was entered last, or stops what is running.
  private mutating func goBack() -> [BrowseEffect] {
    if !running.isEmpty { return [.interrupt] }
    if !opened.isEmpty {
      // The cursor returns to what was opened.
      requested = opened.removeLast().item
      page.cursor = nil
      if opened.isEmpty, isFull { isFull = false }
    } else if anchor != nil || rowAnchor != nil {
      (anchor, rowAnchor) = (nil, nil)
    } else if isFull {
      isFull = false
    } else if focus != .list {
      focus = .list
    } else if choice.isFiltered {
      filter(by: "")
    } else if tab == .search {
      show(tabBeforeSearch)
    } else if tab != .days {
      show(.days)
    }
    return []
  }

  // MARK: Changes

  private mutating func edit() -> [BrowseEffect] {
    switch target {
    case .toDo(let found)?:
      let edited = Draft.Edited(id: found.toDo.id, version: found.toDo.version)
      ask(.editToDo(edited), found.toDo.text)
      return []
    case .day(let day)?: return [.edit(.entry(day))]
    case .note(let note)?: return [.edit(.note(note.id))]
    default: return []
    }
  }

  private func finishToDo() -> [BrowseEffect] {
    guard let toDo = selectedToDo?.toDo else { return [] }
    return [.change(toDo.isDone ? .reopenToDos([toDo.id]) : .finishToDos([toDo.id]))]
  }

  private func addNote() -> [BrowseEffect] {
    selectedCommit.map { [.edit(.newNote(on: $0.repository, $0.commit))] } ?? []
  }

  /// Deletes at once, because `undo` restores it.
  private func delete() -> [BrowseEffect] {
    selectedRecord.map { [.change(.delete([$0]))] } ?? []
  }

  /// Puts the cursor of the page of a commit on the first file.
  private mutating func selectFirstFile() {
    guard let row = page.items.first(where: { if case .file = $0.item { true } else { false } })
    else { return }
    page.scroll(by: row.line - 1 - page.scroll, height: Swift.max(layout.pageRows.height, 1))
    page.cursor = row.item
  }

  /// The commit that is selected, or the one that the selected note is about.
  var shaForWhy: String? {
    selectedCommit?.commit.sha
      ?? selectedNote.flatMap { page.content?.note($0.id)?.note.currentCommit?.sha ?? $0.commit }
  }

  private func openPage() -> [BrowseEffect] {
    if let note = selectedNote { return [.runOnTerminal(["open", note.shortID])] }
    return selectedCommit.map { [.runOnTerminal(["open", $0.commit.sha])] } ?? []
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
