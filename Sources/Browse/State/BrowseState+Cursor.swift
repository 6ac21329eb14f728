import Diary
import Journal
import Localization
import Views

/// Where the cursor is, to find out whether it was moved while a command ran.
struct CursorPlace: Hashable, Sendable {
  var tab: ListTab
  var focus: Panel
  var selection: Int
  var day: Day
  var opened: [PageSubject]
  var item: PageItem?
}

extension BrowseState {
  var place: CursorPlace {
    CursorPlace(
      tab: tab, focus: focus, selection: list.selection, day: day, opened: opened,
      item: page.cursor)
  }

  /// Puts the cursor on what a command has added or restored, unless it was moved meanwhile. A
  /// to-do that was moved to another day stays selected, and the day that is shown stays too.
  mutating func placeCursor(after pending: PendingChange, _ outcome: CommandOutcome) {
    guard place == pending.place else { return }
    let words = pending.words
    let operand = words.dropFirst(2).first ?? ""
    switch words.prefix(2) {
    case ["todo", "add"]:
      let id = outcome.output.split(whereSeparator: \.isNewline).first.map(String.init)
      requested = id.map(PageItem.toDo)
    case ["todo", "restore"]: requested = .toDo(operand)
    case ["notes", "restore"]: requested = .note(operand)
    case ["diary", "restore"]:
      if tab == .days, anchor == nil, opened.isEmpty, let day = Day(iso: operand) { select(day) }
    case ["todo", "move"]:
      guard tab == .toDos, case .toDo(let found)? = list.selectedRow else { break }
      held = (found.toDo.id, day)
    default: break
    }
  }

  /// The day that is shown while a to-do is selected that was moved to another one.
  var heldDay: Day? {
    guard let held, tab == .toDos, case .toDo(let found)? = list.selectedRow,
      found.toDo.id == held.toDo, !found.toDo.isDone
    else { return nil }
    return held.day
  }

  /// What is said after a deletion, with the title of what is deleted; `nil` if it is not on the
  /// screen, or if the output of the command has it.
  func deletion(by words: [String]) -> Message? {
    guard Change(words: words).isDeletion, let operand = words.dropFirst(2).first else {
      return nil
    }
    switch words[0] {
    case "notes":
      let title = page.content?.note(operand)?.note.text.title ?? rowTitle(ofNote: operand)
      guard let title, !title.isEmpty else { return nil }
      return .browseDeletedNote(id: operand, title: title)
    case "diary":
      guard let day = Day(iso: operand), let title = page.content?.entry(of: day)?.text.title,
        !title.isEmpty
      else { return nil }
      return .browseDeletedEntry(day: reader.monthAndDay(day), title: title)
    default: return nil
    }
  }

  private func rowTitle(ofNote id: String) -> String? {
    let row = list.rows.lazy.compactMap(\.self).first { $0.isOf(.note(id)) }
    guard case .note(let note)? = row else { return nil }
    return note.title
  }
}
