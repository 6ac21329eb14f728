public import Diary
import SQLite

/// The result of an import.
public struct ImportedToDos: Hashable, Sendable {
  public var added: [ToDo]
  /// The number of to-dos that the journal already had.
  public var known: Int
}

extension Journal {
  /// Imports to-dos. A to-do that was imported before is skipped, even if it was moved, edited,
  /// done or deleted since.
  ///
  /// A to-do is identified by its UUID or, without one, by its day and text. The same line twice in
  /// a list makes two to-dos.
  ///
  /// - Parameters:
  ///   - day: the list for open to-dos without a day.
  ///   - dayEndsAt: the hour at which the user's day ends.
  public func importToDos(
    _ toDos: [NewToDo], on day: Day, at moment: Moment, dayEndsAt: Int = 0
  ) throws(JournalError) -> ImportedToDos {
    try write { () throws(JournalError) in
      var result = ImportedToDos(added: [], known: 0)
      var taken: Set<Int64> = []
      for var new in toDos {
        // Files with dates instead of times give noon, which may be in the future.
        if let done = new.doneAt, done.instant > moment.instant { new.doneAt = moment }
        if let created = new.createdAt, created.instant > moment.instant { new.createdAt = moment }
        let done = new.doneAt?.day(endingAt: dayEndsAt)
        let list = new.day ?? done ?? day
        if let rule = new.rule {
          new.details.recurrence = Recurrence(every: rule, from: list, due: new.details.due)
        }
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
    let rows: [Int64] = try database.values(
      "SELECT number FROM todo WHERE origin = ?1 ORDER BY number", [origin])
    if let uuid = new.uuid {
      // A to-do that was exported from this journal has its own ID as UUID.
      guard let id = Identifier(uuid: uuid) else { return rows }
      return try rows
        + database.values("SELECT number FROM todo WHERE id = ?1", [id.text])
    }
    return try rows
      + database.values(
        """
        SELECT number FROM todo
        WHERE (day = ?1 OR ?4 AND done_day = ?1 AND day > ?1)
          AND text = ?2 AND origin IS NOT ?3 ORDER BY number
        """,
        // A to-do that was done before the day of its list is exported with the day it was done.
        [day, new.text, origin, new.doneAt != nil])
  }
}

extension NewToDo {
  /// The identity of an imported to-do.
  fileprivate var origin: String {
    uuid?.lowercased() ?? "\(day.map { "\($0)" } ?? "-") \(text)"
  }
}
