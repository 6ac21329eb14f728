import Localization
import Terminal
import Views

/// The keys whose actions match what is typed, in columns. Enter acts as the selected one.
struct KeyList {
  struct Item {
    var action: BrowseAction
    var keys: String
    var text: String
    var isAvailable: Bool
    var area: CellArea
  }

  /// The keys that select an item while its name is typed.
  static let movingKeys: Set<Key> = [
    .up, .down, .left, .right, .tab, .backTab, .pageUp, .pageDown,
  ]

  private(set) var items: [Item] = []
  private(set) var keysWidth = 0
  /// How many items are in a column.
  private(set) var height = 0
  /// What the marks on the screen mean, below the items if there is room.
  private(set) var notes: [StyledText] = []

  /// Actions that do nothing here come after those that do. Those that move are the same
  /// everywhere, so they come last.
  init(of state: BrowseState, matching typed: String) {
    let (screen, body) = (state.context.screen, state.layout.body)
    // No name is longer. A paste may be.
    let words = typed.prefix(100).lowercased().split(whereSeparator: \.isWhitespace)
    let matching = KeyMap.bindings.map(\.action).filter { $0 != .help }
      .map { action in
        Item(
          action: action,
          keys: KeyMap.names(of: action, unicode: screen.unicode).joined(separator: " "),
          text: state.reader.say(action.message), isAvailable: state.isAvailable(action),
          area: .empty)
      }
      .filter { $0.matches(words) }
    let acting = matching.filter { !$0.action.isMovement }
    items =
      acting.filter(\.isAvailable) + acting.filter { !$0.isAvailable }
      + matching.filter(\.action.isMovement)
    let measure = screen.measure
    keysWidth = items.map { measure.width(of: $0.keys) }.max() ?? 0
    // With the mark of the selected item in front, and space between columns.
    let width = 2 + keysWidth + 2 + (items.map { measure.width(of: $0.text) }.max() ?? 0) + 2
    let columns = Swift.max((body.width + 2) / width, 1)
    height = Swift.max((items.count + columns - 1) / columns, 1)
    // Below the title. On small screens, the column around the selected item is visible.
    let room = Swift.max(body.height - 1, 1)
    let top = Swift.max(state.keySelection % height - room + 1, 0)
    for index in items.indices {
      let (column, row) = (index / height, index % height - top)
      guard row >= 0, row < room else { continue }
      let first = column * width
      items[index].area = CellArea(
        rows: row + 1..<row + 2, columns: first..<Swift.min(first + width - 2, body.width))
    }
    var wide = screen
    wide.width = Swift.max(body.width - 2, 1)
    let all: [Message] = [.browseMarks, .browseYearMarks, .browseDeletedHelp, .browseInputMode]
    notes = all.flatMap { wide.wrapped(state.context.styled($0, .remark)) }
    if !typed.isEmpty || height + notes.count + 2 > room { notes = [] }
  }
}

extension KeyList.Item {
  /// Whether the name has all of the words, or they are keys.
  fileprivate func matches(_ words: [Substring]) -> Bool {
    let name = text.lowercased()
    return words.allSatisfy { word in
      name.contains(word) || keys.split(separator: " ").contains { $0.lowercased() == word }
    }
  }
}

extension BrowseState {
  /// The list of keys, while it is shown.
  var keyList: KeyList? {
    guard let prompt, prompt.kind == .keys else { return nil }
    return KeyList(of: self, matching: prompt.line.text)
  }

  /// Up and down move within a column, left and right between columns.
  mutating func moveInKeys(_ key: Key) {
    guard let list = keyList, !list.items.isEmpty else { return }
    let step: Int
    switch key {
    case .up, .backTab: step = -1
    case .down, .tab: step = 1
    case .left: step = -list.height
    case .right: step = list.height
    case .pageUp: step = -(keySelection % list.height)
    default: step = list.height - 1 - keySelection % list.height
    }
    let next = keySelection + step
    if list.items.indices.contains(next) {
      keySelection = next
    } else if key == .pageDown {
      keySelection = list.items.count - 1
    }
  }

  mutating func performSelectedKey(among typed: String) -> [BrowseEffect] {
    let items = KeyList(of: self, matching: typed).items
    guard items.indices.contains(keySelection) else { return [] }
    return perform(items[keySelection].action)
  }

  /// A click acts as the key, and closes the list.
  mutating func pressInKeys(row: Int, column: Int) -> [BrowseEffect] {
    let item = keyList?.items.first { $0.area.contains(row: row, column: column) }
    prompt = nil
    return item.map { perform($0.action) } ?? []
  }
}
