import Diary
import JSON
import Records
import SQLite
import Sync

/// How the archive writes a column of a version: a part of a field, or what identifies the version. The
/// columns are those of `Schema.stateColumns`.
final class ArchivedColumn: Sendable {
  enum Form {
    case field(RecordPart)
    case integer, text, bytes, instant
    /// The IDs of versions, one after the other.
    case ids
    /// Members of the version, as they came.
    case others
    /// A row of another table, which the archive names.
    case device
  }

  let column: String
  let name: String
  let form: Form
  let isRequired: Bool

  private init(_ column: String, _ form: Form, required isRequired: Bool = false) {
    self.column = column
    name = RecordPart.name(of: column)
    self.form = form
    self.isRequired = isRequired
  }

  private static let envelope = [
    ArchivedColumn("version", .integer, required: true),
    ArchivedColumn("version_id", .bytes, required: true),
    ArchivedColumn("parents", .ids),
    ArchivedColumn("device", .device, required: true),
    ArchivedColumn("clock", .integer, required: true), ArchivedColumn("hash", .bytes),
    ArchivedColumn("updated_at", .instant, required: true),
    ArchivedColumn("updated_offset", .integer, required: true),
    ArchivedColumn("written_as", .text), ArchivedColumn("others", .others),
  ]

  private static let fields = RecordField.all.flatMap(\.parts).filter { !$0.isPacked }.map {
    ArchivedColumn($0.column, .field($0))
  }

  /// What stands for a column that is declared nowhere. A test finds it.
  private static func undeclared(_ column: String) -> ArchivedColumn {
    ArchivedColumn(column, .text)
  }

  /// All columns of a version, in the order of the schema.
  static let all = {
    let declared = Dictionary((envelope + fields).map { ($0.column, $0) }) { $1 }
    return Schema.stateColumns.map { declared[$0] ?? undeclared($0) }
  }()

  /// The columns that are declared and that a version does not have, and the other way round.
  static var differences: Set<String> {
    // The tags are in a table of their own.
    Set((envelope + fields).map(\.column)).symmetricDifference(
      Schema.stateColumns + ["tags"])
  }

  /// Whether a value of another form is kept as it is.
  var isField: Bool { if case .field = form { true } else { false } }

  /// The value as JSON; `nil` for what is left out.
  func json(_ value: Value, _ names: ArchiveNames) -> JSONValue? {
    switch (form, value) {
    case (_, .null), (.others, _): nil
    case (.field(let part), _):
      switch (part.form, value) {
      case (.repository, .integer(let row)): .string(names.repositories[row] ?? "")
      case (_, .integer(let number)): part.json(.integer(number))
      case (_, .text(let text)): part.json(.text(text))
      default: nil
      }
    case (.instant, .integer(let seconds)):
      .string("\(Instant(secondsSince1970: seconds))")
    case (.device, .integer(let row)): .string(names.devices[row] ?? "")
    case (.ids, .blob(let bytes)):
      bytes.isEmpty
        ? nil
        : .array(
          stride(from: 0, to: bytes.count, by: VersionID.length).map {
            .string(Hexadecimal.text(bytes.dropFirst($0).prefix(VersionID.length)))
          })
    case (_, .blob(let bytes)): .string(Hexadecimal.text(bytes[...]))
    case (_, .integer(let number)): .integer(Int(number))
    case (_, .text(let text)): .string(text)
    default: nil
    }
  }

  /// The value to save; `nil` if it has another form.
  func value(_ json: JSONValue, _ names: inout ArchiveNames) -> Value? {
    switch form {
    case .field(let part):
      guard let value = part.value(json) else { return nil }
      if part.form == .repository, case .text(let name) = value {
        return names.row(ofRepository: name).map { .integer($0) }
      }
      return value.columnValue
    case .integer: return json.integer.map { .integer(Int64($0)) }
    case .text: return json.string.map { .text($0) }
    case .bytes: return json.string.flatMap(Hexadecimal.bytes).map { .blob($0) }
    case .instant:
      return json.string.flatMap(Instant.init(rfc3339:)).map { .integer($0.secondsSince1970) }
    case .device: return json.string.flatMap { names.row(ofDevice: $0) }.map { .integer($0) }
    case .ids: return Self.ids(json).map { .blob($0) }
    case .others: return nil
    }
  }

  /// The places in `all`, by the name in an archive and by column.
  static let places = Dictionary(
    uniqueKeysWithValues: placesByName.map { (all[$0].name, $0) })
  static let columns = Dictionary(
    uniqueKeysWithValues: all.enumerated().map { ($1.column, $0) })

  /// The places in the order of the names, but for that of what is kept as it came.
  static let placesByName = all.indices.filter { all[$0].column != "others" }
    .sorted { all[$0].name < all[$1].name }

  /// Those that every version has.
  static let required = all.enumerated().filter(\.element.isRequired).map {
    (name: $1.name, place: $0)
  }

  private static func ids(_ json: JSONValue) -> [UInt8]? {
    guard let texts = json.array else { return nil }
    let ids = texts.map { $0.string.flatMap(Hexadecimal.bytes) }
    guard ids.allSatisfy({ $0?.count == VersionID.length }) else { return nil }
    return ids.flatMap { $0 ?? [] }
  }
}

extension Journal {
  /// The names of all repositories and devices.
  func archiveNames() throws(JournalError) -> ArchiveNames {
    var names = ArchiveNames()
    for (row, name) in try database.rows(
      "SELECT id, name FROM repository", [], { ($0["id"] as Int64, $0["name"] as String) })
    {
      names.repositories[row] = name
      names.repositoryRows[name] = row
    }
    for (row, id) in try database.rows(
      "SELECT number, id FROM device", [], { ($0["number"] as Int64, $0["id"] as [UInt8]) })
    {
      names.devices[row] = Hexadecimal.text(id)
      names.deviceRows[Hexadecimal.text(id)] = row
    }
    return names
  }
}

/// The rows of repositories and devices, which an archive names.
struct ArchiveNames {
  var repositories: [Int64: String] = [:]
  var devices: [Int64: String] = [:]
  fileprivate var repositoryRows: [String: Int64] = [:]
  fileprivate var deviceRows: [String: Int64] = [:]
  /// Adds a row for a name that has none; `nil` if the name is not valid.
  var addRepository: (String) -> (row: Int64, name: String)? = { _ in nil }
  var addDevice: (String) -> Int64? = { _ in nil }

  mutating func row(ofRepository name: String) -> Int64? {
    if let row = repositoryRows[name] { return row }
    guard let (row, localName) = addRepository(name) else { return nil }
    repositoryRows[name] = row
    repositories[row] = localName
    return row
  }

  mutating func row(ofDevice id: String) -> Int64? {
    if let row = deviceRows[id] { return row }
    let row = addDevice(id)
    deviceRows[id] = row
    return row
  }
}
