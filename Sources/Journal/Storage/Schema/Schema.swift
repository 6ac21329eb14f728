/// The schema of the journal: the tables of its first version, and the steps that changed them since.
///
/// A released schema never changes; every change is a step, which runs in one transaction after a copy
/// of the journal was made. Tests keep the declarations of every released schema.
///
/// The text of a declaration never changes, not even a line break: SQLite stores it, and
/// `Declarations` compares it. Every start reads all of them, so that there are as few as possible: what few
/// rows have needs no index.
struct Schema: Sendable {
  /// The number of the schema without steps. Lower numbers were used during development.
  var first: Int
  /// Creates the tables of the schema without steps.
  var tables: @Sendable () -> String
  /// Step 0 changes schema `first` to `first + 1`, and so on.
  var steps: [String] = []

  /// The schema of this program.
  static let current = Schema(
    first: 23,
    tables: {
      [records, following, clones, account, changes, synchronization].joined(separator: "\n")
    },
    steps: [
      // The subject of the commit on which notes are now.
      "ALTER TABLE followed_commit ADD COLUMN subject TEXT"
    ])

  /// The newest schema number.
  var version: Int { first + steps.count }

  /// The statements that bring a journal from one schema to another; 0 is an empty file.
  func statements(from old: Int, to new: Int) -> [String] {
    (old == 0 ? [tables()] : []) + steps[(max(old, first) - first)..<(new - first)]
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
