import Arguments
import Localization
import Terminal
import Views

/// The keys whose actions match what is typed, in groups, in a window over the panels. Enter acts as
/// the selected one.
struct KeyList {
  struct Item {
    var action: BrowseAction
    /// A command of the user's, which takes the place of the action.
    var own: OwnCommand?
    var keys: String
    var text: String
    var isAvailable: Bool
    var column = 0
    var row = 0
    /// Empty if it is not visible.
    var area = CellArea.empty
  }

  /// The title of a group.
  struct Heading {
    var text: String
    var column: Int
    var row: Int
    var area = CellArea.empty
  }

  /// The keys that select an item while its name is typed.
  static let movingKeys: Set<Key> = [
    .up, .down, .left, .right, .tab, .backTab, .pageUp, .pageDown,
  ]

  private(set) var window = CellArea.empty
  private(set) var items: [Item] = []
  private(set) var headings: [Heading] = []
  private(set) var keysWidth = 0
  /// What the selected key does, at the bottom of the window.
  private(set) var explanation: [StyledText] = []
  /// What the marks on the screen mean, below the items if there is room.
  private(set) var notes: [StyledText] = []
  /// The rows of items, and the first of them that is visible.
  private(set) var height = 0
  private(set) var top = 0
  /// The row below the items.
  private(set) var end = 0
  /// The first row of the window's contents.
  private(set) var contents = CellArea.empty

  init(of state: BrowseState, matching typed: String) {
    let (screen, body) = (state.context.screen, state.layout.body)
    var window = body.inset(rows: body.height >= 20 ? 1 : 0, columns: body.width >= 60 ? 2 : 0)
    // No name is longer. A paste may be.
    let words = typed.prefix(100).lowercased().split(whereSeparator: \.isWhitespace)
    items = KeyMap.Group.allCases.flatMap { group in
      state.keys.bindings.filter { $0.group == group && $0.action != .help }.map(\.action)
    }.map { action in
      Item(
        action: action,
        keys: state.keys.names(of: action, unicode: screen.unicode).joined(separator: " "),
        text: state.reader.say(action.message), isAvailable: state.isAvailable(action))
    }
    let own = state.keys.own.map { command in
      Item(
        action: .command, own: command,
        keys: KeyMap.name(of: command.press, unicode: screen.unicode),
        text: command.name, isAvailable: true)
    }
    let row = items.firstIndex { $0.action.group == .go } ?? items.endIndex
    items.insert(contentsOf: own, at: row)
    let border = window.width >= 40 ? 2 : 1
    var narrow = screen
    narrow.width = Swift.max(window.width - 2 * border, 1)
    let all: [Message] = [.browseMarks, .browseYearMarks, .browseDeletedHelp, .browseInputMode]
    let notes = all.flatMap { narrow.wrapped(state.context.styled($0, .remark)) }
    // As high as all keys need, whatever is typed.
    let needed = arrange(in: narrow, state.reader).height + notes.count + 2 + 3 + 2
    window.rows =
      window.rows
      .lowerBound..<Swift.min(
        window.rows.upperBound, window.rows.lowerBound + needed)
    self.window = window
    contents = window.inset(rows: 1, columns: border)
    items = items.filter { $0.matches(words) }
    explanation = explanation(in: state)
    let room = Swift.max(contents.height - explanation.count, 1)
    let width: Int
    (width, height) = arrange(in: narrow, state.reader)
    // On small screens, the rows around the selected item are visible.
    let selected = items.indices.contains(state.keySelection) ? items[state.keySelection].row : 0
    top = Swift.max(Swift.min(selected - room / 2, height - room), 0)
    let (top, contents) = (top, contents)
    func area(_ column: Int, _ row: Int) -> CellArea {
      guard row >= top, row < top + room else { return .empty }
      let (line, first) = (
        contents.rows.lowerBound + row - top, contents.columns.lowerBound + column * width
      )
      return CellArea(
        rows: line..<line + 1,
        columns: first..<Swift.min(first + width - 2, contents.columns.upperBound))
    }
    for index in items.indices {
      items[index].area = area(items[index].column, items[index].row)
    }
    for index in headings.indices {
      headings[index].area = area(headings[index].column, headings[index].row)
    }
    end = contents.rows.lowerBound + Swift.min(height, room)
    if typed.isEmpty, height + notes.count + 2 <= room { self.notes = notes }
  }

  /// What the selected key does, and why it does nothing here. Filled to two lines, so that nothing
  /// moves while keys are selected.
  private func explanation(in state: BrowseState) -> [StyledText] {
    guard items.indices.contains(state.keySelection), contents.height > 8 else { return [] }
    let action = items[state.keySelection].action
    var screen = state.context.screen
    screen.width = Swift.max(contents.width, 1)
    if let own = items[state.keySelection].own {
      let line = own.words.map(ShellWords.quoted).joined(separator: " ")
      return [""] + (screen.wrapped(StyledText(line)) + ["", ""]).prefix(2)
    }
    let text =
      state.context.styled(action.summary)
      + (state.refusal(of: action).map { "  " + state.context.styled($0, .remark) } ?? "")
    return [""] + (screen.wrapped(text) + ["", ""]).prefix(2)
  }

  /// Puts the items into as many columns as there is room for, and returns the width and height of a column.
  private mutating func arrange(in screen: Screen, _ reader: Reader) -> (width: Int, height: Int) {
    let (measure, room) = (screen.measure, (screen.width ?? 1) + 2)
    keysWidth = items.map { measure.width(of: $0.keys) }.max() ?? 0
    // With the mark of the selected item in front, and space between columns.
    let widest = 2 + keysWidth + 2 + (items.map { measure.width(of: $0.text) }.max() ?? 0) + 2
    let columns = Swift.max(room / widest, room >= 62 ? 2 : 1)
    var height = Swift.max((items.count + columns - 1) / columns, 1)
    while place(in: height, reader) > columns { height += 1 }
    return (Swift.min(widest, room / columns), height)
  }

  /// Puts the items and the titles of their groups into columns of `height` rows, and returns how
  /// many columns there are.
  private mutating func place(in height: Int, _ reader: Reader) -> Int {
    headings = []
    var (column, row) = (0, 0)
    var group: KeyMap.Group?
    for index in items.indices {
      if items[index].group != group {
        group = items[index].group
        // A title is not the last row of a column, and has an empty row above it.
        if row > 0 { row += 1 }
        if row + 1 >= Swift.max(height, 2) { (column, row) = (column + 1, 0) }
        headings.append(
          Heading(text: reader.say(items[index].group.title), column: column, row: row))
        row += 1
      }
      if row >= Swift.max(height, 2) { (column, row) = (column + 1, 0) }
      (items[index].column, items[index].row) = (column, row)
      row += 1
    }
    return column + 1
  }

  /// Whether the window has no room for all of them.
  var hidesItems: Bool { height > end - contents.rows.lowerBound }

  /// The nearest item in the column beside that of an item.
  func index(beside index: Int, by step: Int) -> Int? {
    let item = items[index]
    return items.indices.filter { items[$0].column == item.column + step }
      .min { abs(items[$0].row - item.row) < abs(items[$1].row - item.row) }
  }

  /// The first or the last item in the column of an item.
  func index(atEndOfColumnOf index: Int, isFirst: Bool) -> Int? {
    let column = items.indices.filter { items[$0].column == items[index].column }
    return isFirst ? column.first : column.last
  }
}

extension KeyList.Item {
  var group: KeyMap.Group { own == nil ? action.group : .row }

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

  /// Up and down move to the next item, left and right between columns.
  mutating func moveInKeys(_ key: Key) {
    guard let list = keyList, list.items.indices.contains(keySelection) else { return }
    let next: Int?
    switch key {
    case .up, .backTab: next = keySelection - 1
    case .down, .tab: next = keySelection + 1
    case .left: next = list.index(beside: keySelection, by: -1)
    case .right: next = list.index(beside: keySelection, by: 1)
    default: next = list.index(atEndOfColumnOf: keySelection, isFirst: key == .pageUp)
    }
    if let next, list.items.indices.contains(next) { keySelection = next }
  }

  mutating func performSelectedKey(among typed: String) -> [BrowseEffect] {
    let items = KeyList(of: self, matching: typed).items
    guard items.indices.contains(keySelection) else { return [] }
    return items[keySelection].own.map { run($0) } ?? perform(items[keySelection].action)
  }

  /// A click acts as the key, and closes the list.
  mutating func pressInKeys(row: Int, column: Int) -> [BrowseEffect] {
    let item = keyList?.items.first { $0.area.contains(row: row, column: column) }
    prompt = nil
    return item.map { item in item.own.map { run($0) } ?? perform(item.action) } ?? []
  }
}
