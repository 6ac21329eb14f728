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
  var purged: (records: Set<RecordName>, versions: Set<VersionID>)?
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

  /// Whether the archive is one of version 1.
  public var isFormer = false

  public init(fromRemote isFromRemote: Bool = false, keepingTypedTags keepsTypedTags: Bool = true) {
    self.isFromRemote = isFromRemote
    self.keepsTypedTags = keepsTypedTags
  }

  /// Versions of a purged entry.
  struct LeftOut {
    var day: Day
    var versions: [RemovedVersion]
  }

  /// A version that arrives.
  private struct Version {
    var row: VersionRow
    var authored: AuthoredVersion
    var id: VersionID { authored.id }
  }

  // MARK: Records

  /// Adds a record, or the versions of it that the journal does not have.
  ///
  /// - Throws: `DamagedRecord` if the record is damaged; nothing of it was added then.
  public mutating func add(
    _ record: JSONValue, to journal: isolated Journal
  ) throws -> UnarchivedRecord {
    let json = isFormer ? try FormerArchive.converted(record) : record
    prepare(journal)
    defer { (names.addRepository, names.addDevice) = ({ _ in nil }, { _ in nil }) }
    guard let name = json["kind"]?.nonEmptyString else { throw DamagedRecord(field: "kind") }
    guard let id = json["id"]?.string, Self.isRecordID(id) else { throw DamagedRecord(field: "id") }
    guard let kind = RecordKind(name: name) else {
      let isChanged = try journal.keepUnknown(name, id, json, isSent: isFromRemote)
      return isChanged ? .changed : .unchanged
    }
    guard json["createdAt"]?.string.flatMap(Instant.init(rfc3339:)) != nil,
      json["createdOffset"]?.integer != nil
    else { throw DamagedRecord(field: "createdAt") }
    var versions: [Version] = []
    for version in json["versions"]?.array ?? [] {
      versions.append(try self.version(version, of: kind, id))
    }
    guard !versions.isEmpty else { throw DamagedRecord(field: "versions") }
    versions = try removePurged(versions, of: kind, id, in: journal)
    guard let newest = versions.last else { return .purgedHere }
    clock = versions.map(\.authored.clock).reduce(clock, max)
    var known = try journal.record(kind, id: id)
    if known == nil, kind == .entry, let day = newest.row.day {
      known = try journal.record(of: day)
    }
    if let known {
      let isChanged = try add(versions, writtenAs: id, to: known, in: journal)
      let hasOrigins = try addOrigins(json["origins"], of: known.number, to: journal)
      return isChanged || hasOrigins ? .changed : .unchanged
    }
    let number = try insert(kind, id, newest, startingWith: first(of: versions), into: journal)
    typedTags[number] = []
    for version in versions.dropLast() { try insert(version, of: number, into: journal) }
    if !Self.isChain(versions) || versions.contains(where: { $0.row.writtenAs != nil }) {
      changed.insert(number)
    }
    if !isFromRemote { try journal.willSend(versions.map(\.id), of: number) }
    try addOrigins(json["origins"], of: number, to: journal)
    let text = newest.row.text
    return .added(kind, first: text.title.isEmpty ? text.body : text.title)
  }

  /// The version whose time is that of the record. The record's own may be the time of a purged one.
  private func first(of versions: [Version]) -> Version? {
    let first = AuthoredVersion.first(of: versions.map(\.authored))
    return versions.first { $0.id == first?.id }
  }

  /// Whether each version was made from the one before.
  private static func isChain(_ versions: [Version]) -> Bool {
    zip(versions, versions.dropFirst()).allSatisfy { $1.authored.parents == [$0.id] }
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

  static func isRecordID(_ id: String) -> Bool {
    Identifier.prefix(id) == id && id.utf8.count == Identifier.length
  }

  /// Leaves out the versions that may contain purged text, and keeps their IDs.
  private mutating func removePurged(
    _ versions: [Version], of kind: RecordKind, _ id: String, in journal: isolated Journal
  ) throws(JournalError) -> [Version] {
    if self.purged == nil { self.purged = try journal.purgedIDs() }
    guard let purged else { return versions }
    if purged.records.isEmpty { return versions }
    var history = RecordHistory(kind: kind, versions.map(\.authored))
    let removed = history.removePurged(
      records: Set(purged.records.filter { $0.kind == kind }.map(\.id)),
      versions: purged.versions)
    if removed.isEmpty { return versions }
    try journal.remember(purged: removed, wereSeen: false, of: kind, id)
    self.purged?.versions.formUnion(removed)
    // What was made from these may have arrived before them.
    if let day = versions.last?.row.day {
      purges.append(
        PurgedText(kind: kind, id: id, isWhole: false, versions: removed, day: day))
      if kind == .entry {
        let lost = versions.filter { removed.contains($0.id) }
        leftOut.append(
          LeftOut(day: day, versions: lost.map { RemovedVersion($0.authored, $0.row) }))
      }
    }
    return versions.filter { !removed.contains($0.id) }
  }

  private mutating func prepare(_ journal: isolated Journal) {
    names.addRepository = { name in
      let known = try? journal.database.first(
        "SELECT id, name FROM repository WHERE key = ?1", [Repository(name: name).key]
      ) { (row: $0["id"] as Int64, name: $0["name"] as String) }
      if let known { return known }
      guard !name.isEmpty,
        let row = try? journal.row(of: RepositoryKey(Repository(name: name))),
        let local: String? = try? journal.database.value(
          "SELECT name FROM repository WHERE id = ?1", [row])
      else { return nil }
      return (row, local ?? name)
    }
    names.addDevice = { text in
      guard let id = Hexadecimal.bytes(text), id.count == VersionID.length else { return nil }
      try? journal.database.insert(["id": id, "clock": 0], into: "device", ifThere: .ignore)
      return try? journal.database.value("SELECT number FROM device WHERE id = ?1", [id]) as Int64?
    }
  }

  private mutating func version(
    _ json: JSONValue, of kind: RecordKind, _ record: String
  ) throws(DamagedRecord) -> Version {
    guard let members = json.object?.sortedByName() else { throw DamagedRecord(field: "versions") }
    if let repeated = zip(members, members.dropFirst()).first(where: { $0.name == $1.name }) {
      throw DamagedRecord(field: repeated.0.name)
    }
    var row = try VersionRow(members, of: kind, &names)
    // A hash shows that the version is as it was written.
    if !row.hash.isEmpty {
      guard row.hash == VersionHash.hash(of: members) else { throw DamagedRecord(field: "hash") }
      // A repository may have another name here.
      if case .integer(let repository) = row["repository"],
        names.repositories[repository] != json["repository"]?.string
      {
        row["hash"] = .blob(VersionHash.hash(of: row.members(names)))
      }
    }
    if let name = row.writtenAs, !Self.isRecordID(name) { throw DamagedRecord(field: "writtenAs") }
    guard let authored = row.authored(in: record, []) else {
      throw DamagedRecord(field: "versionId")
    }
    return Version(row: row, authored: authored)
  }

  private func insert(
    _ kind: RecordKind, _ id: String, _ version: Version, startingWith first: Version?,
    into journal: isolated Journal
  ) throws(JournalError) -> Int64 {
    let first = first ?? version
    let others: [Value] = [
      kind.rawValue.columnValue, .text(id), first.row["updated_at"], first.row["updated_offset"],
      kind == .toDo ? .integer(0) : .null,
    ]
    try journal.database.run(Self.insertion, values: others + version.row.values)
    let number = journal.database.lastInsertedRow
    try journal.willChange(number, isNew: true)
    if kind == .toDo { try journal.assignNumber(to: number) }
    try journal.replaceTags(of: number, by: version.row.tagPairs)
    try WordIndex.add(version.row.words(of: kind), of: number, in: journal.database)
    return number
  }

  private func insert(
    _ version: Version, of record: Int64, into journal: isolated Journal
  ) throws(JournalError) {
    try journal.database.run(
      Self.insertionOfVersion,
      values: [.integer(record), .text(version.row.tags)] + version.row.values)
  }

  private static let insertion = SQL.insertion(
    of: ["kind", "id", "created_at", "created_offset", "place"] + Schema.stateColumns,
    into: "record")
  private static let insertionOfVersion = SQL.insertion(
    of: ["record", "tags"] + Schema.stateColumns, into: "record_version")

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
      let writtenAs = version.row.writtenAs ?? id
      version.row["written_as"] = writtenAs == record.id ? .null : .text(writtenAs)
      // It gets a number of this journal when the state of the record is found.
      version.row["version"] = .integer(0)
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
