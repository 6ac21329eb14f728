import Localization
import Terminal
import Views

/// The keys that work now, at the bottom of the screen. A click on one acts as the key.
enum BottomLine {
  struct Item: Hashable, Sendable {
    var action: BrowseAction
    var key: String
    var text: String
    var area: CellArea
  }

  /// As many items as fit, the most important first.
  static func items(of state: BrowseState) -> [Item] {
    let screen = state.context.screen
    let row = state.size.rows - 1
    var items: [Item] = []
    var column = 0
    for action in actions(of: state) where state.isAvailable(action) {
      let key = KeyMap.name(of: action, unicode: screen.unicode)
      let text = state.reader.say(action.message)
      let width = screen.measure.width(of: key) + 1 + screen.measure.width(of: text)
      guard column + width <= state.size.columns else { continue }
      let area = CellArea(rows: row..<row + 1, columns: column..<column + width)
      items.append(Item(action: action, key: key, text: text, area: area))
      column += width + 2
    }
    return items
  }

  private static func actions(of state: BrowseState) -> [BrowseAction] {
    if state.overlay != nil { return [.back, .down, .up] }
    let moving: [BrowseAction] = [.help, .quit, .find]
    let doing: [BrowseAction] =
      switch (state.focus, state.tab) {
      case (.page, _): [.edit, .back, .delete, .share, .copy]
      case (_, .days): [.edit, .jot, .addToDo, .today, .nextPanel, .delete, .open]
      case (_, .notes): [.edit, .delete, .open, .openPage, .copy]
      case (_, .toDos): [.finish, .addToDo, .edit, .moveToDo, .delete]
      case (_, .commits): [.note, .openPage, .copy, .open, .why]
      case (_, .search): [.open, .edit, .nextMatch, .previousMatch, .back]
      }
    return moving + [.undo] + doing + [.command, .full, .log, .redo, .refresh]
  }
}
