/// The schema of the journal: the tables of its first version, and the steps that changed them since.
///
/// A released schema never changes; every change is a step, which runs in one transaction after a copy
/// of the journal was made. Tests keep the declarations of every released schema.
///
/// The text of a declaration never changes, not even a line break: SQLite stores it, and
/// `Declarations` compares it. Columns that follow another one on its line, or a comma on a new line, were
/// once added with `ALTER TABLE`.
struct Schema: Sendable {
  /// The number of the schema without steps. Lower numbers were used during development.
  var first: Int
  /// Creates the tables of the schema without steps.
  var tables: @Sendable () -> String
  /// The numbers of columns that were added to tables during development.
  var addedEarlier: [String: Int] = [:]
  /// Step 0 changes schema `first` to `first + 1`, and so on.
  var steps: [String] = []

  /// The schema of this program.
  static let current = Schema(
    first: 22,
    tables: {
      [records, following, clones, account, changes, synchronization, branches]
        .joined(separator: "\n")
    },
    addedEarlier: ["record": 2, "record_version": 2])

  /// The newest schema number.
  var version: Int { first + steps.count }

  /// The statements that bring a journal from one schema to another; 0 is an empty file.
  func statements(from old: Int, to new: Int) -> [String] {
    (old == 0 ? [tables()] : []) + steps[(max(old, first) - first)..<(new - first)]
  }

  /// How many columns were added to a table after it was created. SQLite does not add them to the rows
  /// that the table has.
  func columnsAdded(to table: String) -> Int {
    steps.reduce(addedEarlier[table] ?? 0) {
      $0 + $1.ranges(of: "ALTER TABLE \(table) ADD COLUMN").count
    }
  }

  /// The schema with one more step.
  func adding(_ step: String) -> Schema {
    var schema = self
    schema.steps.append(step)
    return schema
  }

  /// The application ID in the file header, `cdry` in ASCII, which distinguishes a journal from
  /// other databases.
  static let applicationID = 0x6364_7279
}
