public import Diary
import SQLite

extension Journal {
  // MARK: One entry

  /// The entry of a day.
  ///
  /// - Parameter deleted: whether to return a deleted entry too.
  public func entry(of day: Day, deleted: Bool = false) throws(JournalError) -> Entry {
    guard let entry = try row(of: day) else { throw .missing(.entry(day)) }
    if entry.deletedAt != nil && !deleted { throw .deleted(.entry(day)) }
    return entry
  }

  /// The entry of a day, or `nil` if there is none.
  public func entryIfWritten(on day: Day) throws(JournalError) -> Entry? {
    guard let entry = try row(of: day), entry.deletedAt == nil else { return nil }
    return entry
  }

  func row(of day: Day) throws(JournalError) -> Entry? {
    try database.first("SELECT \(Entry.columns) FROM \(Entry.rows) WHERE day = ?1", [day]) {
      Entry($0)
    }
  }

  // MARK: Lists

  public func entries(_ filter: EntryFilter) throws(JournalError) -> [Entry] {
    try rows(filter, Entry.columns) { Entry($0) }
  }

  /// The same entries without their bodies, for lists.
  public func summaries(_ filter: EntryFilter) throws(JournalError) -> [EntrySummary] {
    try rows(filter, EntrySummary.columns) { EntrySummary($0) }
  }

  func rows<Row>(
    _ filter: EntryFilter, _ columns: String, _ read: (borrowing Statement) -> Row
  ) throws(JournalError) -> [Row] {
    try database.rows(
      """
      SELECT \(columns) FROM \(Entry.rows) WHERE \(filter.condition())
      ORDER BY \(filter.ordering) LIMIT \(filter.limit ?? -1)
      """, filter.values, read)
  }

  /// The days whose entries have no weather yet, latest first.
  public func entriesWithoutWeather(
    since: Day? = nil, until: Day? = nil, limit: Int? = nil
  ) throws(JournalError) -> [Day] {
    try database.values(
      """
      SELECT day FROM record INDEXED BY entry_without_weather
      WHERE kind = 2 AND weather IS NULL AND deleted_at IS NULL AND day BETWEEN ?1 AND ?2
      ORDER BY day DESC LIMIT \(limit ?? -1)
      """, [since?.number ?? .min, until?.number ?? .max])
  }
}
