import Diary
import Journal
import Localization
import Terminal

/// Notes as a table: one line each, the date never squeezed.
struct NoteList {
  let notes: [FoundNote]
  let session: Session

  func lines() -> [StyledText] {
    // A column that says the same in every row says nothing.
    let showsRepository = Set(notes.map(\.note.repository)).count > 1
    var table = Table(columns: [.whole, .whole, .whole, .flexible, .flexible, .flexible])
    table.rows = notes.map { found in
      let note = found.note
      return [
        StyledText(found.shortID, .id),
        StyledText(session.shortDate(note.createdAt.day), .date),
        StyledText(note.commit?.shortSHA ?? "", .faint),
        Self.title(of: note),
        Self.tags(note.text.tags),
        showsRepository ? StyledText(note.repository.shortName, .faint) : "",
      ]
    }
    return table.lines(on: session.screen)
  }

  static func title(of note: Note) -> StyledText {
    StyledText(note.text.title.isEmpty ? Composition.title(of: note.text.body) : note.text.title)
  }

  static func tags(_ tags: [String]) -> StyledText {
    tags.map { StyledText("#\($0)", .tag) }.joined(separator: " ")
  }
}

extension Session {
  /// Without the year where it is this one's.
  func shortDate(_ day: Day) -> String {
    day.date.year == clock.today.date.year ? reader.monthAndDay(day) : reader.date(day)
  }
}
