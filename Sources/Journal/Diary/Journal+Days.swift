public import Diary
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
    let span: [Value] = [.integer(Int64(first.number)), .integer(Int64(last.number))]
    var days: [Day: DayCounts] = [:]
    for (day, count) in commits where count > 0 && day >= first && day <= last {
      days[day, default: DayCounts()].commits = count
    }
    try mapErrors { () throws(SQLiteError) in
      var records = try connection.prepare(
        """
        SELECT kind, day, count(*) FROM record INDEXED BY record_by_day
        WHERE kind IN (1, 2) AND deleted_at IS NULL AND day BETWEEN ?1 AND ?2 GROUP BY kind, day
        """)
      try records.bind(span)
      while try records.step() {
        let day = Day(number: records.int(1))
        if RecordKind(rawValue: records.integer(0)) == .entry {
          days[day, default: DayCounts()].hasEntry = true
        } else {
          days[day, default: DayCounts()].notes = records.int(2)
        }
      }
      var toDos = try connection.prepare(
        """
        SELECT day, count(*), count(done_at) FROM record INDEXED BY todo_by_day
        WHERE kind = 3 AND deleted_at IS NULL AND day BETWEEN ?1 AND ?2 GROUP BY day
        """)
      try toDos.bind(span)
      while try toDos.step() {
        let day = Day(number: toDos.int(0))
        days[day, default: DayCounts()].openToDos = toDos.int(1) - toDos.int(2)
        days[day, default: DayCounts()].doneToDos = toDos.int(2)
      }
    }
    return days
  }
}
