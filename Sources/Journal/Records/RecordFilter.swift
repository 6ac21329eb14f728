public import Diary
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

  /// How many records match the filter, whatever its limit.
  func total(_ filter: some RecordFilter) throws(JournalError) -> Int {
    let condition = try condition(filter)
    return try database.value(
      "SELECT count(*) FROM \(filter.source) WHERE \(condition.sql)", condition.values) ?? 0
  }
}

/// The notes or entries that a filter matches, in order. Only their numbers are in memory; their
/// texts are read by position, or in batches.
///
/// No read transaction stays open between two batches: a pager may wait for hours, and a reader
/// would delay a purge.
public struct RecordList: Sendable {
  fileprivate var numbers: ArraySlice<Int64>
  private let isDeleted: Bool

  init(_ numbers: [Int64], isDeleted: Bool) {
    self.numbers = numbers[...]
    self.isDeleted = isDeleted
  }

  public var count: Int { numbers.count }
  public var isEmpty: Bool { numbers.isEmpty }

  /// Leaves out all but the first `limit`.
  public mutating func limit(to limit: Int?) {
    if let limit { numbers = numbers.prefix(limit) }
  }

  /// The limits of a batch: texts may be long, and the time until the first line is shown counts.
  private static let batch = (count: 100, bytes: 256 << 10)

  /// Removes the first numbers and reads their records. Records that were purged, deleted or
  /// restored in the meantime are left out. The result is empty only at the end.
  ///
  /// - Parameter query: reads the record with the number `?1`.
  fileprivate mutating func next<Item>(
    _ query: String, in database: borrowing Database,
    _ read: (borrowing Statement) -> (item: Item, isDeleted: Bool, bytes: Int)
  ) throws(JournalError) -> [Item] {
    var items: [Item] = []
    var bytes = 0
    while items.count < Self.batch.count, bytes < Self.batch.bytes,
      let number = numbers.popFirst()
    {
      guard let found = try database.first(query, [number], read), found.isDeleted == isDeleted
      else { continue }
      items.append(found.item)
      bytes += found.bytes
    }
    return items
  }

  fileprivate func position(of number: Int64) -> Int? {
    numbers.firstIndex(of: number).map { $0 - numbers.startIndex }
  }
}

extension Journal {
  /// The notes that match the filter, in order.
  public func list(_ filter: NoteFilter) throws(JournalError) -> RecordList {
    RecordList(try numbers(filter), isDeleted: filter.isDeleted)
  }

  /// How many notes match the filter, whatever its limit.
  public func count(_ filter: NoteFilter) throws(JournalError) -> Int {
    try total(filter)
  }

  /// How many entries match the filter, whatever its limit.
  public func count(_ filter: EntryFilter) throws(JournalError) -> Int {
    try total(filter)
  }

  /// The entries that match the filter, in order.
  public func list(_ filter: EntryFilter) throws(JournalError) -> RecordList {
    RecordList(try numbers(filter), isDeleted: filter.isDeleted)
  }

  /// Reads the next notes, and removes them from the list. Empty at the end.
  public func nextNotes(_ list: inout RecordList) throws(JournalError) -> [FoundNote] {
    try found(
      list.next(Note.query, in: database) { row in
        let note = Note(row)
        return (
          note, note.deletedAt != nil, note.text.title.utf8.count + note.text.body.utf8.count
        )
      })
  }

  /// Reads the next entries, and removes them from the list. Empty at the end.
  public func nextEntries(_ list: inout RecordList) throws(JournalError) -> [Entry] {
    try list.next(Entry.query, in: database) {
      row in
      let entry = Entry(row)
      return (
        entry, entry.deletedAt != nil, entry.text.title.utf8.count + entry.text.body.utf8.count
      )
    }
  }

  /// A number that changes when another connection has changed the journal.
  public func dataVersion() throws(JournalError) -> Int {
    try database.value("PRAGMA data_version") ?? 0
  }

  /// The notes at these positions. Notes that were deleted or purged since the list was read are
  /// `nil`.
  public func summaries(
    of list: RecordList, at positions: Range<Int>
  ) throws(JournalError) -> [NoteSummary?] {
    let query = """
      SELECT \(NoteSummary.columns) FROM \(Note.source)
      WHERE note.number = ?1 AND note.deleted_at IS NULL
      """
    var rows: [NoteSummary?] = []
    for number in list.numbers.dropFirst(positions.lowerBound).prefix(positions.count) {
      rows.append(try database.first(query, [number]) { NoteSummary($0) })
    }
    var known = try shortened(rows.compactMap(\.self))[...]
    return rows.map { $0 == nil ? nil : known.removeFirst() }
  }

  /// The position of a note in a list.
  public func position(
    ofNote id: Identifier, in list: RecordList
  ) throws(JournalError) -> Int? {
    let number: Int64? = try database.value(
      "SELECT number FROM record WHERE kind = 1 AND id = ?1", [id.text])
    return number.flatMap { list.position(of: $0) }
  }

  /// The first and the last day with a note, an entry or a to-do.
  public func daySpan() throws(JournalError) -> ClosedRange<Day>? {
    let days = try firstAndLastDays(of: RecordKind.allCases)
    guard let first = days.min(), let last = days.max() else { return nil }
    return first...last
  }

  func firstAndLastDays(of kinds: [RecordKind]) throws(JournalError) -> [Day] {
    var days: [Day] = []
    for kind in kinds {
      for end in ["min", "max"] {
        let day: Day? = try database.value(
          """
          SELECT \(end)(day) FROM record INDEXED BY record_by_day
          WHERE kind = \(kind.rawValue) AND deleted_at IS NULL
          """)
        if let day { days.append(day) }
      }
    }
    return days
  }
}
