import Context
import Localization
import Terminal
import Views

extension PlainSession {
  func say(_ text: StyledText) throws { try app.output.show([text], paged: false) }

  /// Prints what a key has changed: a remark, a text, a list that was chosen, or a selection.
  mutating func showChange(since before: Selection) throws {
    if let overlay = state.overlay {
      state.overlay = nil
      try say(StyledText(overlay.title, .heading))
      try app.output.show(overlay.lines, paged: false)
    }
    if let remark = state.remark {
      state.remark = nil
      try say(StyledText(remark.text))
    }
    let now = Selection(state)
    guard now != before else { return }
    if now.tab != before.tab || now.search != before.search {
      if now.tab == .days { try showPage() } else { try showList() }
    } else {
      try showSelection()
    }
  }

  /// Prints the selected day, or the row of another list.
  mutating func showSelection() throws {
    if state.tab == .days { return try showPage() }
    guard let row = state.list.selectedRow else { return try showList() }
    try say(text(of: row))
  }

  func showPage() throws {
    var context = state.context
    context.screen = app.output.screen
    context.screen.width = state.size.columns
    try app.output.show(state.page.content?.lines(in: context) ?? [], paged: false)
  }

  /// Prints the keys that work here.
  func showKeys() throws {
    let items = KeyList(of: state, matching: "").items.filter(\.isAvailable)
    for group in KeyMap.Group.allCases {
      let table = Table(
        columns: [.whole, .whole, .wrapped],
        rows: items.filter { $0.group == group }.map {
          [
            StyledText($0.keys, .accent), StyledText($0.text),
            $0.own == nil ? state.context.styled($0.action.summary, .remark) : "",
          ]
        })
      try say(state.context.styled(group.title, .heading))
      try app.output.show(table.lines(on: app.output.screen), paged: false)
    }
  }

  /// Prints the name of the list, how many rows it has, and the rows around the selected one.
  func showList() throws {
    let list = state.list
    let name = state.reader.say(state.tab.title)
    try say(StyledText(name, .heading) + StyledText("  " + state.reader.write(list.count)))
    guard list.count > 0 else {
      for reason in state.reasonForEmptyList { try say(state.context.styled(reason, .remark)) }
      return
    }
    var lines: [StyledText] = []
    for position in list.window.clamped(to: list.top..<list.top + state.size.rows - 2) {
      guard let row = list.row(at: position) else { continue }
      lines.append((position == list.selection ? "> " : "  ") + text(of: row))
    }
    try app.output.show(lines, paged: false)
  }

  private func text(of row: ListRow) -> StyledText {
    let drawing = ListDrawing(
      state: state, screen: app.output.screen, width: state.size.columns - 2)
    return drawing.text(of: row, drawing.columns(of: [row]))
  }
}
