import Diary
import Journal
import Terminal

/// What was found among the to-dos: each with its day, the words marked.
struct ToDoSearchView {
  let toDos: [FoundToDo]
  let query: SearchQuery
  let session: Session

  func lines() -> [StyledText] {
    let hits = Hits(query: query, session: session)
    let rows = toDos.map { found in
      [
        StyledText(found.shortID, .id),
        StyledText(session.shortDate(found.toDo.day), .date),
        ToDoList.box(found.toDo),
        hits.highlighted(found.toDo.text),
      ]
    }
    return Table(columns: [.whole, .whole, .whole, .flexible], rows: rows)
      .lines(on: session.screen)
  }
}
