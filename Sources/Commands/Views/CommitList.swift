import Diary
import Localization
import Terminal

/// Commits as a table; those with notes are marked.
struct CommitList {
  let commits: [CommitWithNotes]
  let session: Session

  func lines() -> [StyledText] {
    let rows = commits.map { found -> [StyledText] in
      [
        StyledText(found.commit.shortSHA, .id),
        StyledText(session.shortDate(session.clock.day(of: found.commit.date.instant)), .date),
        session.noteMark(found.notes),
        StyledText(found.commit.subject),
        StyledText(found.commit.author, .faint),
      ]
    }
    return Table(columns: [.whole, .whole, .whole, .flexible, .flexible], rows: rows)
      .lines(on: session.screen)
  }
}

extension Session {
  /// A sign and a number, so that it is seen without colour too.
  func noteMark(_ notes: Int) -> StyledText {
    guard notes > 0 else { return "" }
    return StyledText(notes == 1 ? "*" : "*\(reader.write(notes))", .success)
  }
}
