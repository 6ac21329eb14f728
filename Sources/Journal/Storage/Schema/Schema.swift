/// The schema of the journal: the tables of its first version, and the steps that changed them since.
///
/// A released schema never changes; every change is a step, which runs in one transaction after a copy
/// of the journal was made. Tests keep the declarations of every released schema.
struct Schema: Sendable {
  /// The number of the schema without steps. Lower numbers were used during development.
  var first: Int
  /// Creates the tables of the schema without steps.
  var tables: @Sendable () -> String
  /// Step 0 changes schema `first` to `first + 1`, and so on.
  var steps: [String] = []

  /// The schema of this program.
  static let current = Schema(
    first: 18, tables: { [records, following, clones, account].joined(separator: "\n") },
    steps: [numbersAndChanges, origins, synchronization, branches])

  /// The newest schema number.
  var version: Int { first + steps.count }

  /// The statements that bring a journal from one schema to another; 0 is an empty file.
  func statements(from old: Int, to new: Int) -> [String] {
    (old == 0 ? [tables()] : []) + steps[(max(old, first) - first)..<(new - first)]
  }

  /// How many columns the steps have added to a table. SQLite does not add them to the rows that the
  /// table has.
  func columnsAdded(to table: String) -> Int {
    steps.reduce(0) { $0 + $1.ranges(of: "ALTER TABLE \(table) ADD COLUMN").count }
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
