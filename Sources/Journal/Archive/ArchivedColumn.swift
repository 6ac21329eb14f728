import Diary
import JSON
import SQLite
import Sync

/// How the archive writes a column of a version. The columns are those of `Schema.stateColumns`.
struct ArchivedColumn {
  enum Form {
    case integer, text, bytes
    case instant, day
    /// The IDs of versions, one after the other.
    case ids
    /// The fields of a newer program, which are members of the version.
    case others
    /// A row of another table, which the archive names.
    case repository, device
  }

  var column: String
  var name: String
  var form: Form

  private init(_ column: String, _ form: Form) {
    self.column = column
    self.form = form
    let words = column.split(separator: "_")
    name =
      words.first.map { first in
        String(first)
          + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      } ?? column
  }

  private static let forms: [String: Form] = [
    "version_id": .bytes, "parents": .ids, "device": .device, "hash": .bytes,
    "updated_at": .instant, "deleted_at": .instant, "authored_at": .instant, "done_at": .instant,
    "day": .day, "done_day": .day, "due": .day, "wait": .day, "occurrence": .day,
    "repository": .repository, "sha": .text, "subject": .text, "author": .text, "patch": .text,
    "priority": .text, "every": .text, "series": .text, "weather": .text, "written_in": .text,
    "branch": .text, "title": .text, "body": .text, "written_as": .text, "others": .others,
  ]

  /// All columns of a version; those without another form are integers.
  static let all = Schema.stateColumns.map { column in
    ArchivedColumn(String(column), forms[String(column)] ?? .integer)
  }

  /// The value as JSON; `nil` for NULL, which is left out.
  func json(_ value: Value, _ names: ArchiveNames) -> JSONValue? {
    switch (form, value) {
    case (_, .null), (.others, _): nil
    case (.instant, .integer(let seconds)):
      .string("\(Instant(secondsSince1970: seconds))")
    case (.day, .integer(let number)): .string("\(Day(number: Int(number)))")
    case (.repository, .integer(let row)): .string(names.repositories[row] ?? "")
    case (.device, .integer(let row)): .string(names.devices[row] ?? "")
    case (.ids, .blob(let bytes)):
      .array(
        stride(from: 0, to: bytes.count, by: VersionID.length).map {
          .string(Hexadecimal.text(bytes.dropFirst($0).prefix(VersionID.length)))
        })
    case (_, .blob(let bytes)): .string(Hexadecimal.text(bytes[...]))
    case (_, .integer(let number)): .integer(Int(number))
    case (_, .text(let text)): .string(text)
    }
  }

  /// The value to save; `nil` if it has another form.
  func value(_ json: JSONValue, _ names: inout ArchiveNames) -> Value? {
    if json == .null { return .null }
    return switch form {
    case .integer: json.integer.map { .integer(Int64($0)) }
    case .text: json.string.map { .text($0) }
    case .bytes: json.string.flatMap(Hexadecimal.bytes).map { .blob($0) }
    case .instant:
      json.string.flatMap(Instant.init(rfc3339:)).map { .integer($0.secondsSince1970) }
    case .day: json.string.flatMap { Day(iso: $0) }.map { .integer(Int64($0.number)) }
    case .repository: json.string.flatMap { names.row(ofRepository: $0) }.map { .integer($0) }
    case .device: json.string.flatMap { names.row(ofDevice: $0) }.map { .integer($0) }
    case .ids: Self.ids(json).map { .blob($0) }
    case .others: .null
    }
  }

  /// The places in `all`, by the name in an archive and by column.
  static let places = Dictionary(
    uniqueKeysWithValues: all.enumerated().map { ($1.name, $0) })
  static let columns = Dictionary(
    uniqueKeysWithValues: all.enumerated().map { ($1.column, $0) })

  /// The places of the columns that are never NULL.
  static let required = [
    "version", "version_id", "parents", "device", "clock", "updated_at", "updated_offset", "day",
    "title", "body",
  ].compactMap { columns[$0] }

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
  var addRepository: (String) -> Int64? = { _ in nil }
  var addDevice: (String) -> Int64? = { _ in nil }

  mutating func row(ofRepository name: String) -> Int64? {
    if let row = repositoryRows[name] { return row }
    let row = addRepository(name)
    repositoryRows[name] = row
    return row
  }

  mutating func row(ofDevice id: String) -> Int64? {
    if let row = deviceRows[id] { return row }
    let row = addDevice(id)
    deviceRows[id] = row
    return row
  }
}
