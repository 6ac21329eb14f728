import Diary
import Records
import SQLite

/// Which records of a kind to read, in which order, and how many.
protocol RecordFilter: Sendable {
  static var kind: RecordKind { get }
  /// Where the columns are that the condition and the order name.
  var source: String { get }
  var repository: RepositoryKey? { get }
  var isDeleted: Bool { get }
  /// Records must have all of these tags; case is ignored.
  var tags: [String] { get }
  /// Whether the filter matches every record of its kind, or every deleted one.
  var isWordsOnly: Bool { get }
  /// Whether an order was asked for. Otherwise `ordering` is only that of texts without a rank.
  var isSorted: Bool { get }
  var ordering: String { get }
  /// If `nil`, there is no limit.
  var limit: Int? { get }

  /// Adds what the kind has besides the tags and the repository.
  func add(to condition: inout RecordCondition)
}

extension RecordFilter {
  var kind: RecordKind { Self.kind }
  var source: String { kind.rows }
  var repository: RepositoryKey? { nil }
}

/// A condition on records. Every value is bound; user input never becomes SQL.
struct RecordCondition {
  /// The name of the table.
  private let table: String
  private let firstPlace: Int
  private var terms: [String] = []
  private(set) var values: [any ColumnValue] = []

  /// - Parameter place: the number of the first value.
  init(of table: String, firstPlace place: Int = 1) {
    self.table = table
    firstPlace = place
  }

  var sql: String { terms.joined(separator: " AND ") }

  mutating func add(_ term: String) { terms.append(term) }

  /// Adds a value, and returns its place in the statement.
  mutating func place(_ value: any ColumnValue) -> String {
    values.append(value)
    return "?\(firstPlace + values.count - 1)"
  }

  /// - Parameter source: how the tag was set; `nil` for any way.
  mutating func add(tag: String, setAs source: TagSource? = nil) {
    let isSet = source.map { " AND source = \($0.rawValue)" } ?? ""
    let key = place(TagKey.of(tag))
    add("\(table).number IN (SELECT record FROM record_tag WHERE key = \(key)\(isSet))")
  }

  /// - Parameter sign: what keeps SQLite from using an index.
  mutating func add(daysFrom first: Day?, to last: Day?, _ sign: String = "") {
    let (first, last) = (place(first?.number ?? .min), place(last?.number ?? .max))
    add("\(sign)\(table).day BETWEEN \(first) AND \(last)")
  }

  mutating func add(deleted isDeleted: Bool, _ sign: String = "") {
    add("\(sign)\(table).deleted_at IS \(isDeleted ? "NOT NULL" : "NULL")")
  }
}

extension Journal {
  func condition(
    _ filter: some RecordFilter, firstPlace: Int = 1
  ) throws(JournalError) -> RecordCondition {
    var condition = RecordCondition(of: filter.kind.name, firstPlace: firstPlace)
    if let key = filter.repository { condition.add("note.repository IN \(try list(of: key))") }
    filter.add(to: &condition)
    for tag in filter.tags { condition.add(tag: tag) }
    return condition
  }

  /// The rows that match the filter, in order.
  func rows<Row>(
    _ filter: some RecordFilter, _ columns: String, from source: String? = nil,
    _ read: (borrowing Statement) -> Row
  ) throws(JournalError) -> [Row] {
    let condition = try condition(filter)
    return try database.rows(
      """
      SELECT \(columns) FROM \(source ?? filter.source) WHERE \(condition.sql)
      ORDER BY \(filter.ordering) LIMIT \(filter.limit ?? -1)
      """, condition.values, read)
  }

  /// The numbers of the records that match the filter, in order.
  func numbers(_ filter: some RecordFilter) throws(JournalError) -> [Int64] {
    try rows(filter, "\(filter.kind.name).number") { $0["number"] }
  }
}
