import Terminal
import Views

extension BrowseState {
  /// Handles a click or the wheel. A click selects, a second one on the same row opens.
  mutating func handle(_ event: MouseEvent) -> [BrowseEffect] {
    let (row, column) = (event.row, event.column)
    switch event.kind {
    case .release, .drag: return []
    case .wheelUp, .wheelDown:
      let steps = event.kind == .wheelUp ? -3 : 3
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
    guard prompt == nil else { return [] }
    remark = nil
    if row == size.rows - 1 {
      let item = BottomLine.items(of: self).first { $0.area.contains(row: row, column: column) }
      guard let item else { return [] }
      if overlay != nil, item.action == .back { overlay = nil }
      return overlay == nil ? perform(item.action) : []
    }
    guard overlay == nil else {
      overlay = nil
      return []
    }
    return press(row: row, column: column)
  }

  private mutating func press(row: Int, column: Int) -> [BrowseEffect] {
    let year = layout.contents(of: .year)
    if layout.area(of: .year).contains(row: row, column: column) {
      focus = .year
      var screen = context.screen
      screen.width = year.width
      let day = yearHeatmap(layout.yearStyle).day(
        atLine: row - year.rows.lowerBound, column: column - year.columns.lowerBound, on: screen)
      if let day {
        show(.days)
        select(day)
      }
    } else if layout.listRows.contains(row: row, column: column) {
      let position = list.top + row - layout.listRows.rows.lowerBound
      guard position < list.count else { return [] }
      let isSecond = focus == .list && position == list.selection
      focus = .list
      moveList(by: position - list.selection)
      return isSecond ? perform(.open) : []
    } else if layout.area(of: .page).contains(row: row, column: column) {
      focus = .page
    } else if layout.area(of: .list).contains(row: row, column: column) {
      focus = .list
    }
    return []
  }
}
