public import Diary
public import JSON
import SQLite

/// What became of a record of an archive.
public enum UnarchivedRecord: Sendable {
  case added(RecordKind, first: String)
  /// It has got the versions that it did not have.
  case changed
  case unchanged
  case purgedHere
}

/// A record of an archive that cannot be read.
public struct DamagedRecord: Error, Sendable {
  /// The field that is missing or has another form.
  public var field: String
}

/// Reads an archive record by record, in the transaction of a change.
public struct Unarchiving {
  private var names = ArchiveNames()

  public init() {}

  private struct Version {
    var values: [Value]
    var tags: [(tag: String, source: TagSource)]
    var id: [UInt8]
    var content: RecordContent

    subscript(_ column: String) -> Value {
      ArchivedColumn.columns[column].map { values[$0] } ?? .null
    }

    /// The tags as `record_version` has them.
    var tagList: String {
      let pairs = tags.map {
        JSONValue.array([.string($0.tag), .integer(Int($0.source.rawValue))])
      }
      return JSONValue.array(pairs).text(.compact)
    }
  }

  // MARK: Records

  /// Adds a record, or the versions of it that the journal does not have.
  ///
  /// - Throws: `DamagedRecord` if the record is damaged; nothing of it was added then.
  public mutating func add(
    _ json: JSONValue, to journal: isolated Journal, at moment: Moment
  ) throws -> UnarchivedRecord {
    prepare(journal)
    defer { (names.addRepository, names.addDevice) = ({ _ in nil }, { _ in nil }) }
    guard let kind = json["kind"]?.string.flatMap(RecordKind.init(name:)) else {
      throw DamagedRecord(field: "kind")
    }
    guard let id = json["id"]?.string, Identifier.prefix(id) == id,
      id.utf8.count == Identifier.length
    else { throw DamagedRecord(field: "id") }
    guard let created = json["createdAt"]?.string.flatMap(Instant.init(rfc3339:)),
      let offset = json["createdOffset"]?.integer
    else { throw DamagedRecord(field: "createdAt") }
    var versions: [Version] = []
    for version in json["versions"]?.array ?? [] { versions.append(try self.version(version)) }
    guard let newest = versions.last else { throw DamagedRecord(field: "versions") }
    if kind == .note, newest["repository"] == .null { throw DamagedRecord(field: "repository") }
    if try journal.wasPurged(kind, id: id) { return .purgedHere }
    let known = try journal.record(kind, id: id)
    if let known { return try update(known, with: versions, in: journal, at: moment) }
    if kind == .entry, case .integer(let day) = newest["day"],
      let other = try journal.record(of: Day(number: Int(day)))
    {
      return try join(newest, to: other, in: journal, at: moment)
    }
    let number = try insert(
      kind, id, Moment(created, offset: offset), newest, into: journal)
    for version in versions.dropLast() { try insert(version, of: number, into: journal) }
    try addOrigins(json["origins"], of: number, to: journal)
    let content = newest.content
    return .added(kind, first: content.title.isEmpty ? content.body : content.title)
  }

  private mutating func prepare(_ journal: isolated Journal) {
    names.addRepository = { name in
      guard !name.isEmpty else { return nil }
      return try? journal.row(of: RepositoryKey(Repository(name: name)))
    }
    names.addDevice = { text in
      guard let id = VersionID.bytes(text), id.count == VersionID.length else { return nil }
      try? journal.database.run("INSERT OR IGNORE INTO device (id, clock) VALUES (?1, 0)", [id])
      return try? journal.database.value("SELECT number FROM device WHERE id = ?1", [id]) as Int64?
    }
  }

  private mutating func version(_ json: JSONValue) throws -> Version {
    guard json.object != nil else { throw DamagedRecord(field: "versions") }
    var values = [Value](repeating: .null, count: ArchivedColumn.all.count)
    for member in json.object ?? [] {
      guard let place = ArchivedColumn.places[member.name] else { continue }
      guard let value = ArchivedColumn.all[place].value(member.value, &names) else {
        throw DamagedRecord(field: member.name)
      }
      values[place] = value
    }
    for place in ArchivedColumn.required where values[place] == .null {
      if ArchivedColumn.all[place].form == .ids {
        values[place] = .blob([])
      } else {
        throw DamagedRecord(field: ArchivedColumn.all[place].name)
      }
    }
    guard let tags = TagList.saved(json["tags"]) else { throw DamagedRecord(field: "tags") }
    var version = Version(values: values, tags: tags, id: [], content: RecordContent())
    guard case .blob(let id) = version["version_id"], id.count == VersionID.length else {
      throw DamagedRecord(field: "versionId")
    }
    version.id = id
    if case .text(let title) = version["title"], case .text(let body) = version["body"] {
      version.content = RecordContent(title: title, body: body, tags: tags.map(\.tag))
      if title.utf8.contains(0) || body.utf8.contains(0) { throw DamagedRecord(field: "body") }
      for (tag, source) in tags { version.content.tagSources[TagKey.of(tag)] = source }
    }
    // A hash shows that the text is as it was written.
    if case .blob(let hash) = version["hash"], hash != version.content.hash {
      throw DamagedRecord(field: "hash")
    }
    return version
  }

  private func insert(
    _ kind: RecordKind, _ id: String, _ created: Moment, _ version: Version,
    into journal: isolated Journal
  ) throws(JournalError) -> Int64 {
    let place: Value = kind == .toDo ? .integer(0) : .null
    let others: [any ColumnValue] = [
      kind.rawValue, id, created.instant, created.offset, place,
    ]
    try journal.database.run(Self.insertion, values: others.map(\.columnValue) + version.values)
    let number = journal.database.lastInsertedRow
    try journal.willChange(number, isNew: true)
    if kind == .toDo { try journal.assignNumber(to: number) }
    try insertTags(of: version, number, into: journal)
    try kind.index.add(
      version.content.words(subject: subject(of: version)), of: number,
      isDeleted: version["deleted_at"] != .null, in: journal.database)
    return number
  }

  private func subject(of version: Version) -> String {
    if case .text(let subject) = version["subject"] { subject } else { "" }
  }

  private func insertTags(
    of version: Version, _ number: Int64, into journal: isolated Journal
  ) throws(JournalError) {
    for (place, (tag, source)) in version.tags.enumerated() {
      try journal.database.run(
        "INSERT INTO record_tag (record, place, tag, key, source) VALUES (?1, ?2, ?3, ?4, ?5)",
        [number, place, tag, TagKey.of(tag), source.rawValue])
    }
  }

  private func insert(
    _ version: Version, of record: Int64, into journal: isolated Journal
  ) throws(JournalError) {
    try journal.database.run(
      Self.insertionOfVersion, values: [.integer(record), .text(version.tagList)] + version.values)
  }

  private static let insertion = insertion(
    into: "record", ["kind", "id", "created_at", "created_offset", "place"])
  private static let insertionOfVersion = insertion(into: "record_version", ["record", "tags"])

  /// The statement that inserts a version with other columns before it.
  private static func insertion(into table: String, _ others: [String]) -> String {
    let names = others + Schema.stateColumns.map(String.init)
    return """
      INSERT INTO \(table) (\(names.joined(separator: ", ")))
      VALUES (\(names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")))
      """
  }

  // MARK: Records that the journal has

  /// Adds the versions that the journal does not have. If both have gone on since the last version
  /// that they share, the changes are merged in a version of this journal.
  private func update(
    _ record: Record, with versions: [Version], in journal: isolated Journal, at moment: Moment
  ) throws -> UnarchivedRecord {
    let current = try journal.versionID(of: record.number)
    let ours: Set<[UInt8]> = Set(
      try journal.database.values(
        "SELECT version_id FROM record_version WHERE record = ?1", [record.number])
        + [current])
    guard let newest = versions.last, !ours.contains(newest.id) else { return .unchanged }
    let missing = versions.dropLast().filter { !ours.contains($0.id) }
    if versions.contains(where: { $0.id == current }) {
      try replace(record, by: newest, missing, in: journal)
      return .changed
    }
    let base = versions.last { ours.contains($0.id) }?.content ?? record.content
    for version in missing + [newest] {
      try insert(version, of: record.number, into: journal)
    }
    let theirs = newest.content
    var merged = RecordContent(
      title: base.title == theirs.title ? record.content.title : theirs.title,
      body: Journal.merged(base: base.body, ours: record.content.body, theirs: theirs.body),
      tags: Tag.names(record.content.tags + theirs.tags.filter { !base.tags.contains($0) }))
    merged.tagSources = theirs.tagSources.merging(record.content.tagSources) { $1 }
    try journal.change(record, to: merged, at: moment, tagged: .imported)
    return .changed
  }

  /// Makes a later version of the same history the newest one.
  private func replace(
    _ record: Record, by newest: Version, _ missing: [Version], in journal: isolated Journal
  ) throws(JournalError) {
    try journal.update(record, [:], at: record.updatedAt)
    for version in missing { try insert(version, of: record.number, into: journal) }
    let names = Schema.stateColumns.map(String.init)
    try journal.database.run(
      """
      UPDATE record SET \(names.enumerated().map { "\($1) = ?\($0 + 2)" }.joined(separator: ", "))
      WHERE number = ?1
      """, [record.number] + newest.values)
    try journal.unindex(record)
    try journal.database.run("DELETE FROM record_tag WHERE record = ?1", [record.number])
    try insertTags(of: newest, record.number, into: journal)
    try record.kind.index.add(
      newest.content.words(subject: subject(of: newest)), of: record.number,
      isDeleted: newest["deleted_at"] != .null, in: journal.database)
    if record.kind == .toDo { try journal.assignNumber(to: record.number) }
  }

  /// Another entry was begun for the day: the text of both stays.
  private func join(
    _ version: Version, to record: Record, in journal: isolated Journal, at moment: Moment
  ) throws -> UnarchivedRecord {
    let theirs = EntryText(version.content)
    let ours = EntryText(record.content)
    if version["deleted_at"] != .null || theirs == ours { return .unchanged }
    let text =
      record.isDeleted
      ? theirs
      : EntryText(
        title: ours.title,
        body: Journal.merged(base: "", ours: ours.body, theirs: theirs.written), tags: ours.tags
      ).adding(tags: theirs.tags)
    if text == ours, !record.isDeleted { return .unchanged }
    try journal.change(record, to: text.content, at: moment, tagged: .imported)
    return .changed
  }

  private func addOrigins(
    _ json: JSONValue?, of record: Int64, to journal: isolated Journal
  ) throws {
    for origin in json?.array ?? [] {
      guard let format = origin["format"]?.string, let source = origin["source"]?.string,
        let item = origin["item"]?.string,
        let hash = origin["hash"]?.string.flatMap(VersionID.bytes)
      else { throw DamagedRecord(field: "origins") }
      try journal.save(
        Origin(
          format: format, source: source, file: origin["file"]?.string ?? "",
          key: origin["key"]?.string, hash: hash,
          seen: origin["seen"]?.string.flatMap(VersionID.bytes), item: item,
          shown: origin["shown"]?.string),
        of: RecordReference(number: record, kind: .note))
    }
  }

  // MARK: Other members

  /// Saves what a repository without a remote is known by.
  public func addRepository(_ json: JSONValue, to journal: isolated Journal) throws {
    guard let name = json["name"]?.string, !name.isEmpty, let root = json["root"]?.string else {
      throw DamagedRecord(field: "repositories")
    }
    _ = try journal.row(of: RepositoryKey(Repository(name: name), root: root))
  }

  /// The text that was purged elsewhere, if the journal has it.
  public func record(
    ofPurge json: JSONValue, in journal: isolated Journal
  ) throws -> RecordReference? {
    let (kind, id, _) = try purge(json)
    return try journal.reference(kind, Identifier(stored: id))
  }

  /// Saves that a text was purged, so that no import brings it back. A text that the journal still
  /// has is purged when the journal is opened for writing next.
  public func addPurge(_ json: JSONValue, to journal: isolated Journal) throws {
    let (kind, id, day) = try purge(json)
    func instant(_ name: String) -> Instant? {
      json[name]?.string.flatMap(Instant.init(rfc3339:))
    }
    let isHere = try journal.record(kind, id: id) != nil
    guard let begun = instant("begunAt") else { throw DamagedRecord(field: "begunAt") }
    try journal.database.run(
      """
      INSERT OR IGNORE INTO purge (kind, id, day, begun_at, removed_at, completed_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """,
      [
        kind.rawValue, id, day, begun, isHere ? nil : instant("removedAt"),
        isHere ? nil : instant("completedAt"),
      ])
  }

  private func purge(_ json: JSONValue) throws -> (RecordKind, String, Day) {
    guard let kind = json["kind"]?.string.flatMap(RecordKind.init(name:)),
      let id = json["id"]?.string, Identifier.prefix(id) == id,
      let day = json["day"]?.string.flatMap({ Day(iso: $0) })
    else { throw DamagedRecord(field: "purged") }
    return (kind, id, day)
  }

  public func addPurgedOrigin(_ json: JSONValue, to journal: isolated Journal) throws {
    guard let hash = json.string.flatMap(VersionID.bytes) else {
      throw DamagedRecord(field: "purgedOrigins")
    }
    try journal.database.run("INSERT OR IGNORE INTO purged_origin (hash) VALUES (?1)", [hash])
  }
}
