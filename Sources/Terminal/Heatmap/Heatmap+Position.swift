public import Diary

/// Where a day is drawn in a heatmap.
public struct HeatmapPosition: Hashable, Sendable {
  /// The line, with the months as line 0 if they are shown.
  public var line: Int
  public var column: Int
  /// The columns of the cell.
  public var width: Int
}

extension Heatmap {
  /// The position of a day in the lines that are drawn; `nil` if the day is not drawn.
  public func position(of day: Day, on screen: Screen) -> HeatmapPosition? {
    let layout = layout(on: screen)
    let week = layout.weeks.index(of: day)
    guard (0..<layout.weeks.count).contains(week) else { return nil }
    let row = day - layout.weeks.day(inWeek: week, row: 0)
    return HeatmapPosition(
      line: (showsMonths ? 1 : 0) + row / layout.daysInLine,
      column: layout.margin + week * layout.pitch, width: layout.cell)
  }

  /// The day that is drawn at a place; `nil` if there is none.
  public func day(atLine line: Int, column: Int, on screen: Screen) -> Day? {
    let layout = layout(on: screen)
    let row = (line - (showsMonths ? 1 : 0)) * layout.daysInLine
    let week = (column - layout.margin) / max(layout.pitch, 1)
    guard line >= (showsMonths ? 1 : 0), column >= layout.margin, row < 7,
      (0..<layout.weeks.count).contains(week)
    else { return nil }
    let day = layout.weeks.day(inWeek: week, row: row)
    return contribution(on: day) == nil ? nil : day
  }

  /// The number of lines without a title and the legend.
  public func drawnRows(on screen: Screen) -> Int {
    (showsMonths ? 1 : 0) + (drawnStyle(on: screen) == .compact ? 4 : 7)
  }
}
