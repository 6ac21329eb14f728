import Diary
import Records
import SQLite

extension Entry {
  static let columns = """
    \(Record.columns(of: "entry")), \(TextToLookAt.query(of: "entry.number"))
    """

  /// Reads the entry with the number `?1`.
  static let query = "SELECT \(columns) FROM entry WHERE number = ?1"

  init(_ row: borrowing Statement) {
    let record = Record(row)
    self.init(
      day: record.day, text: EntryText(record.content), weather: record.state.weather,
      version: record.version, createdAt: record.createdAt, updatedAt: record.updatedAt,
      deletedAt: record.state.deletedAt)
    needsLook = row["needs_look"]
  }
}
