import App
import Context
import Diary
import Journal

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

  /// Puts the cursor on what was added or restored, unless it was moved meanwhile. A to-do that
  /// was moved to another day stays selected, and the day that is shown stays too.
  mutating func placeCursor(after result: ChangeResult, begunAt place: CursorPlace) {
    guard self.place == place else { return }
    switch result.change {
    case .addToDos, .restore, .restoreVersion, .takeBack:
      if let toDo = result.records.toDos.first {
        requested = .toDo(toDo.toDo.id)
      } else if let note = result.records.notes.first {
        requested = .note(note.note.id)
      } else if let entry = result.records.entry, tab == .days, anchor == nil, opened.isEmpty {
        select(entry.day)
      }
    case .moveToDos:
      if tab == .toDos, case .toDo(let found)? = list.selectedRow { held = (found.toDo.id, day) }
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
}
