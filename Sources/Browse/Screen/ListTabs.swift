import Localization
import Terminal
import Views

/// The titles of the lists in one row, each with its key. The current one is in brackets, with the
/// number of the selected row. A click on one shows its list.
struct ListTabs {
  struct Tab {
    var tab: ListTab
    var text: StyledText
    var area: CellArea
  }

  private(set) var tabs: [Tab] = []
  /// The row, and the columns with the mark of the focus before the titles.
  let row: Int
  private(set) var columns: Range<Int>

  init(of state: BrowseState) {
    let (layout, screen) = (state.layout, state.context.screen)
    let area = layout.area(of: .list)
    row = area.rows.lowerBound
    columns = area.columns
    guard !area.isEmpty else { return }
    // Beside the list, the title of the page needs less room.
    let page = layout.area(of: .page)
    let isBesidePage = page.rows.lowerBound == row && !page.isEmpty
    let end = isBesidePage ? state.size.columns - Self.columnsOfPageTitle : area.columns.upperBound
    let first = area.columns.lowerBound + 2
    // The bar of the active panel follows the titles.
    let bar = state.size.columns >= 40 ? 6 : 0
    let texts = Self.texts(of: state, width: Swift.max(end, area.columns.upperBound) - first - bar)
    var column = first
    for (tab, text) in zip(ListTab.allCases, texts) {
      let width = text.width(on: screen)
      tabs.append(
        Tab(
          tab: tab, text: text,
          area: CellArea(rows: row..<row + 1, columns: column..<column + width)))
      column += width + 1
    }
    columns = area.columns.lowerBound..<Swift.max(column + bar - 1, area.columns.upperBound)
  }

  private static let columnsOfPageTitle = 26

  var title: StyledText { tabs.map(\.text).joined(separator: " ") }

  /// Titles that do not fit are numbers.
  private static func texts(of state: BrowseState, width: Int) -> [StyledText] {
    let screen = state.context.screen
    func name(_ tab: ListTab) -> StyledText {
      StyledText("\(tab.rawValue) \(state.reader.say(tab.title))", .remark)
    }
    func texts(named: Set<ListTab>, _ place: String) -> [StyledText] {
      ListTab.allCases.map { tab in
        if tab == state.tab { return StyledText("[\(name(tab).plain)\(place)]", .accent) }
        return named.contains(tab) ? name(tab) : StyledText("\(tab.rawValue)", .remark)
      }
    }
    func fits(_ named: Set<ListTab>, _ place: String) -> Bool {
      texts(named: named, place).joined(separator: " ").width(on: screen) <= width
    }
    let place = state.placeInList.map { " " + $0 } ?? ""
    let text =
      state.tab == .search
      ? state.searchText : state.choice.isFiltered ? "/" + state.choice.words : ""
    let words = state.prompt == nil ? String(text.prefix(40)) : ""
    let places = [words.isEmpty ? place : " \(visible(words))\(place)", place]
    // The place in the list is worth more than the names of the other lists.
    let shown = places.first { fits([], $0) } ?? ""
    var named: Set<ListTab> = []
    for tab in ListTab.allCases where tab != state.tab && fits(named.union([tab]), shown) {
      named.insert(tab)
    }
    return texts(named: named, shown)
  }
}

extension BrowseState {
  /// The number of the selected row and of all rows: `5/33`. Days are not counted.
  var placeInList: String? {
    guard tab != .days || choice.isFiltered, list.count > 0 else { return nil }
    let isLimited =
      tab == .search && isFoundLimited
      || tab == .commits && foundCommits[commitChoice]?.isLimited == true
    let more = isLimited ? "+" : ""
    return "\(reader.write(list.selection + 1))/\(reader.write(list.count))\(more)"
  }
}
