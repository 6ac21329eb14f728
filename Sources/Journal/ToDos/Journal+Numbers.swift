public import Diary
import Records
import SQLite
import Sync

// An open to-do has a number, by which people name it, and keeps it until the end of the day on which
// it is closed. Numbers are local to this journal: they are not part of versions.

extension Journal {
  /// Gives an open to-do without a number the one that it had before, or else the smallest free one.
  func assignNumber(to record: Int64) throws(JournalError) {
    let needsNumber = try database.hasRow(
      """
      SELECT 1 FROM record WHERE number = ?1 AND kind = 3 AND done_at IS NULL
        AND deleted_at IS NULL AND number NOT IN (SELECT record FROM todo_number)
      """, [record])
    guard needsNumber else { return }
    try freeNumbers()
    try database.run(
      """
      INSERT OR IGNORE INTO todo_number (number, record)
        SELECT place, number FROM record WHERE number = ?1 AND place > 0
      """, [record])
    if try database.hasRow("SELECT 1 FROM todo_number WHERE record = ?1", [record]) { return }
    let first = change?.firstNumber ?? 1
    let number: Int? = try database.value(
      """
      SELECT min(next) FROM (SELECT ?1 AS next UNION ALL
        SELECT number + 1 FROM todo_number WHERE number >= ?1)
      WHERE next NOT IN (SELECT number FROM todo_number)
      """, [first])
    change?.firstNumber = number
    try database.insert(["number": number, "record": record], into: "todo_number")
    try database.run("UPDATE record SET place = ?1 WHERE number = ?2", [number, record])
  }

  /// Takes their numbers from to-dos that were closed on earlier days. The change that is being made
  /// knows which day it is.
  private func freeNumbers() throws(JournalError) {
    guard let today = change?.today, change?.firstNumber == nil else { return }
    try database.run(
      """
      DELETE FROM todo_number WHERE record IN (
        SELECT record.number FROM todo_number JOIN record ON record.number = record
        WHERE iif(done_at IS NULL, (deleted_at + deleted_offset) / 86400, done_day) < ?1)
      """, [today])
    change?.firstNumber = 1
  }
}

// At most one occurrence of a series is open at a time: the next one is added when it is done. The
// caller runs these methods in a transaction, so that a to-do that is finished twice is followed
// by one occurrence.

extension Journal {
  /// The open occurrences that follow these to-dos.
  public func nextOccurrences(of toDos: [ToDo]) throws(JournalError) -> [ToDo] {
    var next: [ToDo] = []
    for toDo in toDos where toDo.recurrence != nil && toDo.isDone {
      next += try laterOccurrences(of: record(.toDo(toDo.id)).number).filter { !$0.isDone }
    }
    return next
  }

  /// Adds the first occurrence after the date of the to-do and the day on which it was done.
  func addNextOccurrence(
    of record: Record, after day: Day, at moment: Moment
  ) throws(JournalError) {
    let done = try toDo(Identifier(stored: record.id))
    guard let recurrence = done.recurrence, let series = record.state.series?.id,
      let next = recurrence.next(after: Swift.max(done.occurrence ?? done.day, day)),
      try laterOccurrences(of: record.number).allSatisfy(\.isDone)
    else { return }
    let id = Self.id(ofOccurrenceOn: next.day, in: series)
    if let known = try self.record(.toDo, id: id.text) {
      // It was deleted when this to-do was reopened.
      return try mark(known, deleted: false, at: moment)
    }
    if try wasPurged(.toDo, id: id.text) { return }
    var details = done.details
    details.due = next.due
    _ = try insert(
      NewToDo(details, createdAt: moment), id: id, on: next.day, series: series, at: moment)
  }

  /// Two devices that finish the same to-do add the same occurrence.
  private static func id(ofOccurrenceOn day: Day, in series: String) -> Identifier {
    let hash = SHA256.hash("\(series)\n\(day)")
    return Identifier(bits: hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// Deletes the occurrence that was added when the to-do was done, unless it was done or changed.
  func deleteNextOccurrence(of record: Record, at moment: Moment) throws(JournalError) {
    let reopened = try toDo(Identifier(stored: record.id))
    guard let next = try laterOccurrences(of: record.number).first, !next.isDone,
      next.isUntouched(after: reopened)
    else { return }
    try mark(self.record(.toDo(next.id)), deleted: true, at: moment)
  }

  /// The to-dos of the same series with a later date.
  private func laterOccurrences(of number: Int64) throws(JournalError) -> [ToDo] {
    try toDos(
      """
      todo.series = (SELECT series FROM record WHERE number = ?1)
      AND todo.occurrence > (SELECT occurrence FROM record WHERE number = ?1)
      AND todo.deleted_at IS NULL ORDER BY todo.occurrence
      """, [number])
  }
}

extension ToDo {
  /// Whether the to-do still is as it was added after `other` of its series.
  fileprivate func isUntouched(after other: ToDo) -> Bool {
    var expected = other.details
    guard let occurrence else { return false }
    expected.due = details.recurrence?.next(after: occurrence - 1)?.due
    return version == 1 && day == occurrence && details.isIdentical(to: expected)
  }
}
