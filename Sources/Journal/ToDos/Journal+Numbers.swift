import Diary
import SQLite

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
    try database.run("INSERT INTO todo_number VALUES (?1, ?2)", [number, record])
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
