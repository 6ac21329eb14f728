import SQLite

/// The schema version of a journal and the number of its texts.
public struct JournalCounts: Hashable, Sendable {
  public var schema: Int
  public var notes: Int
  public var entries: Int
  public var toDos: Int
}

extension Journal {
  public func counts() throws(JournalError) -> JournalCounts {
    let notes = try noteCount()
    let entries = try entryCount()
    let toDos = try toDoCount()
    let schema = try database.pragma("user_version")
    // A journal that does not exist yet will be created with the newest schema.
    return JournalCounts(
      schema: schema == 0 ? Schema.current.version : schema, notes: notes, entries: entries,
      toDos: toDos)
  }
}
