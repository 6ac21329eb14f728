public import Diary
import SQLite

/// The notes or entries that a filter matches. Only their numbers are in memory; their texts are
/// read in batches.
///
/// No read transaction stays open between two batches: a pager may wait for hours, and a reader
/// would delay a purge.
public struct RecordNumbers: Sendable {
  private var numbers: ArraySlice<Int64>
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
}

extension Journal {
  /// The notes that match the filter, in order.
  public func numbers(_ filter: NoteFilter) throws(JournalError) -> RecordNumbers {
    let condition = try NoteCondition(filter, repositories: rows(matching: filter))
    // Without the repositories, SQLite can read the numbers from an index alone.
    let source = filter.order == .repo ? NoteRow.source : "note"
    let numbers: [Int64] = try database.values(
      """
      SELECT note.number FROM \(source) WHERE \(condition.sql)
      ORDER BY \(condition.order) LIMIT \(filter.limit ?? -1)
      """, condition.values)
    return RecordNumbers(numbers, isDeleted: filter.isDeleted)
  }

  /// The entries that match the filter, in order.
  public func numbers(_ filter: EntryFilter) throws(JournalError) -> RecordNumbers {
    let numbers: [Int64] = try database.values(
      """
      SELECT number FROM entry WHERE \(filter.condition())
      ORDER BY \(filter.ordering) LIMIT \(filter.limit ?? -1)
      """, filter.values)
    return RecordNumbers(numbers, isDeleted: filter.isDeleted)
  }

  /// Reads the next notes, and removes their numbers from `numbers`. Empty at the end.
  public func nextNotes(_ numbers: inout RecordNumbers) throws(JournalError) -> [FoundNote] {
    try found(
      numbers.next(NoteRow.query, in: database) { row in
        let note = NoteRow.note(row)
        return (
          note, note.deletedAt != nil, note.text.title.utf8.count + note.text.body.utf8.count
        )
      })
  }

  /// Reads the next entries, and removes their numbers from `numbers`. Empty at the end.
  public func nextEntries(_ numbers: inout RecordNumbers) throws(JournalError) -> [Entry] {
    try numbers.next(EntryRow.query, in: database) {
      row in
      let entry = EntryRow.entry(row)
      return (
        entry, entry.deletedAt != nil, entry.text.title.utf8.count + entry.text.body.utf8.count
      )
    }
  }
}
