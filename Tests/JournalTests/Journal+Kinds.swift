import Diary
import Journal
import Records

// The methods for texts of any kind, as the tests of one kind call them.

extension Journal {
  func edit(
    _ id: Identifier, to text: Text, basedOn version: Int, at moment: Moment
  ) throws(JournalError) -> Note {
    _ = try edit(.note(id), to: text, basedOn: version, at: moment)
    return try note(id.text, deleted: true).note
  }

  func delete(_ ids: [Identifier], at moment: Moment) throws(JournalError) -> [Note] {
    try delete(ids.map { .note($0) }, at: moment).notes.map(\.note)
  }

  func restore(
    _ id: Identifier, version: Int?, at moment: Moment
  ) throws(JournalError) -> Note {
    try restore([.note(id)], version: version, at: moment).notes[0].note
  }

  func history(of id: Identifier) throws(JournalError) -> [TextVersion] {
    try history(of: .note(id))
  }

  func purge(_ ids: [Identifier]) throws(JournalError) { try purge(ids.map { .note($0) }) }

  func noteCount() throws(JournalError) -> Int { try counts().notes }

  func deleteEntry(
    of day: Day, basedOn version: Int? = nil, at moment: Moment
  ) throws(JournalError) -> Entry {
    _ = try delete([.entry(day)], basedOn: version, at: moment)
    return try entry(of: day, deleted: true)
  }

  func restoreEntry(
    of day: Day, version: Int? = nil, at moment: Moment
  ) throws(JournalError) -> Entry {
    _ = try restore([.entry(day)], version: version, at: moment)
    return try entry(of: day)
  }

  func deleteToDos(_ ids: [Identifier], at moment: Moment) throws(JournalError) -> [ToDo] {
    try delete(ids.map { .toDo($0) }, at: moment).toDos.map(\.toDo)
  }

  func restoreToDos(
    _ ids: [Identifier], version: Int? = nil, at moment: Moment
  ) throws(JournalError) -> [ToDo] {
    try restore(ids.map { .toDo($0) }, version: version, at: moment).toDos.map(\.toDo)
  }
}
