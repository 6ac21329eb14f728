import Diary
import Journal
import Localization
import Terminal

/// The order of a list.
enum ListOrder: CaseIterable, Hashable, Sendable {
  /// That of the list itself: to-dos as they are due, commits as in git, results by kind.
  case usual
  case newest, oldest, title

  var name: Message {
    switch self {
    case .usual: .browseOrderUsual
    case .newest: .browseOrderNewest
    case .oldest: .browseOrderOldest
    case .title: .browseOrderTitle
    }
  }
}

extension ListTab {
  /// The orders that the sort key goes through. Days are a calendar, and keep their order.
  var orders: [ListOrder] {
    switch self {
    case .days: []
    case .notes: [.newest, .oldest, .title]
    case .toDos, .commits, .search: [.usual, .newest, .oldest, .title]
    }
  }
}

/// What is listed of a list.
struct ListChoice: Sendable {
  /// The words that rows must have; empty for all rows. Not used for results of a search.
  var words = ""
  var order = ListOrder.usual
  /// All rows, of a list that is in memory.
  var rows: [ListRow] = []

  var isFiltered: Bool { words.contains { !$0.isWhitespace } }
}

extension BrowseState {
  var choice: ListChoice {
    get { choices[tab] ?? ListChoice() }
    set { choices[tab] = newValue }
  }

  func isFiltered(_ tab: ListTab) -> Bool { choices[tab]?.isFiltered ?? false }

  /// Whether the rows of the current list are read from the journal as they become visible.
  var isReadInParts: Bool { tab.isReadInParts && !choice.isFiltered }

  /// The notes or days that the filter finds, if they have to be looked up.
  var missingFilter: BackgroundRequest? {
    guard tab.isReadInParts, choice.isFiltered, list.version != version else { return nil }
    return .filter(tab, choice.words)
  }

  /// Filters the current list by words, as they are typed.
  mutating func filter(by words: String) {
    guard words != choice.words else { return }
    choice.words = words
    opened = []
    rowAnchor = nil
    switch tab {
    case .days, .notes:
      // The rows are read again: from the journal, or by a search in the background.
      list.version = -1
      if tab == .days, !choice.isFiltered { select(day) }
    case .toDos, .commits, .search: showRows(in: tab, version: list.version)
    }
  }

  /// Shows other rows of a list that is in memory.
  mutating func show(
    _ rows: [ListRow], in tab: ListTab, version: Int, selecting requested: PageItem? = nil
  ) {
    choices[tab, default: ListChoice()].rows = rows
    showRows(in: tab, version: version, selecting: requested)
  }

  private mutating func showRows(
    in tab: ListTab, version: Int, selecting requested: PageItem? = nil
  ) {
    let choice = choices[tab] ?? ListChoice()
    // A search has found its rows by words already. So has the filter of notes and days.
    let isFound = tab == .search || tab.isReadInParts
    let rows = isFound ? choice.rows : choice.rows.filter { $0.has(choice.words) }
    lists[tab]?.replace(
      with: Self.sorted(rows, by: choice.order), version: version, selecting: requested)
    if let anchor = rowAnchor, self.tab == tab {
      let position = list.rows.firstIndex { $0?.item == anchor.item } ?? list.selection
      rowAnchor?.position = position
    }
    if self.tab == tab, tab != .days || choice.isFiltered { selectDayOfRow() }
  }

  private static func sorted(_ rows: [ListRow], by order: ListOrder) -> [ListRow] {
    func sorted<Key: Comparable>(
      _ key: (ListRow) -> Key, _ precedes: (Key, Key) -> Bool
    ) -> [ListRow] {
      let keyed = rows.enumerated().map { (offset: $0, key: key($1), row: $1) }
      return keyed.sorted {
        precedes($0.key, $1.key) || !precedes($1.key, $0.key) && $0.offset < $1.offset
      }.map(\.row)
    }
    return switch order {
    case .usual: rows
    case .newest: sorted(\.day, >)
    case .oldest: sorted(\.day, <)
    case .title: sorted({ $0.title.lowercased() }, <)
    }
  }

  /// Goes to the next order of the current list.
  mutating func sort() {
    let orders = tab.orders
    guard let first = orders.first else { return }
    let index = orders.firstIndex(of: choice.order) ?? 0
    choice.order = orders[(index + 1) % orders.count]
    if choice.order == first { choice.order = .usual }
    if isReadInParts { list.version = -1 } else { showRows(in: tab, version: list.version) }
    let order = choice.order == .usual ? first : choice.order
    remark = Remark(text: reader.say(order.name))
  }
}

extension ListRow {
  /// The text that the row shows first.
  var title: String {
    switch self {
    case .day(_, _, let title), .entry(_, let title): title
    case .note(let note): note.title
    case .toDo(let found): found.toDo.text
    case .commit(let found, _, _): found.commit.subject
    }
  }

  /// Whether the row has all words, and none that follows a `-`.
  func has(_ words: String) -> Bool {
    let words = words.lowercased().split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return true }
    let text = searched.lowercased()
    return words.allSatisfy { word in
      let isExcluded = word.hasPrefix("-") && word.count > 1
      return text.contains(isExcluded ? word.dropFirst() : word) != isExcluded
    }
  }

  private var searched: String {
    let more: [String] =
      switch self {
      case .day, .entry: []
      case .note(let note): note.tags.map { "#" + $0 } + [note.shortID, note.repository.shortName]
      case .toDo(let found): found.toDo.tags.map { "#" + $0 } + [found.shortID]
      case .commit(let found, _, _):
        [found.commit.sha, found.commit.author, found.repository.shortName]
      }
    return ([String(title.prefix(500)), "\(day)"] + more).joined(separator: "\n")
  }
}
