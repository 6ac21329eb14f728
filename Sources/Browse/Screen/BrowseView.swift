import Context
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
      if let keys = state.keyList { draw(keys) } else { drawMenu() }
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
    // A bar follows the title of the active panel, so that it is seen without color.
    func draw(_ title: StyledText, from column: Int, to end: Int) {
      let row = area.rows.lowerBound
      let next = grid.draw(
        marker + (isFocused ? title.styled(.bold) : title), row: row, column: column,
        width: end - column, on: screen)
      guard isFocused, end - next > 3 else { return }
      let bar = String(repeating: screen.hasLines ? "━" : "=", count: end - next - 2)
      grid.draw(StyledText(bar, .accent), row: row, column: next + 1, on: screen)
    }
    let (first, end) = (area.columns.lowerBound, area.columns.upperBound)
    switch panel {
    case .year:
      draw(yearTitle(width: area.width - 2), from: first, to: end)
      drawYear(layout.contents(of: .year))
    case .list:
      let tabs = ListTabs(of: state)
      draw(tabs.title, from: first, to: tabs.columns.upperBound)
      drawList(state.listRows)
      drawOriginOfCommits(below: state.listRows)
    case .page:
      // The titles of the lists may reach over the page.
      let tabs = ListTabs(of: state)
      let isReached = tabs.row == area.rows.lowerBound && tabs.columns.upperBound + 1 > first
      draw(pageTitle, from: isReached ? tabs.columns.upperBound + 1 : first, to: end)
      drawPage(layout.pageRows)
    }
  }

  private mutating func drawSeparator() {
    let line = screen.unicode && screen.measure.width(of: "│") == 1 ? "│" : "|"
    for panel in [Panel.list, .page] {
      let area = layout.area(of: panel)
      guard !area.isEmpty, area.columns.lowerBound > 0 else { continue }
      // The first row has the titles, which may be wider than their panels.
      for row in area.rows.dropFirst() {
        grid.draw(
          StyledText(line, .remark), row: row, column: area.columns.lowerBound - 1, width: 1,
          on: screen)
      }
    }
  }

  // MARK: The year

  private func yearTitle(width: Int) -> StyledText {
    var title = StyledText(reader.dateWithWeekday(state.day)) + state.context.journalMark
    if let (day, year) = state.measureTitle {
      if !day.isEmpty { title += StyledText("  " + day, .id) }
      let room = width - title.width(on: screen) - 3
      let sum = state.context.styled(year, .remark)
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
      if let streak = streaks.currentWords {
        let text = state.context.styled(streak, .remark)
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
    // The days are marked by characters in the colors of the terminal's text, which are legible on
    // every shade.
    if let marked = state.marked?.clamped(to: state.yearSpan) {
      for number in marked.lowerBound.number...marked.upperBound.number {
        let day = Day(number: number)
        guard let place = heatmap.position(of: day, on: screen), place.line < area.height else {
          continue
        }
        mark(place, "(", ")", "o", .bold, in: area)
      }
    }
    mark(place, "[", "]", "@", [.bold, .reverse], in: area)
    if state.focus == .year { cursor = FrameCursor(row: row, column: column) }
  }

  /// Marks a day with two characters, or with one where it has only one column.
  private mutating func mark(
    _ place: HeatmapPosition, _ left: String, _ right: String, _ single: String, _ style: Style,
    in area: CellArea
  ) {
    let (row, column) = (area.rows.lowerBound + place.line, area.columns.lowerBound + place.column)
    let text = place.width > 1 ? left + right : single
    grid.draw(StyledText(text, style), row: row, column: column, on: screen)
  }

  // MARK: The page

  private var pageTitle: StyledText {
    let text =
      switch state.page.subject {
      case .day(let day)?, .entry(let day)?: reader.dateWithWeekday(day)
      case .span(let first, let last)?, .digest(let first, let last)?:
        reader.date(first) + (screen.unicode ? " – " : " - ") + reader.date(last)
      case .note(let id)?: state.page.content?.note(id)?.shortID ?? ""
      case .toDo(let id)?: state.page.content?.toDo(id)?.shortID ?? ""
      case .commit(let sha)?, .diff(let sha, _)?: String(sha.prefix(7))
      case nil: ""
      }
    var title = StyledText(text, .day)
    if !layout.isVisible(.year) { title += state.context.journalMark }
    let (count, height) = (state.page.lines?.count ?? 0, layout.pageRows.height)
    if count > height {
      title += StyledText("  " + visibleLines(from: state.page.scroll, height, of: count), .remark)
    }
    return title
  }

  /// Which lines of a text are visible: `1–27/64`.
  private func visibleLines(from first: Int, _ height: Int, of count: Int) -> String {
    let dash = screen.unicode ? "–" : "-"
    return "\(first + 1)\(dash)\(Swift.min(first + height, count))/\(count)"
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

  private mutating func drawList(_ area: CellArea) {
    let list = state.list
    let rows = area.rows.enumerated().compactMap { offset, row -> (row: Int, position: Int)? in
      let position = list.top + offset
      return position < list.count ? (row, position) : nil
    }
    if rows.isEmpty {
      var narrow = screen
      narrow.width = Swift.max(area.width - 2, 1)
      let lines = state.reasonForEmptyList.flatMap {
        narrow.wrapped(state.context.styled($0, .remark))
      }
      for (row, line) in zip(area.rows, lines) {
        grid.draw(line, row: row, column: area.columns.lowerBound + 2, on: screen)
      }
    }
    let drawing = ListDrawing(state: state, screen: screen, width: area.width - 2)
    let columns = drawing.columns(of: rows.compactMap { list.row(at: $0.position) })
    for (row, position) in rows {
      let isSelected = position == list.selection
      let isActive = isSelected && state.focus == .list
      var text = list.row(at: position).map { drawing.text(of: $0, columns) } ?? StyledText()
      if isActive {
        text = text.truncated(to: area.width - 2, on: screen).padded(to: area.width - 2, on: screen)
        // One background for the whole row.
        text = StyledText(text.plain, .reverse)
      }
      let isMarked =
        state.tab == .days
        ? list.row(at: position).map { state.marked?.contains($0.day) ?? false } ?? false
        : state.severalPositions?.contains(position) ?? false
      grid.draw(
        StyledText(isSelected ? "> " : isMarked ? "| " : "  ", .accent) + text, row: row,
        column: area.columns.lowerBound, width: area.width, on: screen)
      if isActive { cursor = FrameCursor(row: row, column: area.columns.lowerBound) }
    }
  }

  // MARK: Overlays

  private mutating func draw(_ overlay: Overlay) {
    let height = layout.body.height - 1
    let count = overlay.lines.count
    let place = count > height ? "  " + visibleLines(from: overlay.scroll, height, of: count) : ""
    grid.draw(
      StyledText("> ", .accent) + StyledText(overlay.title, [.heading, .bold])
        + StyledText(place, .remark), row: 0, on: screen)
    for (row, line) in overlay.lines.dropFirst(overlay.scroll).prefix(height).enumerated() {
      grid.draw(line, row: row + 1, column: 2, width: state.size.columns - 2, on: screen)
    }
    let row = 1 + overlay.selection - overlay.scroll
    grid.draw(StyledText(">", .accent), row: row, on: screen)
    cursor = FrameCursor(row: row, column: 0)
  }

  /// Which clones the commits are from, below the list.
  private mutating func drawOriginOfCommits(below area: CellArea) {
    guard let origin = state.foundCommits[state.commitChoice]?.origin,
      area.height < layout.listRows.height
    else { return }
    let text = state.context.styled(origin, .remark).truncated(to: area.width - 2, on: screen)
    grid.draw("  " + text, row: area.rows.upperBound, column: area.columns.lowerBound, on: screen)
  }

  // MARK: Windows

  private mutating func draw(_ keys: KeyList) {
    let contents = keys.contents
    grid.drawFrame(
      keys.window, title: StyledText(reader.say(.browseKeyHelp), [.heading, .bold]),
      end: StyledText(
        keys.hidesItems
          ? visibleLines(from: keys.top, keys.end - contents.rows.lowerBound, of: keys.height) : "",
        .remark), style: .accent, on: screen)
    for heading in keys.headings where !heading.area.isEmpty {
      grid.draw(
        StyledText(heading.text, .heading), row: heading.area.rows.lowerBound,
        column: heading.area.columns.lowerBound, width: heading.area.width, on: screen)
    }
    for (index, item) in keys.items.enumerated() where !item.area.isEmpty {
      let isSelected = index == state.keySelection
      let style: Style = isSelected ? [.plain, .bold] : item.isAvailable ? .plain : .remark
      grid.draw(
        StyledText(isSelected ? "> " : "  ", .accent)
          + StyledText(item.keys, item.isAvailable ? .accent : .remark).padded(
            to: keys.keysWidth, on: screen) + "  " + StyledText(item.text, style),
        row: item.area.rows.lowerBound, column: item.area.columns.lowerBound,
        width: item.area.width, on: screen)
    }
    func draw(_ lines: [StyledText], from row: Int) {
      for (offset, line) in lines.enumerated() {
        grid.draw(
          line, row: row + offset, column: contents.columns.lowerBound, width: contents.width,
          on: screen)
      }
    }
    draw(keys.notes, from: keys.end + 1)
    draw(keys.explanation, from: contents.rows.upperBound - keys.explanation.count)
    if keys.items.isEmpty { draw([state.context.styled(.pickerEmpty, .remark)], from: keys.end) }
  }

  private mutating func drawMenu() {
    let area = state.menuArea
    guard let menu = state.menu, area.height > 2 else { return drawCompletion() }
    let question = state.menuQuestion(area.width)
    grid.drawFrame(
      area, title: StyledText(question.isEmpty ? menu.title : "", [.heading, .bold]),
      style: .accent, on: screen)
    let (left, width) = (area.columns.lowerBound + 1, area.width - 2)
    for (offset, line) in question.enumerated() {
      grid.draw(
        " " + line.styled(.bold), row: area.rows.lowerBound + 1 + offset, column: left,
        width: width, on: screen)
    }
    for (row, (index, item)) in zip(state.menuRows, menu.items.enumerated().dropFirst(menu.top)) {
      let isSelected = index == menu.selection
      let number = index < 9 ? "\(index + 1) " : "  "
      grid.draw(
        StyledText(isSelected ? "> " : "  ", .accent) + StyledText(number, .accent)
          + StyledText(item.text, isSelected ? .bold : .plain), row: row, column: left,
        width: width, on: screen)
      if isSelected { cursor = FrameCursor(row: row, column: left) }
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
      rows: shown.map { [StyledText($0.word, .id), StyledText($0.description, .remark)] })
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
