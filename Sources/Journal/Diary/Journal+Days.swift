public import Diary
import Records
import SQLite

extension Journal {
  /// The number of items on each of these days; days without any are left out. Notes count on the
  /// day they were written, to-dos on the days of `ToDo.days`.
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
      SELECT day, due FROM record
      WHERE kind = 3 AND done_at IS NULL AND deleted_at IS NULL
      """
    ) { row in
      let (day, due): (Day, Day?) = (row["day"], row["due"])
      for day in Set([day, due ?? day]) where day >= first && day <= last {
        days[day, default: DayCounts()].openToDos += 1
      }
    }
    try database.forEach(
      """
      SELECT done_day AS day, count(*) AS count FROM record INDEXED BY todo_by_done_day
      WHERE kind = 3 AND deleted_at IS NULL AND done_day BETWEEN ?1 AND ?2 GROUP BY done_day
      """, [first, last]
    ) { row in
      days[row["day"], default: DayCounts()].doneToDos = row["count"]
    }
    return days
  }
}

extension Day {
  /// The first second since 1970 at which this day begins in any time zone. No offset reaches 24
  /// hours.
  var earliestSecond: Int64 { Self.second(startOf: clampedNumber - 1) }

  /// The second since 1970 at which this day is over in every time zone.
  var secondAfter: Int64 { Self.second(startOf: clampedNumber + 2) }

  /// A day that the user typed may be outside the calendar.
  private var clampedNumber: Int { min(max(number, -1_000_000_000), 1_000_000_000) }

  private static func second(startOf number: Int) -> Int64 { Int64(number) * 86_400 }
}

extension Day {
  /// The day, if it fits into a column for days.
  func checked() throws(JournalError) -> Day {
    guard isInCalendar else { throw .dayOutOfRange }
    return self
  }
}

/// The number of items on a day.
public struct DayCounts: Hashable, Sendable {
  public var hasEntry = false
  public var notes = 0
  public var openToDos = 0
  public var doneToDos = 0
  public var commits = 0

  public init(
    hasEntry: Bool = false, notes: Int = 0, openToDos: Int = 0, doneToDos: Int = 0,
    commits: Int = 0
  ) {
    self.hasEntry = hasEntry
    self.notes = notes
    self.openToDos = openToDos
    self.doneToDos = doneToDos
    self.commits = commits
  }
}

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
    let day = try firstAndLastDays(of: [.note, .entry]).min()
    // Commit dates come from the author's clock, which may be set to 1970 or earlier.
    let instant: Instant? =
      own == nil ? nil : try database.value("SELECT min(authored_at) FROM remote_commit")
    return [day, instant.map { Moment($0, offset: 0).day - 1 }].compactMap(\.self).min()
  }
}

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
