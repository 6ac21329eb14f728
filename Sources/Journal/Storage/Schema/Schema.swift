import Diary
import SQLite

/// The schema of the journal as a list of migrations. A released migration never changes; later
/// changes are new migrations.
enum Schema {
  /// The application ID in the file header, `cdry` in ASCII, which distinguishes a journal from
  /// other databases.
  static let applicationID = 0x6364_7279

  /// The newest schema version.
  static var version: Int { steps.count }

  /// Defines the SQL functions that the migrations use.
  static func defineFunctions(on connection: borrowing Connection) throws(SQLiteError) {
    try IndexedWords.defineFunction(on: connection)
    try RecordContent.defineFunction(on: connection)
    try connection.define("day_name", arguments: 1) { texts in
      Int(texts[0]).map { .text(EntryRow.id(Day(number: $0))) } ?? .null
    }
  }

  static let steps = [
    notes, account, clones, days, words, records, subjects, toDoDetails, activity, events,
    tagRenames, mirror, following, pullRequests,
  ]

  /// The last schema whose index has no words of subjects.
  static let lastWithoutSubjects = 6
}
