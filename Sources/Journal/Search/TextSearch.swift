import Glibc
import Records
import SQLite

/// A search in the texts of a kind, which finds them in the index and selects the best candidates.
///
/// The cost must not grow with the number of matches. Therefore only the newest `window` matches
/// are ranked, by data from the index: how rare the words are and which of them are in the heading.
/// Of these, the best are read, `sample` more than the limit, and the word frequencies in the texts
/// decide the final order.
struct TextSearch {
  let kind: RecordKind
  let query: SearchQuery
  let isDeleted: Bool
  var filter: Filter?

  private var expressions: SearchExpressions { SearchExpressions(query: query, kind: kind) }

  static let window = 10_000
  static let sample = 100
  /// The maximum number of bytes that are read only for ranking. Texts that are returned are read
  /// in any case.
  static let budget = 2_000_000

  /// A condition on the rows of the texts.
  struct Filter {
    /// Its values begin with `firstPlace`.
    let condition: RecordCondition
    /// Whether so few rows match that all of them can be listed.
    let isSelective: Bool

    static let firstPlace = 4

    /// - Parameter few: the maximum number of rows that count as few.
    init(
      _ condition: RecordCondition, of kind: RecordKind, few: Int = 100_000,
      in database: borrowing Database
    ) throws(JournalError) {
      self.condition = condition
      // This statement has no values before the first place.
      let values = condition.values
      let unused = values.isEmpty ? [] : Array(repeating: Value.null, count: Self.firstPlace - 1)
      isSelective = try !database.hasRow(
        "SELECT 1 FROM \(kind.rows) WHERE \(condition.sql) LIMIT 1 OFFSET \(few)",
        unused + values)
    }
  }

  /// How many of the newest texts with a word are counted to estimate how rare it is.
  private static let counted = 1_000

  /// The newest `count` texts that have all words according to the index.
  func newest(
    _ count: Int, below end: Int64? = nil, in database: borrowing Database
  ) throws(JournalError) -> [Int64] {
    let end = end.map { $0 - 1 } ?? .max
    guard end >= 1 else { return [] }
    return try newest(
      count, expressions.all, in: 1...end, by: filter, in: database)
  }

  /// The recent matches, and older ones that have all words in their headings, ranked by data from
  /// the index; equal ones are sorted newest first.
  ///
  /// - Parameter recent: the newest matches, in order.
  func ranked(
    _ recent: [Int64], by rarities: [Double], in database: borrowing Database
  ) throws(JournalError) -> [Int64] {
    guard let last = recent.last, let first = recent.first else { return [] }
    var hits: [(number: Int64, score: Double)] = recent.map { ($0, 0) }
    for (phrase, rarity) in rarities.enumerated() {
      let inHeading =
        try kind.hasHeadings
        ? matches(expressions.all(inHeading: phrase), in: last...first, in: database) : []
      for place in hits.indices {
        let isInHeading = inHeading.contains(hits[place].number)
        hits[place].score += rarity * BM25.rank(isInHeading: isInHeading)
      }
    }
    let exact = try matches(expressions.exact, in: last...first, in: database)
    for place in hits.indices where !exact.contains(hits[place].number) {
      hits[place].score *= BM25.asBeginning
    }
    if kind.hasHeadings, last > 1 {
      let older = try newest(
        Self.sample, expressions.allInHeadings, in: 1...(last - 1),
        by: filter, in: database)
      let best = rarities.reduce(0, +) * BM25.rank(isInHeading: true)
      let exact =
        try older.last.map { (oldest) throws(JournalError) in
          try matches(
            "\(expressions.allInHeadings) AND \(expressions.exact)", in: oldest...(last - 1),
            in: database)
        } ?? []
      for number in older {
        hits.append((number, best * (exact.contains(number) ? 1 : BM25.asBeginning)))
      }
    }
    return hits.sorted { ($0.score, $0.number) > ($1.score, $1.number) }.map(\.number)
  }

  /// The weight of each word of the query by its rarity, estimated from the newest texts that have
  /// it.
  func rarities(in database: borrowing Database) throws(JournalError) -> [Double] {
    guard query.phrases.count > 1 else { return query.phrases.map { _ in 1 } }
    let newest = try query.phrases.map { (phrase) throws(JournalError) in
      try self.newest(
        Self.counted, expressions.expression(phrase), in: 1...(.max), by: nil, in: database)
    }
    let top = newest.compactMap(\.first).max() ?? 0
    return newest.map { found in
      // If there are fewer, the whole index was searched.
      let bottom = found.count == Self.counted ? found[found.count - 1] : 1
      return BM25.rarity(share: Double(max(found.count, 1)) / Double(max(top - bottom + 1, 1)))
    }
  }

  // MARK: The index

  private func matches(
    _ expression: String, in range: ClosedRange<Int64>, in database: borrowing Database
  ) throws(JournalError) -> Set<Int64> {
    // Unless the filter excludes most texts, the range contains few other matches.
    let filter = filter.flatMap { $0.isSelective ? $0 : nil }
    return Set(try newest(-1, expression, in: range, by: filter, in: database))
  }

  private func newest(
    _ count: Int, _ expression: String, in range: ClosedRange<Int64>, by filter: Filter?,
    in database: borrowing Database
  ) throws(JournalError) -> [Int64] {
    let ends = [range.lowerBound, range.upperBound].map { isDeleted ? -$0 : $0 }.sorted()
    return try database.values(
      """
      SELECT abs(rowid) FROM \(WordIndex.table)
      WHERE \(WordIndex.table) MATCH ?1 AND rowid BETWEEN ?2 AND ?3 \(filter.map(sql) ?? "")
      ORDER BY rowid \(isDeleted ? "ASC" : "DESC") LIMIT \(count)
      """, [expression, ends[0], ends[1]] + (filter?.condition.values ?? []))
  }

  /// For few rows, a list is cheaper than a lookup of each match; for many rows, enough matches are
  /// among the newest. (`abs` also keeps FTS5 from looking up each number of the list separately.)
  private func sql(_ filter: Filter) -> String {
    let (found, number) = ("abs(\(WordIndex.table).rowid)", "\(kind.name).number")
    let rows = "FROM \(kind.rows) WHERE \(filter.condition.sql)"
    return filter.isSelective
      ? "AND \(found) IN (SELECT \(number) \(rows))"
      : "AND EXISTS (SELECT 1 \(rows) AND \(number) = \(found))"
  }
}

/// The BM25 score of a text for a query, with weighted parts.
enum BM25 {
  // The weight of a word in a title is eight times that of a word in the body.
  static let title = 8.0
  static let tag = 4.0
  /// The subject of the commit that a note is about.
  static let subject = 2.0
  static let body = 1.0
  /// The factor for a word that only begins with a word of the query.
  static let asBeginning = 0.5

  /// The BM25 parameters k1, for repeated words, and b, for the length of a text.
  private static let saturation = 1.2
  private static let lengthShare = 0.75

  /// The score of a word with this frequency.
  ///
  /// - Parameter length: the length of the text relative to the average.
  static func of(frequency: Double, length: Double = 1) -> Double {
    frequency * (saturation + 1)
      / (frequency + saturation * (1 - lengthShare + lengthShare * length))
  }

  /// The score of a word if only its position in a heading or body is known.
  static func rank(isInHeading: Bool) -> Double { of(frequency: isInHeading ? title : body) }

  /// The weight of a word that occurs in this share of the texts.
  static func rarity(share: Double) -> Double { log(1 + 1 / share) }
}
