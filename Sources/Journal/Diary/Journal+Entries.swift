public import Diary
import SQLite

extension Journal {
  // MARK: One entry

  /// The entry of a day.
  ///
  /// - Parameter deleted: whether one that was deleted will do.
  public func entry(of day: Day, deleted: Bool = false) throws(JournalError) -> Entry {
    guard let entry = try row(of: day) else { throw .noEntry(day) }
    if entry.deletedAt != nil && !deleted { throw .deletedEntry(day) }
    return entry
  }

  /// The entry of a day on which there may well be none.
  public func entryIfWritten(on day: Day) throws(JournalError) -> Entry? {
    guard let entry = try row(of: day), entry.deletedAt == nil else { return nil }
    return entry
  }

  func row(of day: Day) throws(JournalError) -> Entry? {
    try ask { () throws(SQLiteError) in
      try connection.first(
        "SELECT \(EntryRow.columns) FROM entry WHERE day = ?1", EntryRow.key(day)
      ) { EntryRow.entry($0) }
    }
  }

  /// All texts that the day has had, the oldest first; those that were deleted are among them.
  public func history(ofEntryOf day: Day) throws(JournalError) -> [EntryVersion] {
    guard let entry = try row(of: day) else { throw .noEntry(day) }
    return try versions(of: entry)
  }

  func versions(of entry: Entry) throws(JournalError) -> [EntryVersion] {
    let earlier = try ask { () throws(SQLiteError) in
      try connection.rows(
        """
        SELECT version, title, body, saved_at, saved_offset FROM entry_version
        WHERE day = ?1 ORDER BY version
        """, [EntryRow.key(entry.day)]
      ) { row in
        EntryVersion(
          number: row.int(0), text: EntryText(title: row.text(1), body: row.text(2)),
          savedAt: row.moment(3))
      }
    }
    return earlier
      + [EntryVersion(number: entry.version, text: entry.text, savedAt: entry.updatedAt)]
  }

  // MARK: Lists

  public func entries(_ filter: EntryFilter) throws(JournalError) -> [Entry] {
    try rows(filter, EntryRow.columns) { EntryRow.entry($0) }
  }

  /// The same entries without their bodies, for lists.
  public func summaries(_ filter: EntryFilter) throws(JournalError) -> [EntrySummary] {
    try rows(filter, EntrySummary.columns) { EntrySummary($0) }
  }

  private func rows<Row>(
    _ filter: EntryFilter, _ columns: String, _ read: (borrowing Statement) -> Row
  ) throws(JournalError) -> [Row] {
    try ask { () throws(SQLiteError) in
      // Days are the numbers of the rows: no index is faster than the table itself.
      try connection.rows(
        """
        SELECT \(columns) FROM entry NOT INDEXED WHERE \(filter.condition())
        ORDER BY \(filter.ordering) LIMIT \(filter.limit ?? -1)
        """, filter.values, read)
    }
  }

  /// The entries of these days, as far as there are any, the newest first.
  func entries(of days: [Day]) throws(JournalError) -> [Entry] {
    try ask { () throws(SQLiteError) in
      let list = days.map { "\($0.number)" }.joined(separator: ", ")
      return try connection.rows(
        """
        SELECT \(EntryRow.columns) FROM entry
        WHERE day IN (\(list)) AND deleted_at IS NULL ORDER BY day DESC
        """
      ) { EntryRow.entry($0) }
    }
  }

  /// How many entries there are that were not deleted.
  public func entryCount() throws(JournalError) -> Int {
    try ask { () throws(SQLiteError) in
      try connection.first("SELECT count(*) FROM entry WHERE deleted_at IS NULL") { $0.int(0) } ?? 0
    }
  }

  /// The days whose entries have no weather yet, the latest first.
  public func entriesWithoutWeather(
    since: Day? = nil, until: Day? = nil, limit: Int? = nil
  ) throws(JournalError) -> [Day] {
    try ask { () throws(SQLiteError) in
      try connection.rows(
        """
        SELECT day FROM entry INDEXED BY entry_without_weather
        WHERE weather IS NULL AND deleted_at IS NULL AND day BETWEEN ?1 AND ?2
        ORDER BY day DESC LIMIT \(limit ?? -1)
        """, [.integer(Int64(since?.number ?? .min)), .integer(Int64(until?.number ?? .max))]
      ) { Day(number: $0.int(0)) }
    }
  }

  // MARK: Search

  /// The entries that have all the words of `query`, the best first; of equally good ones, the
  /// newest.
  public func search(
    _ query: SearchQuery, _ filter: EntryFilter
  ) throws(JournalError) -> [Entry] {
    guard !query.isEmpty else { return [] }
    var search = TextSearch(index: .entries, query: query, isDeleted: filter.isDeleted)
    guard filter.order == nil else {
      let first = EntryRow.number(of: Day(number: 0))
      let numbers = try numbers(
        """
        SELECT day + \(first) FROM entry WHERE \(filter.condition(firstPlace: 2))
        AND day + \(first)
        """, of: search, filter.values, order: filter.ordering, limit: filter.limit)
      return try texts(numbers, of: search, limit: filter.limit, read: candidates)
    }
    guard let days = filter.numbers else { return [] }
    search.numbers = days
    return try best(of: search, limit: filter.limit, read: candidates)
  }

  private func candidates(
    _ numbers: ArraySlice<Int64>
  ) throws(JournalError) -> [Candidate<Entry>] {
    try ask { () throws(SQLiteError) in
      var statement = try connection.prepare(
        "SELECT \(EntryRow.columns) FROM entry WHERE day = ?1 - ?2")
      var candidates: [Candidate<Entry>] = []
      for number in numbers {
        try statement.bind([.integer(number), .integer(EntryRow.number(of: Day(number: 0)))])
        guard try statement.step() else { continue }
        let entry = EntryRow.entry(statement)
        candidates.append(
          Candidate(
            item: entry, number: number, time: number,
            parts: [(entry.text.title, Weight.title), (entry.text.body, Weight.body)]))
      }
      return candidates
    }
  }
}
