public import Diary
import SQLite

/// The items of the same date in an earlier year.
public struct OnThisDay: Sendable {
  public var day: Day
  public var entry: Entry?
  /// Sorted by the time they were written.
  public var notes: [FoundNote]
  public var commits: [DatedCommit]

  public init(
    day: Day, entry: Entry? = nil, notes: [FoundNote] = [], commits: [DatedCommit] = []
  ) {
    self.day = day
    self.entry = entry
    self.notes = notes
    self.commits = commits
  }
}

extension Journal {
  /// The items on the date of `day` in earlier years, latest year first; years without any are left
  /// out. For February 29, see `Day.anniversaries`.
  ///
  /// - Parameter own: the accounts whose commits to include, or `nil` for none.
  public func onThisDay(
    _ day: Day, commitsOf own: OwnCommitQuery? = nil
  ) throws(JournalError) -> [OnThisDay] {
    guard let earliest = try earliestDay(with: own) else { return [] }
    let days = day.anniversaries(since: earliest.date.year)
    guard !days.isEmpty else { return [] }
    var items: [Day: OnThisDay] = [:]
    for entry in try entries(of: days) {
      items[entry.day, default: OnThisDay(day: entry.day)].entry = entry
    }
    for note in try found(notes(writtenOn: days)) {
      items[note.note.day, default: OnThisDay(day: note.note.day)].notes.append(note)
    }
    if let own {
      for day in days {
        let commits = try commits(from: day, to: day, of: own)
        if !commits.isEmpty { items[day, default: OnThisDay(day: day)].commits = commits }
      }
    }
    return items.values.sorted { $0.day > $1.day }
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

  private func notes(writtenOn days: [Day]) throws(JournalError) -> [Note] {
    let list = days.map { "\($0.number)" }.joined(separator: ", ")
    return try database.rows(
      """
      SELECT \(NoteRow.columns) FROM record AS note INDEXED BY record_by_day
        JOIN repository ON repository.id = note.repository
      WHERE note.kind = 1 AND note.day IN (\(list)) AND note.deleted_at IS NULL
      ORDER BY note.created_at, note.number
      """
    ) { NoteRow.note($0) }
  }
}
