import SQLite

/// A search in one of the indexes of words: which texts it finds, and which of them may be the best.
///
/// Its cost must not grow with the number of hits. So only the newest `window` hits are ranked, by
/// what the index knows of them: how rare the words are, and which of them are in the heading. Of
/// these, the first are read, `sample` more than are shown, and how often the words are there says
/// the rest.
struct TextSearch {
  let index: WordIndex
  let query: SearchQuery
  let isDeleted: Bool
  /// The numbers that may be found.
  var numbers: ClosedRange<Int64> = 1...(.max)
  var filter: Filter?

  static let window = 10_000
  static let sample = 200
  /// How many bytes of text are read for the ranking alone; what is shown is read in any case.
  static let budget = 2_000_000

  /// Which texts may be found, by their rows.
  struct Filter {
    /// The table of the texts, and the name of the number in it.
    let table: String
    let number: String
    /// What must be true of the row; its values begin with `firstPlace`.
    let condition: String
    let values: [Value]
    /// Whether the rows are so few that all of them can be listed.
    let isSelective: Bool

    static let firstPlace = 4

    /// - Parameter few: how many rows are few.
    init(
      _ table: String, number: String, condition: String, values: [Value], few: Int = 100_000,
      on connection: borrowing Connection
    ) throws(SQLiteError) {
      self.table = table
      self.number = number
      self.condition = condition
      self.values = values
      let rows = try connection.rows(
        "SELECT 1 FROM \(table) WHERE \(condition) LIMIT 1 OFFSET \(few)",
        // What comes before the first place is not in this statement.
        values.isEmpty ? [] : Array(repeating: .null, count: Self.firstPlace - 1) + values
      ) { $0.int(0) }
      isSelective = rows.isEmpty
    }
  }

  /// How many of the newest texts with a word are counted to say how rare it is.
  private static let counted = 1_000

  /// The newest `count` texts that have all the words, as far as the index knows.
  func newest(
    _ count: Int, below end: Int64? = nil, on connection: borrowing Connection
  ) throws(SQLiteError) -> [Int64] {
    let end = end.map { $0 - 1 } ?? numbers.upperBound
    guard end >= numbers.lowerBound else { return [] }
    return try newest(
      count, query.expression, in: numbers.lowerBound...end, by: filter, on: connection)
  }

  /// The same hits, and older ones that have all the words in their headings: the best first, by
  /// what the index knows; of equally good ones, the newest.
  ///
  /// - Parameter recent: the newest hits, in order.
  func ranked(
    _ recent: [Int64], by rarities: [Double], on connection: borrowing Connection
  ) throws(SQLiteError) -> [Int64] {
    guard let last = recent.last, let first = recent.first else { return [] }
    var hits: [(number: Int64, score: Double)] = []
    let exact = try having(query.exactExpression, in: last...first, on: connection)
    for number in recent {
      hits.append((number, exact.contains(number) ? 1 : BM25.asBeginning))
    }
    var weights = Array(repeating: 0.0, count: hits.count)
    for (phrase, rarity) in zip(query.phrases, rarities) {
      let inHeading =
        try index.hasHeadings
        ? having(phrase.expression(inHeading: true), in: last...first, on: connection) : []
      for (place, number) in recent.enumerated() {
        weights[place] += rarity * BM25.rank(isInHeading: inHeading.contains(number))
      }
    }
    for place in hits.indices { hits[place].score *= weights[place] }
    if index.hasHeadings, last > numbers.lowerBound {
      let older = try newest(
        Self.sample, query.expressionInHeadings, in: numbers.lowerBound...(last - 1),
        by: filter, on: connection)
      let best = rarities.reduce(0, +) * BM25.rank(isInHeading: true)
      let exact =
        try older.last.map { (oldest) throws(SQLiteError) in
          try having(
            "\(query.expressionInHeadings) AND \(query.exactExpression)", in: oldest...(last - 1),
            on: connection)
        } ?? []
      for number in older {
        hits.append((number, best * (exact.contains(number) ? 1 : BM25.asBeginning)))
      }
    }
    return hits.sorted { ($0.score, $0.number) > ($1.score, $1.number) }.map(\.number)
  }

  /// How rare each word of the query is, by the newest texts that have it.
  func rarities(on connection: borrowing Connection) throws(SQLiteError) -> [Double] {
    guard query.phrases.count > 1 else { return query.phrases.map { _ in 1 } }
    let newest = try query.phrases.map { (phrase) throws(SQLiteError) in
      try self.newest(
        Self.counted, phrase.expression(), in: numbers, by: nil, on: connection)
    }
    let top = newest.compactMap(\.first).max() ?? 0
    return newest.map { found in
      // Where there are fewer, the index has been walked to its end.
      let bottom = found.count == Self.counted ? found[found.count - 1] : numbers.lowerBound
      return BM25.rarity(share: Double(max(found.count, 1)) / Double(max(top - bottom + 1, 1)))
    }
  }

  // MARK: The index

  private func having(
    _ expression: String, in range: ClosedRange<Int64>, on connection: borrowing Connection
  ) throws(SQLiteError) -> Set<Int64> {
    let expression = "\(query.expression) AND \(expression)"
    // Without a filter that keeps most of them from being hits, those in between are few.
    let filter = filter.flatMap { $0.isSelective ? $0 : nil }
    return Set(try newest(-1, expression, in: range, by: filter, on: connection))
  }

  private func newest(
    _ count: Int, _ expression: String, in range: ClosedRange<Int64>, by filter: Filter?,
    on connection: borrowing Connection
  ) throws(SQLiteError) -> [Int64] {
    let ends = [range.lowerBound, range.upperBound].map { isDeleted ? -$0 : $0 }.sorted()
    return try connection.rows(
      """
      SELECT abs(rowid) FROM \(index.table)
      WHERE \(index.table) MATCH ?1 AND rowid BETWEEN ?2 AND ?3 \(filter.map(sql) ?? "")
      ORDER BY rowid \(isDeleted ? "ASC" : "DESC") LIMIT \(count)
      """, [.text(expression), .integer(ends[0]), .integer(ends[1])] + (filter?.values ?? [])
    ) { $0.integer(0) }
  }

  /// A list of few rows is cheaper than a look at the row of each hit; many rows have enough hits
  /// among the newest. (`abs` also keeps FTS5 from looking up each number of the list by itself.)
  private func sql(_ filter: Filter) -> String {
    let number = "abs(\(index.table).rowid)"
    let rows = "FROM \(filter.table) WHERE \(filter.condition)"
    return filter.isSelective
      ? "AND \(number) IN (SELECT \(filter.number) \(rows))"
      : "AND EXISTS (SELECT 1 \(rows) AND \(filter.number) = \(number))"
  }
}
