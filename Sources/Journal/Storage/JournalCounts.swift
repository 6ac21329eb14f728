import SQLite

/// What a journal holds, in numbers.
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
    return try mapErrors { () throws(SQLiteError) in
      let schema = try connection.pragma("user_version")
      // One not yet born will have the newest.
      return JournalCounts(
        schema: schema == 0 ? Schema.version : schema, notes: notes, entries: entries,
        toDos: toDos)
    }
  }
}
