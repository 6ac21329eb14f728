public import Diary
import SQLite

extension Journal {
  /// The earlier years' days on the date of `day` that have an entry, a note or a commit, the latest
  /// first. For February 29, see `Day.anniversaries`.
  ///
  /// - Parameter own: the accounts whose commits count, or `nil` for none.
  public func daysWithTexts(
    onDateOf day: Day, orCommitsOf own: OwnCommitQuery? = nil
  ) throws(JournalError) -> [Day] {
    guard let earliest = try earliestDay(with: own) else { return [] }
    let days = day.anniversaries(since: earliest.date.year)
    guard !days.isEmpty else { return [] }
    let list = days.map { "\($0.number)" }.joined(separator: ", ")
    var found: [Day] = try database.values(
      """
      SELECT DISTINCT day FROM record INDEXED BY record_by_day
      WHERE kind IN (1, 2) AND day IN (\(list)) AND deleted_at IS NULL
      """)
    if let own {
      for day in days where !found.contains(day) {
        if try !commits(from: day, to: day, of: own).isEmpty { found.append(day) }
      }
    }
    return found.sorted(by: >)
  }

  /// The first day that may have any item.
  private func earliestDay(with own: OwnCommitQuery?) throws(JournalError) -> Day? {
    let day: Day? = try database.value(
      """
      SELECT min(day) FROM (
        SELECT min(day) AS day FROM record INDEXED BY record_by_day
          WHERE kind = 1 AND deleted_at IS NULL
        UNION ALL
        SELECT min(day) FROM record INDEXED BY record_by_day
          WHERE kind = 2 AND deleted_at IS NULL)
      """)
    // Commit dates come from the author's clock, which may be set to 1970 or earlier.
    let instant: Instant? =
      own == nil ? nil : try database.value("SELECT min(authored_at) FROM remote_commit")
    return [day, instant.map { Moment($0, offset: 0).day - 1 }].compactMap(\.self).min()
  }
}
