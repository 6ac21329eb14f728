public import Diary
import Records
import SQLite

// What graphs and streaks count. Deleted texts are not counted, and purged ones are gone.

extension Journal {
  /// The number of texts on each day that has any, in ascending order: notes on the day they were
  /// written, entries on their day, to-dos on the day they were completed. A tag counts in all
  /// three. Empty for the measures that are not counted from texts.
  public func counts(of measure: Measure) throws(JournalError) -> [Contribution] {
    switch measure {
    case .notes: try counts(recordsOf: .note)
    case .entries: try counts(recordsOf: .entry)
    case .toDos:
      try counts(
        """
        SELECT done_day AS day, count(*) AS count FROM record INDEXED BY todo_by_done_day
        WHERE kind = 3 AND done_day IS NOT NULL AND deleted_at IS NULL
        GROUP BY done_day
        """)
    case .tag(let tag):
      try counts(
        """
        SELECT iif(kind = 3, done_day, record.day) AS day, count(*) AS count FROM record
        WHERE number IN (SELECT record FROM record_tag WHERE key = ?1)
          AND deleted_at IS NULL AND iif(kind = 3, done_day, record.day) IS NOT NULL
        GROUP BY 1 ORDER BY 1
        """, [TagKey.of(tag)])
    case .words, .contributions, .commits, .temperature, .pm25, .number: []
    }
  }

  private func counts(recordsOf kind: RecordKind) throws(JournalError) -> [Contribution] {
    try counts(
      """
      SELECT day, count(*) AS count FROM record INDEXED BY record_by_day
      WHERE kind = ?1 AND deleted_at IS NULL GROUP BY day
      """, [kind.rawValue])
  }

  private func counts(
    _ query: String, _ values: [any ColumnValue] = []
  ) throws(JournalError) -> [Contribution] {
    try database.rows(query, values) {
      Contribution(day: $0["day"], count: $0["count"], level: 1)
    }
  }

  /// The number of words in the notes written on each day and in its entry, in their current
  /// version, with their titles. Only the texts of `span` are read, one at a time; other days with
  /// a text have an unknown number of words, which is never zero.
  public func words(on span: ClosedRange<Day>) throws(JournalError) -> [Contribution] {
    let bounds = [span.lowerBound, span.upperBound]
    var counts: [Day: Int] = [:]
    try database.forEach(
      """
      SELECT day, title, body FROM record INDEXED BY record_by_day
      WHERE kind IN (1, 2) AND deleted_at IS NULL AND day BETWEEN ?1 AND ?2
      """, bounds
    ) { row in
      var counter = WordCounter()
      row.withUTF8(of: "title") { counter.add($0) }
      row.withUTF8(of: "body") { counter.add($0) }
      counts[row["day"], default: 0] += counter.count
    }
    let others = try database.rows(
      """
      SELECT DISTINCT day FROM record INDEXED BY record_by_day
      WHERE kind IN (1, 2) AND deleted_at IS NULL AND day NOT BETWEEN ?1 AND ?2
      """, bounds
    ) { Contribution(day: $0["day"], count: nil, level: 1) }
    let days = counts.map { Contribution(day: $0.key, count: $0.value, level: 1) } + others
    return days.sorted { $0.day < $1.day }
  }

  /// The numbers that notes and entries of these days name, by day; the average where several do.
  public func numbers(on span: ClosedRange<Day>) throws(JournalError) -> [Day: [String: Double]] {
    var values: [Day: [String: [Double]]] = [:]
    try database.forEach(
      """
      SELECT day, title, body FROM record INDEXED BY record_by_day
      WHERE kind IN (1, 2) AND deleted_at IS NULL AND day BETWEEN ?1 AND ?2
        AND (instr(title, ':: ') OR instr(body, ':: ') OR instr(body, '：'))
      """, [span.lowerBound, span.upperBound]
    ) { row in
      for (name, value) in NumberScanner.numbers(in: row["title"], row["body"]) {
        values[row["day"], default: [:]][name, default: []].append(value)
      }
    }
    return values.mapValues { $0.mapValues { $0.reduce(0, +) / Double($0.count) } }
  }

  /// The saved weather of the entries on these days, as JSON.
  public func weather(on span: ClosedRange<Day>) throws(JournalError) -> [(day: Day, json: String)]
  {
    try database.rows(
      """
      SELECT day, weather FROM record INDEXED BY record_by_day
      WHERE kind = 2 AND deleted_at IS NULL AND day BETWEEN ?1 AND ?2 AND weather IS NOT NULL
      ORDER BY day
      """, [span.lowerBound, span.upperBound]
    ) { ($0["day"], $0["weather"]) }
  }
}
