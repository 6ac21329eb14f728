public import Diary
import Records
import SQLite

extension Journal {
  /// The number of items on each of these days; days without any are left out. Notes count on the
  /// day they were written, to-dos on the day of their list.
  ///
  /// The queries read only indexes, no texts.
  ///
  /// - Parameter commits: the number of commits on each day, from clones or from contributions.
  ///   Other days are ignored.
  public func days(
    from first: Day, to last: Day, commits: [Day: Int] = [:]
  ) throws(JournalError) -> [Day: DayCounts] {
    var days: [Day: DayCounts] = [:]
    for (day, count) in commits where count > 0 && day >= first && day <= last {
      days[day, default: DayCounts()].commits = count
    }
    try database.forEach(
      """
      SELECT kind, day, count(*) AS count FROM record INDEXED BY record_by_day
      WHERE kind IN (1, 2) AND deleted_at IS NULL AND day BETWEEN ?1 AND ?2 GROUP BY kind, day
      """, [first, last]
    ) { row in
      if RecordKind(rawValue: row["kind"]) == .entry {
        days[row["day"], default: DayCounts()].hasEntry = true
      } else {
        days[row["day"], default: DayCounts()].notes = row["count"]
      }
    }
    try database.forEach(
      """
      SELECT day, count(*) - count(done_at) AS open, count(done_at) AS done
      FROM record INDEXED BY record_by_day
      WHERE kind = 3 AND deleted_at IS NULL AND day BETWEEN ?1 AND ?2 GROUP BY day
      """, [first, last]
    ) { row in
      days[row["day"], default: DayCounts()].openToDos = row["open"]
      days[row["day"], default: DayCounts()].doneToDos = row["done"]
    }
    return days
  }
}
