import Context
import Diary
import Journal
import Localization
import Records
import Terminal

/// One end of the rows that are selected together. The selected row is the other one.
struct RowAnchor: Hashable, Sendable {
  var item: PageItem
  var position: Int
  /// Whether rows stay selected when the cursor moves without Shift.
  var isKept: Bool
}

extension BrowseState {
  /// The positions of the rows that are selected together; `nil` for a single one.
  var severalPositions: ClosedRange<Int>? {
    guard let anchor = rowAnchor, tab != .days, focus == .list, opened.isEmpty else { return nil }
    return Swift.min(anchor.position, list.selection)...Swift.max(anchor.position, list.selection)
  }

  /// The rows that are selected together; empty for a single one.
  var severalRows: [ListRow] {
    guard let positions = severalPositions else { return [] }
    return positions.compactMap { list.row(at: $0) }
  }

  /// Begins to select rows together, or ends it.
  mutating func toggleRows() {
    rowAnchor =
      rowAnchor == nil
      ? list.selectedRow.map { RowAnchor(item: $0.item, position: list.selection, isKept: true) }
      : nil
  }

  /// Selects one more row with Shift, or marks one more day.
  mutating func extendSelection(by step: Int) {
    if tab == .days || focus == .year {
      let end = anchor ?? day
      if focus == .page { focus = .list }
      show(.days)
      anchor = end
      select(day + step)
      return
    }
    focus = .list
    guard let row = list.selectedRow else { return }
    let begun = rowAnchor ?? RowAnchor(item: row.item, position: list.selection, isKept: false)
    moveList(by: step)
    rowAnchor = begun
  }

  /// The to-dos, notes and entries among the rows.
  private var severalRecords: [RecordID] { severalRows.compactMap(\.record) }

  private var severalToDos: [ToDo] {
    severalRows.compactMap { if case .toDo(let found) = $0 { found.toDo } else { nil } }
  }

  /// What a key does to several rows, as one change; `nil` if it acts on a single one.
  mutating func performOnSeveral(_ action: BrowseAction) -> [BrowseEffect]? {
    guard severalRows.count > 1 else { return nil }
    let (records, toDos) = (severalRecords, severalToDos)
    func refused() -> [BrowseEffect] {
      remark = Remark(text: reader.say(.browseNotHere), isFailure: true)
      return []
    }
    switch action {
    case .finish:
      guard !toDos.isEmpty else { return refused() }
      rowAnchor = nil
      let open = toDos.filter { !$0.isDone }.map(\.id)
      return [.change(open.isEmpty ? .reopenToDos(toDos.map(\.id)) : .finishToDos(open))]
    case .moveToDo:
      guard !toDos.isEmpty else { return refused() }
      ask(.moveToDo(toDos.map(\.id)))
      return []
    case .delete:
      guard !records.isEmpty else { return refused() }
      rowAnchor = nil
      return [.change(.delete(records))]
    case .tags:
      guard !records.isEmpty else { return refused() }
      let common = commonTags
      ask(.tags(records, old: common), Tag.line(common))
      return []
    case .copy:
      let lines = severalRows.map(\.title).joined(separator: "\n")
      rowAnchor = nil
      return [.copy(lines)]
    case .edit, .open, .note, .why, .openPage, .share: return refused()
    default: return nil
    }
  }

  /// The tags that all of the selected texts have.
  private var commonTags: [String] {
    let all = severalRows.compactMap(\.tags)
    return (all.first ?? []).filter { tag in
      all.allSatisfy { $0.contains { Tag.areSame($0, tag) } }
    }
  }
}

extension ListRow {
  /// The text that changes apply to.
  var record: RecordID? {
    switch self {
    case .entry(let day, _): .entry(day)
    case .note(let note): .note(note.id)
    case .toDo(let found): .toDo(found.toDo.id)
    case .day, .commit: nil
    }
  }

  /// The tags of a text, as far as the row knows them.
  var tags: [String]? {
    switch self {
    case .note(let note): note.tags
    case .toDo(let found): found.toDo.tags
    case .entry: []
    case .day, .commit: nil
    }
  }
}
