import Diary
import Journal
import Localization
import Terminal
import Views

/// Draws the state as cells. Nothing is read here.
struct BrowseView {
  let state: BrowseState
  let layout: BrowseLayout
  let screen: Screen
  private(set) var grid: CellGrid
  private var cursor = FrameCursor(row: 0, column: 0)

  init(_ state: BrowseState) {
    self.state = state
    layout = state.layout
    var screen = state.context.screen
    screen.width = state.size.columns
    self.screen = screen
    grid = CellGrid(columns: state.size.columns, rows: state.size.rows)
  }

  var reader: Reader { state.reader }

  /// The frame and the position of the cursor.
  static func frame(of state: BrowseState) -> (grid: CellGrid, cursor: FrameCursor) {
    var view = BrowseView(state)
    view.draw()
    return (view.grid, view.cursor)
  }

  private mutating func draw() {
    guard !layout.isTooSmall else { return drawTooSmall() }
    if let overlay = state.overlay {
      draw(overlay)
    } else {
      for panel in Panel.allCases where layout.isVisible(panel) { draw(panel) }
      drawSeparator()
      drawMenu()
    }
    drawBottomLine()
  }

  private mutating func drawTooSmall() {
    let words = reader.say(
      .browseTooSmall(
        columns: String(BrowseLayout.smallest.columns), rows: String(BrowseLayout.smallest.rows)))
    var screen = screen
    screen.width = max(state.size.columns, 1)
    for (row, line) in screen.wrapped(StyledText(words)).prefix(grid.rows).enumerated() {
      grid.draw(line, row: row, on: screen)
    }
  }

  // MARK: Panels

  private mutating func draw(_ panel: Panel) {
    let area = layout.area(of: panel)
    let isFocused = state.focus == panel
    let marker = StyledText(isFocused ? "> " : "  ", .accent)
    let title = title(of: panel, width: area.width - 2)
    grid.draw(
      marker + (isFocused ? title.styled(.bold) : title), row: area.rows.lowerBound,
      column: area.columns.lowerBound, width: area.width, on: screen)
    switch panel {
    case .year: drawYear(layout.contents(of: .year))
    case .list: drawList(layout.listRows)
    case .page: drawPage(layout.pageRows)
    }
  }

  private func title(of panel: Panel, width: Int) -> StyledText {
    switch panel {
    case .year: yearTitle(width: width)
    case .list: tabs(width: width)
    case .page: pageTitle
    }
  }

  private mutating func drawSeparator() {
    let line = screen.unicode && screen.measure.width(of: "│") == 1 ? "│" : "|"
    for panel in [Panel.list, .page] {
      let area = layout.area(of: panel)
      guard !area.isEmpty, area.columns.lowerBound > 0 else { continue }
      for row in area.rows {
        grid.draw(
          StyledText(line, .faint), row: row, column: area.columns.lowerBound - 1, width: 1,
          on: screen)
      }
    }
  }

  // MARK: The year

  private func yearTitle(width: Int) -> StyledText {
    var title = StyledText(reader.dateWithWeekday(state.day))
    if let (day, year) = state.measureTitle {
      if !day.isEmpty { title += StyledText("  " + day, .id) }
      let room = width - title.width(on: screen) - 3
      let sum = state.context.styled(year, .faint)
      guard room >= 12 else { return title }
      let shown = sum.truncated(to: room, on: screen)
      let gap = width - title.width(on: screen) - shown.width(on: screen)
      return title + StyledText(String(repeating: " ", count: gap)) + shown
    }
    if let count = state.contributions[state.day], count > 0 {
      title += StyledText("  +" + reader.write(count), .id)
    }
    if let activity = state.activity {
      let streaks = activity.streaks(today: state.today, excluding: state.context.settings.excluded)
      if let streak = StreakView(streaks: streaks, context: state.context).current {
        let text = state.context.styled(streak, .faint)
        let room = width - title.width(on: screen) - text.width(on: screen)
        if room >= 3 { title += StyledText(String(repeating: " ", count: room)) + text }
      }
    }
    return title
  }

  private mutating func drawYear(_ area: CellArea) {
    var screen = screen
    screen.width = area.width
    let heatmap = state.yearHeatmap(layout.yearStyle)
    let legend = [heatmap.legendLine(on: screen)].compactMap(\.self)
    for (line, text) in (heatmap.lines(on: screen) + legend).prefix(area.height).enumerated() {
      grid.draw(
        text, row: area.rows.lowerBound + line, column: area.columns.lowerBound,
        width: area.width, on: screen)
    }
    guard let place = heatmap.position(of: state.day, on: screen), place.line < area.height else {
      return
    }
    let (row, column) = (area.rows.lowerBound + place.line, area.columns.lowerBound + place.column)
    // The days are marked by characters, so that they are visible without color.
    if let marked = state.marked?.clamped(to: state.yearSpan) {
      for number in marked.lowerBound.number...marked.upperBound.number {
        let day = Day(number: number)
        guard let place = heatmap.position(of: day, on: screen), place.line < area.height else {
          continue
        }
        mark(place, "(", ")", "o", in: area)
      }
    }
    mark(place, "[", "]", "@", in: area)
    if state.focus == .year { cursor = FrameCursor(row: row, column: column) }
  }

  /// Marks a day with two characters, or with one where it has only one column.
  private mutating func mark(
    _ place: HeatmapPosition, _ left: Character, _ right: Character, _ single: Character,
    in area: CellArea
  ) {
    let (row, column) = (area.rows.lowerBound + place.line, area.columns.lowerBound + place.column)
    if place.width > 1 {
      grid.mark(left, row: row, column: column)
      grid.mark(right, row: row, column: column + 1)
    } else {
      grid.mark(single, row: row, column: column)
    }
  }

  // MARK: The page

  private var pageTitle: StyledText {
    let text =
      switch state.page.subject {
      case .day(let day)?, .entry(let day)?: reader.dateWithWeekday(day)
      case .span(let first, let last)?:
        reader.date(first) + (screen.unicode ? " – " : " - ") + reader.date(last)
      case .note(let id)?: state.page.content?.note(id)?.shortID ?? ""
      case .commit(let sha)?: String(sha.prefix(7))
      case nil: ""
      }
    var title = StyledText(text, .date)
    let (count, height) = (state.page.lines?.count ?? 0, layout.pageRows.height)
    if count > height {
      let last = Swift.min(state.page.scroll + height, count)
      title += StyledText("  \(last)/\(count)", .faint)
    }
    return title
  }

  private mutating func drawPage(_ area: CellArea) {
    let lines = (state.page.lines ?? []).dropFirst(state.page.scroll).prefix(area.height)
    for (row, line) in lines.enumerated() {
      grid.draw(
        line, row: area.rows.lowerBound + row, column: area.columns.lowerBound, width: area.width,
        on: screen)
    }
    guard state.focus == .page else { return }
    cursor = FrameCursor(row: area.rows.lowerBound, column: area.columns.lowerBound)
    guard let item = state.page.items.first(where: { $0.item == state.page.cursor }),
      lines.indices.contains(item.line)
    else { return }
    let row = area.rows.lowerBound + item.line - state.page.scroll
    grid.draw(
      StyledText("> ", .accent), row: row, column: area.columns.lowerBound, width: 2, on: screen)
    cursor.row = row
  }

  // MARK: The list

  /// The lists and their keys, the current one in brackets. Those whose names do not fit are
  /// numbers.
  private func tabs(width: Int) -> StyledText {
    func name(_ tab: ListTab) -> StyledText {
      StyledText("\(tab.rawValue) \(reader.say(tab.title))", .faint)
    }
    func tabs(named: Set<ListTab>) -> StyledText {
      ListTab.allCases.map { tab in
        if tab == state.tab { return StyledText("[\(name(tab).plain)]", .accent) }
        return named.contains(tab) ? name(tab) : StyledText("\(tab.rawValue)", .faint)
      }.joined(separator: " ")
    }
    var named: Set<ListTab> = []
    for tab in ListTab.allCases where tab != state.tab {
      guard tabs(named: named.union([tab])).width(on: screen) <= width else { continue }
      named.insert(tab)
    }
    return tabs(named: named)
  }

  private mutating func drawList(_ area: CellArea) {
    let list = state.list
    let rows = area.rows.enumerated().compactMap { offset, row -> (row: Int, position: Int)? in
      let position = list.top + offset
      return position < list.count ? (row, position) : nil
    }
    if rows.isEmpty {
      let text: Message = state.tab == .search ? .pickerEmpty : .browseEmpty
      let isWaiting = state.tab == .commits && list.version < 0
      grid.draw(
        "  " + state.context.styled(isWaiting ? .browseReading : text, .faint),
        row: area.rows.lowerBound, column: area.columns.lowerBound, width: area.width, on: screen)
    }
    let drawing = ListDrawing(state: state, screen: screen, width: area.width - 2)
    let known = rows.compactMap { list.row(at: $0.position) }
    let dateWidth = drawing.dateWidth(of: known)
    for (row, position) in rows {
      let isSelected = position == list.selection
      let isActive = isSelected && state.focus == .list
      var text =
        list.row(at: position).map { drawing.text(of: $0, dateWidth: dateWidth) } ?? StyledText()
      if isActive {
        text = text.truncated(to: area.width - 2, on: screen).padded(to: area.width - 2, on: screen)
        for index in text.spans.indices where text.spans[index].style.shade == nil {
          text.spans[index].style = text.spans[index].style.with(.reverse)
        }
      }
      let isMarked = state.marked?.contains(state.span.lowerBound + position) ?? false
      grid.draw(
        StyledText(isSelected ? "> " : isMarked ? "| " : "  ", .accent) + text, row: row,
        column: area.columns.lowerBound, width: area.width, on: screen)
      if isActive { cursor = FrameCursor(row: row, column: area.columns.lowerBound) }
    }
  }

  // MARK: Overlays

  private mutating func draw(_ overlay: Overlay) {
    let height = layout.body.height - 1
    let last = Swift.min(overlay.scroll + height, overlay.lines.count)
    let place = overlay.lines.count > height ? "  \(last)/\(overlay.lines.count)" : ""
    grid.draw(
      StyledText("> ", .accent) + StyledText(overlay.title, [.heading, .bold])
        + StyledText(place, .faint), row: 0, on: screen)
    for (row, line) in overlay.lines.dropFirst(overlay.scroll).prefix(height).enumerated() {
      grid.draw(line, row: row + 1, column: 2, width: state.size.columns - 2, on: screen)
    }
    cursor = FrameCursor(row: 1, column: 2)
  }

  // MARK: Menus

  private mutating func drawMenu() {
    let area = state.menuArea
    guard let menu = state.menu, area.height > 1 else { return drawCompletion() }
    grid.clear(area)
    let title = StyledText(reader.say(menu.action.message), [.heading, .bold])
    grid.draw(StyledText("> ", .accent) + title, row: area.rows.lowerBound, on: screen)
    let rows = area.rows.dropFirst()
    for (row, (index, item)) in zip(rows, menu.items.enumerated().dropFirst(menu.top)) {
      let isSelected = index == menu.selection
      let number = index < 9 ? "\(index + 1) " : "  "
      grid.draw(
        StyledText(isSelected ? "> " : "  ", .accent) + StyledText(number, .accent)
          + StyledText(item.text, isSelected ? .bold : .plain), row: row, on: screen)
      if isSelected { cursor = FrameCursor(row: row, column: 0) }
    }
  }

  /// The possible completions, above the line that is typed.
  private mutating func drawCompletion() {
    guard let completion = state.completion, state.prompt != nil else { return }
    let height = Swift.min(completion.candidates.count, layout.body.height / 2)
    guard height > 0 else { return }
    let first = Swift.max((completion.selection ?? 0) - height + 1, 0)
    let area = CellArea(
      rows: layout.body.height - height..<layout.body.height, columns: 0..<grid.columns)
    grid.clear(area)
    let shown = completion.candidates[first..<first + height]
    let table = Table(
      columns: [.whole, .flexible],
      rows: shown.map { [StyledText($0.word, .id), StyledText($0.description, .faint)] })
    var screen = screen
    screen.width = Swift.max(grid.columns - 2, 1)
    for (offset, lines) in table.rows(on: screen).enumerated() {
      let mark = first + offset == completion.selection ? "> " : "  "
      grid.draw(
        StyledText(mark, .accent) + (lines.first ?? ""), row: area.rows.lowerBound + offset,
        on: screen)
    }
  }

  // MARK: The bottom line

  private mutating func drawBottomLine() {
    let row = state.size.rows - 1
    if let remark = state.remark {
      let style: Style = remark.isFailure ? .failure : .success
      // While a text is typed, the remark is above it.
      let place = state.prompt == nil ? row : row - 1
      grid.clear(CellArea(rows: place..<place + 1, columns: 0..<grid.columns))
      var text = StyledText(remark.text, style)
      if let item = BottomLine.remarkItem(of: state) {
        text = text.truncated(to: Swift.max(item.area.columns.lowerBound - 2, 0), on: screen)
        draw(item)
      }
      grid.draw(text, row: place, on: screen)
    }
    if let prompt = state.prompt {
      let label = reader.say(prompt.kind.label(in: state)) + " "
      let view = prompt.line.view(after: label, columns: state.size.columns, on: screen)
      grid.draw(view.line, row: row, on: screen)
      cursor = FrameCursor(row: row, column: view.cursor, isVisible: true)
      return
    }
    guard state.remark == nil else { return }
    if let text = BottomLine.running(state) {
      grid.draw(StyledText(text, .warning), row: row, width: grid.columns / 2, on: screen)
    }
    for item in BottomLine.items(of: state) { draw(item) }
  }

  private mutating func draw(_ item: BottomLine.Item) {
    grid.draw(
      StyledText(item.key, .accent) + StyledText(" " + item.text), row: item.area.rows.lowerBound,
      column: item.area.columns.lowerBound, on: screen)
  }
}
