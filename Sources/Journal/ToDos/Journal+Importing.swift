public import Diary
import SQLite

/// What came of an import.
public struct ImportedToDos: Hashable, Sendable {
  public var added: [ToDo]
  /// How many of them the journal had already.
  public var known: Int
}

extension Journal {
  /// Takes to-dos over from elsewhere. What was taken before is not taken again, whatever has become
  /// of it here: moved, edited, done or deleted.
  ///
  /// One is known by its uuid; without one by its day and text, and where a list has the same line
  /// twice, it is two to-dos.
  ///
  /// - Parameters:
  ///   - day: the list for those that were given no day and are not done.
  ///   - dayEndsAt: the hour at which the writer's day ends.
  public func importToDos(
    _ toDos: [NewToDo], on day: Day, at moment: Moment, dayEndsAt: Int = 0
  ) throws(JournalError) -> ImportedToDos {
    try write { () throws(JournalError) in
      var result = ImportedToDos(added: [], known: 0)
      var taken: Set<Int64> = []
      for var new in toDos {
        // A file that knows only the day says noon, which may be still to come.
        if let done = new.doneAt, done.instant > moment.instant { new.doneAt = moment }
        if let created = new.createdAt, created.instant > moment.instant { new.createdAt = moment }
        let done = new.doneAt?.day(endingAt: dayEndsAt)
        let list = new.day ?? done ?? day
        let origin = new.origin
        let known = try rows(of: new, origin: origin, on: list).first { !taken.contains($0) }
        if let known {
          taken.insert(known)
          result.known += 1
        } else {
          let added = try insert(new, on: list, doneOn: done, origin: origin, at: moment)
          taken.insert(try record(ofToDo: added.id).number)
          result.added.append(added)
        }
      }
      return result
    }
  }

  private func rows(
    of new: NewToDo, origin: String, on day: Day
  ) throws(JournalError) -> [Int64] {
    try mapErrors { () throws(SQLiteError) in
      let rows = try connection.rows(
        "SELECT number FROM todo WHERE origin = ?1 ORDER BY number", [.text(origin)]
      ) { $0.integer(0) }
      if let uuid = new.uuid {
        // One that was ours in the first place comes back under the name that it was given.
        guard let id = Identifier(uuid: uuid) else { return rows }
        return try rows
          + connection.rows("SELECT number FROM todo WHERE id = ?1", [.text(id.text)]) {
            $0.integer(0)
          }
      }
      return try rows
        + connection.rows(
          """
          SELECT number FROM todo
          WHERE (day = ?1 OR ?4 AND done_day = ?1 AND day > ?1)
            AND text = ?2 AND origin IS NOT ?3 ORDER BY number
          """,
          [
            .integer(Int64(day.number)), .text(new.text), .text(origin),
            // One that was done before the day of its list is written with the day it was done on.
            .integer(new.doneAt == nil ? 0 : 1),
          ]
        ) { $0.integer(0) }
    }
  }
}

extension NewToDo {
  /// By what the journal knows it again.
  fileprivate var origin: String {
    uuid?.lowercased() ?? "\(day.map { "\($0)" } ?? "-") \(text)"
  }
}
