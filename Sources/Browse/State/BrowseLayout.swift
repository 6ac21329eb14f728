import Diary
import Terminal
import Views

/// How much of the screen the year takes.
enum YearSize: CaseIterable, Hashable, Sendable {
  /// As large as there is room for.
  case automatic
  case small, hidden
}

/// Where the panels are. The year is above the list. The page is beside both on wide screens, and
/// beside the list on others. On wide and low screens, all three are side by side. On narrow ones
/// only the panel with the focus is shown, below the year if there is room.
struct BrowseLayout: Equatable, Sendable {
  /// The smallest screen on which anything but a message is shown.
  static let smallest = (columns: 24, rows: 8)
  /// From this width on, the list and the page are side by side.
  static let columnsForTwo = 80
  /// From this width on, the year is beside them if it does not fit above.
  static let columnsForThree = 120
  /// The columns that the page needs to be beside the year.
  static let columnsOfPage = 60

  /// The rows below the year from which on it has a legend.
  private static let rowsForLegend = 20

  /// The columns of a year beside the list, which shows about half of the weeks.
  private static let columnsOfYear = 34

  let size: (columns: Int, rows: Int)
  /// Each panel with its title; an empty area if it is not shown.
  private(set) var panels: [Panel: CellArea] = [:]
  /// Everything above the bottom line.
  let body: CellArea
  /// The style of the heatmap that fits.
  private(set) var yearStyle = HeatmapStyle.compact

  var isTooSmall: Bool {
    size.columns < Self.smallest.columns || size.rows < Self.smallest.rows
  }

  /// - Parameters:
  ///   - yearRows: the rows that a heatmap of each style takes, with the months above it.
  ///   - yearColumns: the columns that it takes, with the names of weekdays.
  init(
    size: (columns: Int, rows: Int), focus: Panel, isFull: Bool, year: YearSize,
    yearRows: (block: Int, compact: Int), yearColumns: (block: Int, compact: Int)
  ) {
    self.size = size
    body = CellArea(rows: 0..<max(size.rows - 1, 0), columns: 0..<size.columns)
    guard !isTooSmall else { return }
    let isWide = size.columns >= yearColumns.block && year == .automatic
    let isLow = body.height < yearRows.compact + 8
    let isBeside =
      year != .hidden && isLow && size.columns >= Self.columnsForThree
      && body.height > yearRows.compact
    if isFull || focus == .year && isLow && !isBeside {
      yearStyle = isWide && body.height > yearRows.block ? .block : .compact
      panels[focus] = body
      return
    }
    var top = 0
    if isWide, body.height >= yearRows.block + 13 {
      yearStyle = .block
      top = yearRows.block + 1
    } else if body.height >= yearRows.compact + 8, year != .hidden {
      top = yearRows.compact + 1
    }
    // The legend takes a row where many are left.
    if top > 0, body.height - top >= Self.rowsForLegend { top += 1 }
    let below = top..<body.height
    let yearWidth = yearStyle == .block ? yearColumns.block : yearColumns.compact
    if top > 0, size.columns > yearWidth + Self.columnsOfPage {
      let columns = 0..<max(yearWidth, size.columns * 2 / 5)
      panels[.year] = CellArea(rows: 0..<top, columns: columns)
      panels[.list] = CellArea(rows: below, columns: columns)
      panels[.page] = CellArea(
        rows: body.rows, columns: columns.upperBound + 1..<size.columns)
      return
    }
    if top > 0 { panels[.year] = CellArea(rows: 0..<top, columns: body.columns) }
    var left = 0
    if isBeside {
      panels[.year] = CellArea(rows: below, columns: 0..<Self.columnsOfYear)
      left = Self.columnsOfYear + 1
    }
    guard size.columns >= Self.columnsForTwo else {
      panels[focus == .page ? .page : .list] = CellArea(rows: below, columns: body.columns)
      return
    }
    let listColumns = min(max((size.columns - left) * 2 / 5, 34), 64)
    panels[.list] = CellArea(rows: below, columns: left..<left + listColumns)
    panels[.page] = CellArea(rows: below, columns: left + listColumns + 1..<size.columns)
  }

  static func == (left: BrowseLayout, right: BrowseLayout) -> Bool {
    left.size == right.size && left.panels == right.panels
  }

  func isVisible(_ panel: Panel) -> Bool { panels[panel] != nil }

  func area(of panel: Panel) -> CellArea { panels[panel] ?? .empty }

  /// The rows of a panel below its title.
  func contents(of panel: Panel) -> CellArea {
    var area = area(of: panel)
    area.rows = area.rows.dropFirst()
    return area
  }

  var listRows: CellArea { contents(of: .list) }

  /// The page has a blank column at each side.
  var pageRows: CellArea {
    var area = contents(of: .page)
    if area.width > 40 { area.columns = area.columns.dropFirst().dropLast() }
    return area
  }
}

extension BrowseState {
  var layout: BrowseLayout {
    let empty = Heatmap(
      days: [], span: today...today, firstWeekday: context.firstWeekday, words: HeatmapWords(reader)
    )
    func rows(_ style: HeatmapStyle) -> Int {
      var heatmap = empty
      heatmap.style = context.settings.style ?? style
      return heatmap.drawnRows(on: context.screen)
    }
    return BrowseLayout(
      size: size, focus: focus, isFull: isFull, year: yearSize,
      yearRows: (rows(.block), rows(.compact)), yearColumns: (54 * 2 + 5, 54 + 5))
  }

  /// The rows of the list, without the one that says where commits come from.
  var listRows: CellArea {
    var area = layout.listRows
    if tab == .commits, foundCommits[commitChoice]?.origin != nil, area.height > 4 {
      area.rows = area.rows.dropLast()
    }
    return area
  }

  /// The days of the year panel: the last year, or the calendar year of an earlier or later day.
  var yearSpan: ClosedRange<Day> {
    let last = ClosedRange.weeks(53, until: today, firstWeekday: context.firstWeekday)
    if last.contains(day) { return last }
    let year = day.date.year
    guard let first = Day(year: year, month: 1, day: 1),
      let end = Day(year: year, month: 12, day: 31)
    else { return last }
    return first...end
  }

  func yearHeatmap(_ style: HeatmapStyle) -> Heatmap {
    let span = yearSpan
    let days = measure == nil ? activity?.days(of: span) : measuredGraph?.days
    var heatmap = Heatmap(
      days: days ?? [], span: span, firstWeekday: context.firstWeekday,
      words: HeatmapWords(reader), style: context.settings.style ?? style,
      today: Swift.max(span.upperBound, today))
    heatmap.showsLegend = false
    heatmap.scale = measure == nil ? nil : measuredGraph?.scale?.heatmapScale(in: context)
    return heatmap
  }
}
