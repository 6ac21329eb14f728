public import Diary
import SQLite

/// The notes of a long list, in its order. Only their numbers are in memory; the texts of those
/// that are visible are read by position.
public struct RecordList: Sendable {
  let numbers: [Int64]

  init(_ numbers: [Int64]) { self.numbers = numbers }

  public var count: Int { numbers.count }
}

extension Journal {
  /// A number that changes when another connection has changed the journal.
  public func dataVersion() throws(JournalError) -> Int {
    try mapErrors { () throws(SQLiteError) in try connection.pragma("data_version") }
  }

  /// All notes that match the filter.
  public func list(_ filter: NoteFilter) throws(JournalError) -> RecordList {
    let condition = try NoteCondition(filter, repositories: rows(matching: filter))
    let source = filter.order == .repo ? NoteRow.source : "note"
    return try mapErrors { () throws(SQLiteError) in
      RecordList(
        try connection.rows(
          """
          SELECT note.number FROM \(source) WHERE \(condition.sql)
          ORDER BY \(condition.order) LIMIT \(filter.limit ?? -1)
          """, condition.values
        ) { $0.integer(0) })
    }
  }

  /// The notes at these positions. Notes that were deleted or purged since the list was read are
  /// `nil`.
  public func summaries(
    of list: RecordList, at positions: Range<Int>
  ) throws(JournalError) -> [NoteSummary?] {
    let rows = try mapErrors { () throws(SQLiteError) in
      var statement = try connection.prepare(
        """
        SELECT \(NoteSummary.Column.list) FROM \(NoteRow.source)
        WHERE note.number = ?1 AND note.deleted_at IS NULL
        """)
      var rows: [NoteSummary?] = []
      for number in list.numbers[positions.clamped(to: 0..<list.count)] {
        try statement.bind([.integer(number)])
        rows.append(try statement.step() ? NoteSummary(statement) : nil)
      }
      return rows
    }
    let ids = try shortened(rows.compactMap { $0?.shortID })
    var next = ids.startIndex
    return rows.map { row in
      guard var row else { return nil }
      row.shortID = ids[next]
      next += 1
      return row
    }
  }

  /// The position of a note in a list.
  public func position(
    ofNote id: Identifier, in list: RecordList
  ) throws(JournalError) -> Int? {
    let number = try mapErrors { () throws(SQLiteError) in
      try connection.first("SELECT number FROM note WHERE id = ?1", .text(id.text)) {
        $0.integer(0)
      }
    }
    return number.flatMap { list.numbers.firstIndex(of: $0) }
  }

  /// The first and the last day with a note, an entry or a to-do.
  public func daySpan() throws(JournalError) -> ClosedRange<Day>? {
    try mapErrors { () throws(SQLiteError) in
      var days: [Int] = []
      for (kind, index) in [
        (RecordKind.note, "record_by_day"), (.entry, "record_by_day"), (.toDo, "todo_by_day"),
      ] {
        for end in ["min", "max"] {
          let day = try connection.first(
            """
            SELECT \(end)(day) FROM record INDEXED BY \(index)
            WHERE kind = \(kind.rawValue) AND deleted_at IS NULL
            """
          ) { $0.optionalInteger(0) }
          if let day = day ?? nil { days.append(Int(day)) }
        }
      }
      guard let first = days.min(), let last = days.max() else { return nil }
      return Day(number: first)...Day(number: last)
    }
  }
}
