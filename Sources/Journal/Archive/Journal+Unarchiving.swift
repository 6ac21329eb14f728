public import Diary
public import JSON
public import Records
import SQLite
import Sync

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

/// Adds the records of an archive or a segment to the journal: the union of all versions. Call `finish`
/// after the last one, in the same transaction.
public struct Unarchiving {
  /// Whether all of it is known to be at the remote, because it came from there.
  let isFromRemote: Bool
  /// Whether tags that were set by hand open texts here too: from the user's other devices, and in the first
  /// archive that a journal gets.
  private let keepsTypedTags: Bool
  /// The tags that were set by hand before, by their keys, of the records that the archive changes.
  private var typedTags: [Int64: Set<String>] = [:]
  private var names = ArchiveNames()
  /// The records whose state has to be found again.
  private var changed: Set<Int64> = []
  /// What was purged, if anything was.
  var purged: (records: Set<String>, versions: Set<VersionID>)?
  /// What purges say that were read, and what was left out because of one.
  var purges: [PurgedText] = []
  /// The versions that only this device has, as far as it knows: also those that it has written before it got
  /// another ID.
  var unsent: Set<VersionID> = []
  /// The versions of purged entries that were left out.
  private var leftOut: [LeftOut] = []
  /// What was kept of purged entries.
  public private(set) var kept: [KeptParagraphs] = []
  /// The largest clock of an added version.
  private var clock: Int64 = 0

  public init(fromRemote isFromRemote: Bool = false, keepingTypedTags keepsTypedTags: Bool = true) {
    self.isFromRemote = isFromRemote
    self.keepsTypedTags = keepsTypedTags
  }

  /// Versions of a purged entry.
  struct LeftOut {
    var day: Day
    var versions: [RemovedVersion]
  }

  private struct Version {
    var values: [Value]
    var tags: [(tag: String, source: TagSource)]
    var id: VersionID
    var parents: [VersionID]
    var text: Text

    subscript(_ column: String) -> Value {
      get { ArchivedColumn.columns[column].map { values[$0] } ?? .null }
      set { if let place = ArchivedColumn.columns[column] { values[place] = newValue } }
    }

    /// The version without its state.
    var authored: AuthoredVersion {
      var time: Int64 = 0
      if case .integer(let clock) = self["clock"] { time = clock }
      return AuthoredVersion(id: id, parents: parents, clock: time, record: "", fields: [:])
    }

    var removed: RemovedVersion {
      var row: Int64 = 0
      if case .integer(let device) = self["device"] { row = device }
      return RemovedVersion(
        authored: authored, device: row, text: text.written,
        isDeleted: self["deleted_at"] != .null)
    }

    /// The tags as `record_version` has them.
    var tagList: String { TagList.stored(tags) }
  }

  // MARK: Records

  /// Adds a record, or the versions of it that the journal does not have.
  ///
  /// - Throws: `DamagedRecord` if the record is damaged; nothing of it was added then.
  public mutating func add(
    _ json: JSONValue, to journal: isolated Journal
  ) throws -> UnarchivedRecord {
    prepare(journal)
    defer { (names.addRepository, names.addDevice) = ({ _ in nil }, { _ in nil }) }
    guard let kind = json["kind"]?.string.flatMap(RecordKind.init(name:)) else {
      throw DamagedRecord(field: "kind")
    }
    guard let id = json["id"]?.string, Self.isRecordID(id) else { throw DamagedRecord(field: "id") }
    guard json["createdAt"]?.string.flatMap(Instant.init(rfc3339:)) != nil,
      json["createdOffset"]?.integer != nil
    else { throw DamagedRecord(field: "createdAt") }
    var versions: [Version] = []
    for version in json["versions"]?.array ?? [] { versions.append(try self.version(version)) }
    guard !versions.isEmpty else { throw DamagedRecord(field: "versions") }
    if kind == .note, versions.contains(where: { $0["repository"] == .null }) {
      throw DamagedRecord(field: "repository")
    }
    versions = try removePurged(versions, of: kind, id, in: journal)
    guard let newest = versions.last else { return .purgedHere }
    for case .integer(let time) in versions.map({ $0["clock"] }) { clock = max(clock, time) }
    var known = try journal.record(kind, id: id)
    if known == nil, kind == .entry, case .integer(let day) = newest["day"] {
      known = try journal.record(of: Day(number: Int(day)))
    }
    if let known {
      let isChanged = try add(versions, writtenAs: id, to: known, in: journal)
      let hasOrigins = try addOrigins(json["origins"], of: known.number, to: journal)
      return isChanged || hasOrigins ? .changed : .unchanged
    }
    let number = try insert(kind, id, newest, startingWith: first(of: versions), into: journal)
    typedTags[number] = []
    for version in versions.dropLast() { try insert(version, of: number, into: journal) }
    if !Self.isChain(versions) || versions.contains(where: { $0["written_as"] != .null }) {
      changed.insert(number)
    }
    if !isFromRemote { try journal.willSend(versions.map(\.id), of: number) }
    try addOrigins(json["origins"], of: number, to: journal)
    let text = newest.text
    return .added(kind, first: text.title.isEmpty ? text.body : text.title)
  }

  /// The version whose time is that of the record. The record's own may be the time of a purged one.
  private func first(of versions: [Version]) -> Version? {
    let first = AuthoredVersion.first(of: versions.map(\.authored))
    return versions.first { $0.id == first?.id }
  }

  /// Whether each version was made from the one before.
  private static func isChain(_ versions: [Version]) -> Bool {
    zip(versions, versions.dropFirst()).allSatisfy { $1.parents == [$0.id] }
  }

  /// Finds the state of all records that have got versions.
  ///
  /// - Parameters:
  ///   - wall: the time of this device. A clock that is more than a day ahead is not adopted.
  ///   - savesDrafts: whether what is not lost with a purged entry is saved. The transaction may be taken
  ///     back, and the files of drafts stay.
  public mutating func finish(
    in journal: isolated Journal, at wall: Instant, savingDrafts savesDrafts: Bool = true
  ) throws(JournalError) {
    // Only now are all texts there that may be of the same day as a purged entry.
    for text in try purges + journal.unfinishedPurgedTexts() {
      try journal.separate(text, unsent: unsent, savingDrafts: savesDrafts).map { kept.append($0) }
    }
    purges = []
    for versions in leftOut where savesDrafts {
      try journal.putAsideOfForgotten(versions).map { kept.append($0) }
    }
    leftOut = []
    if !changed.isEmpty {
      let names = try journal.archiveNames()
      for record in changed.sorted() { try journal.settle(record, names) }
      changed = []
    }
    if !keepsTypedTags {
      for (record, typed) in typedTags.sorted(by: { $0.key < $1.key }) {
        try journal.closeTags(of: record, besides: typed, at: wall)
      }
    }
    typedTags = [:]
    let day: Int64 = 86_400
    if clock < (wall.secondsSince1970 + day) * 1000 * 4096 {
      try journal.database.run(
        "UPDATE device SET clock = max(clock, ?1) WHERE number = 1", [clock])
    }
  }

  private static func isRecordID(_ id: String) -> Bool {
    Identifier.prefix(id) == id && id.utf8.count == Identifier.length
  }

  /// Leaves out the versions that may contain purged text, and keeps their IDs.
  private mutating func removePurged(
    _ versions: [Version], of kind: RecordKind, _ id: String, in journal: isolated Journal
  ) throws(JournalError) -> [Version] {
    if self.purged == nil { self.purged = try journal.purgedIDs() }
    guard let purged else { return versions }
    if purged.records.isEmpty { return versions }
    var history = RecordHistory(
      kind: kind,
      versions.map { version in
        var record = id
        if case .text(let name) = version["written_as"] { record = name }
        return AuthoredVersion(
          id: version.id, parents: version.parents, clock: 0, record: record, fields: [:])
      })
    let records = Set(
      purged.records.filter { $0.hasPrefix(kind.name) }.map {
        String($0.dropFirst(kind.name.utf8.count + 1))
      })
    let removed = history.removePurged(records: records, versions: purged.versions)
    if removed.isEmpty { return versions }
    try journal.remember(purged: removed, wereSeen: false, of: kind, id)
    self.purged?.versions.formUnion(removed)
    // What was made from these may have arrived before them.
    if case .integer(let day)? = versions.last?["day"] {
      purges.append(
        PurgedText(
          kind: kind, id: id, isWhole: false, versions: removed, day: Day(number: Int(day))))
      if kind == .entry {
        leftOut.append(
          LeftOut(
            day: Day(number: Int(day)),
            versions: versions.filter { removed.contains($0.id) }.map(\.removed)))
      }
    }
    return versions.filter { !removed.contains($0.id) }
  }

  private mutating func prepare(_ journal: isolated Journal) {
    names.addRepository = { name in
      guard !name.isEmpty else { return nil }
      return try? journal.row(of: RepositoryKey(Repository(name: name)))
    }
    names.addDevice = { text in
      guard let id = Hexadecimal.bytes(text), id.count == VersionID.length else { return nil }
      try? journal.database.run("INSERT OR IGNORE INTO device (id, clock) VALUES (?1, 0)", [id])
      return try? journal.database.value("SELECT number FROM device WHERE id = ?1", [id]) as Int64?
    }
  }

  private mutating func version(_ json: JSONValue) throws -> Version {
    guard json.object != nil else { throw DamagedRecord(field: "versions") }
    var values = [Value](repeating: .null, count: ArchivedColumn.all.count)
    var others: [JSONValue.Member] = []
    for member in json.object ?? [] {
      guard let place = ArchivedColumn.places[member.name] else {
        if member.name != "tags" { others.append(member) }
        continue
      }
      guard let value = ArchivedColumn.all[place].value(member.value, &names) else {
        throw DamagedRecord(field: member.name)
      }
      values[place] = value
    }
    if !others.isEmpty, let place = ArchivedColumn.columns["others"] {
      values[place] = .text(JSONValue.object(others).text(.compact))
    }
    for place in ArchivedColumn.required where values[place] == .null {
      if case .ids = ArchivedColumn.all[place].form {
        values[place] = .blob([])
      } else {
        throw DamagedRecord(field: ArchivedColumn.all[place].name)
      }
    }
    guard let tags = TagList.pairs(json["tags"]) else { throw DamagedRecord(field: "tags") }
    guard case .blob(let bytes)? = ArchivedColumn.columns["version_id"].map({ values[$0] }),
      let id = VersionID(bytes)
    else { throw DamagedRecord(field: "versionId") }
    var version = Version(
      values: values, tags: tags, id: id, parents: [], text: Text())
    if case .blob(let bytes) = version["parents"] { version.parents = VersionID.list(bytes) ?? [] }
    if case .text(let name) = version["written_as"], !Self.isRecordID(name) {
      throw DamagedRecord(field: "writtenAs")
    }
    if case .text(let title) = version["title"], case .text(let body) = version["body"] {
      version.text = Text(title: title, body: body, tags: tags.map(\.tag))
      if title.utf8.contains(0) || body.utf8.contains(0) { throw DamagedRecord(field: "body") }
      for (tag, source) in tags { version.text.tagSources[TagKey.of(tag)] = source }
    }
    // A hash shows that the text is as it was written.
    if case .blob(let hash) = version["hash"], hash != version.text.hash {
      throw DamagedRecord(field: "hash")
    }
    return version
  }

  private func insert(
    _ kind: RecordKind, _ id: String, _ version: Version, startingWith first: Version?,
    into journal: isolated Journal
  ) throws(JournalError) -> Int64 {
    let first = first ?? version
    let others: [Value] = [
      kind.rawValue.columnValue, .text(id), first["updated_at"], first["updated_offset"],
      kind == .toDo ? .integer(0) : .null,
    ]
    try journal.database.run(Self.insertion, values: others + version.values)
    let number = journal.database.lastInsertedRow
    try journal.willChange(number, isNew: true)
    if kind == .toDo { try journal.assignNumber(to: number) }
    try journal.replaceTags(of: number, by: version.tags)
    try kind.index.add(
      version.text.words(subject: subject(of: version)), of: number,
      isDeleted: version["deleted_at"] != .null, in: journal.database)
    return number
  }

  private func subject(of version: Version) -> String {
    guard version["repository"] != .null, version["sha"] != .null,
      case .text(let subject) = version["subject"]
    else { return "" }
    return subject
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

  /// - Returns: whether there was a version that the journal did not have.
  private mutating func add(
    _ versions: [Version], writtenAs id: String, to record: Record, in journal: isolated Journal
  ) throws(JournalError) -> Bool {
    let known: Set<[UInt8]> = Set(
      try journal.database.values(
        "SELECT version_id FROM record_version WHERE record = ?1", [record.number])
        + [try journal.versionID(of: record.number)])
    let new = versions.filter { !known.contains($0.id.bytes) }
    // An import that was undone here does not count against what arrives.
    let isTakenBack = try journal.forgetDeletionHere(of: record.number)
    if new.isEmpty, !isTakenBack { return false }
    if !isTakenBack { try journal.willChange(record.number) }
    if typedTags[record.number] == nil {
      typedTags[record.number] = Set(
        record.text.tagSources.filter { $0.value == .typed }.map(\.key))
    }
    for var version in new {
      if version["written_as"] == .null { version["written_as"] = .text(id) }
      if version["written_as"] == .text(record.id) { version["written_as"] = .null }
      // It gets a number of this journal when the state of the record is found.
      version["version"] = .integer(0)
      try insert(version, of: record.number, into: journal)
    }
    if !isFromRemote { try journal.willSend(new.map(\.id), of: record.number) }
    changed.insert(record.number)
    return true
  }

  /// - Returns: whether there was one that the journal did not have.
  @discardableResult
  private func addOrigins(
    _ json: JSONValue?, of record: Int64, to journal: isolated Journal
  ) throws -> Bool {
    var hasAdded = false
    for origin in json?.array ?? [] {
      guard let format = origin["format"]?.string, let source = origin["source"]?.string,
        let item = origin["item"]?.string,
        let hash = origin["hash"]?.string.flatMap(Hexadecimal.bytes)
      else { throw DamagedRecord(field: "origins") }
      let new = Origin(
        format: format, source: source, file: origin["file"]?.string ?? "",
        key: origin["key"]?.string, hash: hash,
        seen: origin["seen"]?.string.flatMap(Hexadecimal.bytes), item: item,
        shown: origin["shown"]?.string)
      let isKnown = try journal.database.hasRow(
        """
        SELECT 1 FROM origin WHERE record = ?1 AND format = ?2 AND source = ?3 AND hash = ?4
          AND key IS ?5 AND \(Journal.counts("origin"))
        """, [record, format, source, hash, new.key])
      if isKnown { continue }
      try journal.save(new, of: RecordReference(number: record, kind: .note))
      hasAdded = true
    }
    return hasAdded
  }
}
