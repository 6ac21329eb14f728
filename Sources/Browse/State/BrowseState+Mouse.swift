import Diary
import Terminal
import Views

extension BrowseState {
  /// Handles a click or the wheel. A click selects, a second one on the same row opens.
  mutating func handle(_ event: MouseEvent) -> [BrowseEffect] {
    let (row, column) = (event.row, event.column)
    requested = nil
    switch event.kind {
    case .release:
      pressedDay = nil
      return []
    case .drag:
      drag(row: row, column: column)
      return []
    case .wheelUp, .wheelDown:
      let steps = event.kind == .wheelUp ? -3 : 3
      if menu != nil { return handleInMenu(steps < 0 ? .up : .down) }
      if overlay != nil {
        for _ in 0..<3 { _ = handle(steps < 0 ? Key.up : Key.down) }
      } else if layout.area(of: .page).contains(row: row, column: column) {
        page.scroll(by: steps, height: max(layout.pageRows.height, 1))
      } else if prompt == nil {
        moveList(by: steps)
      }
      return []
    case .press: break
    }
    if menu != nil { return pressInMenu(row: row, column: column) }
    if keyList != nil { return pressInKeys(row: row, column: column) }
    guard prompt == nil else { return [] }
    let action = action(at: event)
    remark = nil
    guard overlay == nil else {
      if let action, action != .back { return handleInOverlay(action) }
      if action != nil || row < size.rows - 1 { overlay = nil }
      return []
    }
    return action.map { perform($0) } ?? press(row: row, column: column)
  }

  /// What a click does on a key of the bottom line or on the title of a list.
  func action(at event: MouseEvent) -> BrowseAction? {
    func isClicked(_ area: CellArea) -> Bool {
      area.contains(row: event.row, column: event.column)
    }
    let keys =
      remark == nil
      ? BottomLine.items(of: self) : [BottomLine.remarkItem(of: self)].compactMap(\.self)
    if let key = keys.first(where: { isClicked($0.area) }) { return key.action }
    guard overlay == nil else { return nil }
    return ListTabs(of: self).tabs.first { isClicked($0.area) }?.tab.action
  }

  private mutating func press(row: Int, column: Int) -> [BrowseEffect] {
    let year = layout.contents(of: .year)
    if layout.area(of: .year).contains(row: row, column: column) {
      focus = .year
      if let day = day(inYearAt: row, column, in: year) {
        anchor = nil
        show(.days)
        select(day)
        pressedDay = day
      }
    } else if listRows.contains(row: row, column: column) {
      let position = list.top + row - listRows.rows.lowerBound
      guard position < list.count else { return [] }
      let isSecond = focus == .list && position == list.selection && opened.isEmpty
      focus = .list
      anchor = nil
      moveList(by: position - list.selection)
      if tab == .days { pressedDay = day }
      return isSecond ? perform(.open) : []
    } else if layout.area(of: .page).contains(row: row, column: column) {
      focus = .page
      return pressInPage(row: row)
    } else if layout.area(of: .list).contains(row: row, column: column) {
      focus = .list
    }
    return []
  }

  private func day(inYearAt row: Int, _ column: Int, in year: CellArea) -> Day? {
    var screen = context.screen
    screen.width = year.width
    return yearHeatmap(layout.yearStyle).day(
      atLine: row - year.rows.lowerBound, column: column - year.columns.lowerBound, on: screen)
  }

  /// Marks the days from the one where the button was pressed.
  private mutating func drag(row: Int, column: Int) {
    guard let pressedDay, tab == .days, prompt == nil, overlay == nil, menu == nil else { return }
    let found: Day?
    if layout.area(of: .year).contains(row: row, column: column) {
      found = day(inYearAt: row, column, in: layout.contents(of: .year))
    } else if listRows.contains(row: row, column: column), focus == .list {
      let position = list.top + row - listRows.rows.lowerBound
      found = list.row(at: position)?.day
    } else {
      found = nil
    }
    guard let found, found != day else { return }
    anchor = pressedDay
    opened = []
    select(found)
  }

  /// Selects a record of the page. A second click opens it.
  private mutating func pressInPage(row: Int) -> [BrowseEffect] {
    let rows = layout.pageRows.rows
    let line = page.scroll + row - rows.lowerBound
    guard rows.contains(row), let found = page.items.last(where: { $0.line <= line }) else {
      return []
    }
    if page.cursor == found.item { return perform(.open) }
    page.cursor = found.item
    page.show(line: found.line, height: rows.count)
    return []
  }

  private mutating func pressInMenu(row: Int, column: Int) -> [BrowseEffect] {
    guard let menu else { return [] }
    let index = menu.top + row - menuRows.lowerBound
    guard menuRows.contains(row), menuArea.columns.contains(column),
      menu.items.indices.contains(index)
    else {
      self.menu = nil
      return []
    }
    return choose(menu.items[index])
  }
}
