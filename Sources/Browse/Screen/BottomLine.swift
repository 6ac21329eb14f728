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
    if let running = running(state) {
      column = Swift.min(screen.measure.width(of: running) + 2, state.size.columns / 2)
    }
    for action in actions(of: state) where state.isAvailable(action) || state.overlay != nil {
      let key = state.keys.name(of: action, unicode: screen.unicode)
      let text = state.reader.say(message(of: action, in: state))
      let width = screen.measure.width(of: key) + 1 + screen.measure.width(of: text)
      guard column + width <= state.size.columns else { continue }
      let area = CellArea(rows: row..<row + 1, columns: column..<column + width)
      items.append(Item(action: action, key: key, text: text, area: area))
      column += width + 2
    }
    return items
  }

  /// The key that is shown after the remark; `nil` if there is none or no room for it.
  static func remarkItem(of state: BrowseState) -> Item? {
    guard let remark = state.remark, let action = remark.action, state.prompt == nil else {
      return nil
    }
    let screen = state.context.screen
    let key = state.keys.name(of: action, unicode: screen.unicode)
    let text = state.reader.say(action.message)
    let width = screen.measure.width(of: key) + 1 + screen.measure.width(of: text)
    let last = state.size.columns - width
    guard last >= 12 else { return nil }
    let column = Swift.min(StyledText(remark.text).width(on: screen) + 2, last)
    let row = state.size.rows - 1
    return Item(
      action: action, key: key, text: text,
      area: CellArea(rows: row..<row + 1, columns: column..<column + width))
  }

  /// What the action does here.
  private static func message(of action: BrowseAction, in state: BrowseState) -> Message {
    if state.overlay != nil { return action == .filter ? .browseSearch : action.message }
    switch action {
    case .open where state.menu != nil: return .browseKeyChoose
    case .open where state.marked != nil && state.focus != .page: return .browseKeySummarize
    case .open
    where state.page.cursor == nil && state.focus == .page && state.selectedCommit != nil:
      return .browseKeyFiles
    case .mark where state.anchor != nil: return .browseKeyUnmark
    case .back where !state.running.isEmpty && state.menu == nil: return .browseKeyInterrupt
    default: return action.message
    }
  }

  /// The command that runs beside the screen, and how far it is.
  static func running(_ state: BrowseState) -> String? {
    if let saving = state.saving {
      return state.reader.say(.browseSaving(command: LoggedCommand(saving.words).line))
    }
    return state.running.last.map { running in
      let command =
        running.progress.map { "\(running.words.first ?? ""): \($0)" }
        ?? LoggedCommand(running.words).line
      return state.reader.say(.browseRunning(command: command))
    }
  }

  private static func actions(of state: BrowseState) -> [BrowseAction] {
    if state.overlay != nil { return [.back, .open, .filter, .nextMatch, .down, .up, .copy] }
    if state.menu != nil { return [.open, .back, .down, .up] }
    let isOnPage = state.focus == .page
    let doing: [BrowseAction] =
      switch state.target {
      case .toDo?: [.finish, .edit, .addToDo, .moveToDo, .delete, .tags, .copy]
      case .note?: [.open, .edit, .delete, .tags, .share, .copy, .openPage, .moveToDo]
      case .commit?: [.note, .open, .openPage, .why, .copy, .authors]
      case .span?: [.open, .mark, .copy]
      case .day? where isOnPage: [.down, .edit, .jot, .addToDo, .delete, .tags, .share, .copy]
      case .day?:
        [.edit, .jot, .addToDo, .command, .nextPanel, .measure, .today, .mark, .delete, .open]
      case nil: [.addToDo, .jot]
      }
    let canGoBack =
      !state.running.isEmpty || isOnPage || state.tab != .days || !state.opened.isEmpty
      || state.isFull
    if state.severalRows.count > 1 {
      return [.help, .back, .finish, .moveToDo, .tags, .delete, .copy, .undo]
    }
    var all: [BrowseAction] = [.help, .quit, .filter]
    if canGoBack || state.anchor != nil || state.choice.isFiltered { all.append(.back) }
    all += doing.prefix(2)
    all.append(.command)
    all += doing.dropFirst(2)
    if state.tab == .search { all += [.nextMatch, .previousMatch] }
    all += [.find, .sort, .undo, .full, .log, .redo, .resume, .refresh, .measure]
    var seen: Set<BrowseAction> = []
    return all.filter { seen.insert($0).inserted }
  }
}
