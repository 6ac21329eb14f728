import Context
import Diary
import Journal
import Localization
import Terminal
import Views

/// A choice between a few things, above the bottom line.
struct Menu: Sendable {
  enum Choice: Hashable, Sendable {
    case measure(Measure?)
    case copy(String)
    case show([String])
    case change(DiaryChange)
    case nothing
  }

  struct Item: Hashable, Sendable {
    var text: String
    var choice: Choice
  }

  /// The action that opened the menu. Its key takes the selected item.
  var action: BrowseAction
  /// A question, or else the name of the action.
  var title: String
  var items: [Item]
  var selection = 0
  /// The first item that is visible.
  var top = 0
}

extension BrowseState {
  /// The window of the menu with its frame, below the selected row or else above it.
  var menuArea: CellArea {
    guard let menu else { return .empty }
    let (screen, body) = (context.screen, layout.body)
    let texts = menu.items.map(\.text) + [menu.title]
    let widest = texts.map { screen.measure.width(of: visible($0)) }.max() ?? 0
    let width = Swift.min(widest + 8, body.width)
    let height = Swift.min(menu.items.count + 2 + menuQuestion(width).count, body.height)
    let isOnPage = focus == .page
    let area = isOnPage ? layout.pageRows : layout.listRows
    let line = page.items.first { $0.item == page.cursor }?.line ?? page.scroll
    let selected =
      area.isEmpty
      ? body.height / 2
      : area.rows.lowerBound + (isOnPage ? line - page.scroll : list.selection - list.top)
    let below = selected + 1
    let top = below + height <= body.height ? below : Swift.max(selected - height, 0)
    let left = Swift.min(area.columns.lowerBound + 2, Swift.max(body.width - width, 0))
    let first = Swift.min(top, body.height - height)
    return CellArea(rows: first..<first + height, columns: left..<left + width)
  }

  /// The rows of the items.
  var menuRows: Range<Int> {
    menuArea.rows.dropFirst(1 + menuQuestion(menuArea.width).count).dropLast()
  }

  /// A question that is too long for the frame, above the items.
  func menuQuestion(_ width: Int) -> [StyledText] {
    guard let menu else { return [] }
    var screen = context.screen
    guard screen.measure.width(of: visible(menu.title)) > width - 6 else { return [] }
    screen.width = Swift.max(width - 4, 1)
    return screen.wrapped(StyledText(menu.title)).prefix(4).map(\.self)
  }

  mutating func handleInMenu(_ key: Key) -> [BrowseEffect] {
    guard var menu else { return [] }
    if case .text(let text) = key, let number = text.first?.wholeNumberValue,
      menu.items.indices.contains(number - 1)
    {
      return choose(menu.items[number - 1])
    }
    let rows = Swift.max(menuRows.count, 1)
    switch keys.actions(for: key).first {
    case .down?: menu.selection = Swift.min(menu.selection + 1, menu.items.count - 1)
    case .up?: menu.selection = Swift.max(menu.selection - 1, 0)
    case .first?: menu.selection = 0
    case .last?: menu.selection = menu.items.count - 1
    case .pageDown?: menu.selection = Swift.min(menu.selection + rows, menu.items.count - 1)
    case .pageUp?: menu.selection = Swift.max(menu.selection - rows, 0)
    case .suspend?: return [.suspend]
    case .redraw?: return [.redraw]
    case .open?, .finish?: return choose(menu.items[menu.selection])
    case menu.action?: return choose(menu.items[menu.selection])
    case .back?, .quit?:
      self.menu = nil
      return []
    default: return []
    }
    menu.top = Swift.max(Swift.min(menu.top, menu.selection), menu.selection - rows + 1)
    self.menu = menu
    return []
  }

  mutating func choose(_ item: Menu.Item) -> [BrowseEffect] {
    menu = nil
    switch item.choice {
    case .measure(let measure):
      self.measure = measure
      return []
    case .copy(let text): return [.copy(text)]
    case .show(let words): return [.show(words)]
    case .change(let change): return [.change(change)]
    case .nothing: return []
    }
  }

  /// Opens a menu with the current choice selected. A single item is chosen at once.
  mutating func offer(_ items: [Menu.Item], for action: BrowseAction) -> [BrowseEffect] {
    guard let first = items.first else { return [] }
    if items.count == 1 { return choose(first) }
    let chosen = items.firstIndex { $0.choice == .measure(measure) } ?? 0
    menu = Menu(
      action: action, title: reader.say(action.message), items: items, selection: chosen)
    let rows = Swift.max(menuRows.count, 1)
    menu?.top = Swift.max(chosen - rows + 1, 0)
    return []
  }

  /// Asks before a change is made. What does nothing is chosen unless another key is pressed.
  mutating func confirm(_ question: Message, before change: DiaryChange, _ action: BrowseAction) {
    let items = [
      Menu.Item(text: reader.say(action.message), choice: .change(change)),
      Menu.Item(text: reader.say(BrowseAction.back.message), choice: .nothing),
    ]
    menu = Menu(action: action, title: reader.say(question), items: items, selection: 1)
  }

  // MARK: The menus

  /// Everything that `graph --of` takes.
  var measureItems: [Menu.Item] {
    let all: [Measure?] = [nil] + Measure.named + tags.prefix(200).map(Measure.tag)
    return all.map { measure in
      let title = measure?.title ?? .browseActivity
      return Menu.Item(text: reader.say(title), choice: .measure(measure))
    }
  }

  /// The text, the id and the link of the target.
  var copyItems: [Menu.Item] {
    func item(_ message: Message, _ text: String?) -> Menu.Item? {
      guard let text, !text.isEmpty else { return nil }
      return Menu.Item(text: reader.say(message), choice: .copy(text))
    }
    let items: [Menu.Item?]
    switch target {
    case .toDo(let found)?:
      items = [item(.browseCopyText, found.toDo.text), item(.browseCopyID, found.shortID)]
    case .note(let selected)?:
      let note = page.content?.note(selected.id)?.note
      items = [
        item(.browseCopyText, note.map { EditorText.text(of: $0.text) }),
        item(.browseCopyID, selected.shortID),
        item(.browseCopyLink, note.flatMap { $0.commit.flatMap($0.repository.url) }),
      ]
    case .commit(let found)?:
      items = [
        item(.browseCopyID, found.commit.sha),
        item(.browseCopyLink, found.repository.url(of: found.commit)),
        item(.browseCopyText, found.commit.subject),
      ]
    case .day(let day)?:
      items = [
        item(.browseCopyText, selectedEntry?.text.written), item(.browseCopyID, "\(day)"),
      ]
    case .span(let first, let last)?:
      items = [item(.browseCopyID, "\(first) \(last)")]
    case nil: items = []
    }
    return items.compactMap(\.self)
  }

  /// The formats of `share`.
  var shareItems: [Menu.Item] {
    let words: [String]
    if let note = selectedNote {
      words = ["notes", "share", note.shortID]
    } else if let entry = selectedEntry {
      words = ["diary", "share", "\(entry.day)"]
    } else {
      return []
    }
    let formats: [(String, Message)] = [
      ("text", .browseShareText), ("markdown", .plainText(text: "Markdown")),
      ("html", .plainText(text: "HTML")),
      ("json", .plainText(text: "JSON")),
    ]
    return formats.map { format, message in
      Menu.Item(
        text: reader.say(message),
        choice: .show(words + (format == "text" ? [] : ["--format", format])))
    }
  }
}
