import Diary
public import JSON
import Records
import SQLite
import Sync

// What an archive or a segment has besides records.

extension Unarchiving {
  /// Saves what a repository without a remote is known by.
  public func addRepository(_ json: JSONValue, to journal: isolated Journal) throws {
    guard let name = json["name"]?.string, !name.isEmpty, let root = json["root"]?.string else {
      throw DamagedRecord(field: "repositories")
    }
    _ = try journal.row(of: RepositoryKey(Repository(name: name), root: root))
  }

  public func addCommit(_ json: JSONValue, to journal: isolated Journal) throws {
    try journal.addCommitFact(json, isSent: isFromRemote)
  }

  public func addRewrite(_ json: JSONValue, to journal: isolated Journal) throws {
    try journal.addRewrite(json, isSent: isFromRemote)
  }

  public func addPullRequest(_ json: JSONValue, to journal: isolated Journal) throws {
    try journal.addPullRequest(json)
  }

  /// The text that was purged elsewhere, if the journal has it.
  public func record(
    ofPurge json: JSONValue, in journal: isolated Journal
  ) throws -> RecordReference? {
    if UnknownRecord(json) != nil { return nil }
    let (kind, id, _) = try purge(json)
    return try journal.reference(kind, Identifier(stored: id))
  }

  /// Saves that a text was purged, so that no import brings it back. A text that the journal still
  /// has is purged when the journal is opened for writing next.
  public mutating func addPurge(_ json: JSONValue, to journal: isolated Journal) throws {
    if let unknown = UnknownRecord(json) {
      return try journal.purgeUnknown(unknown.kind, json, isSent: isFromRemote)
    }
    let (kind, id, day) = try purge(json)
    func instant(_ name: String) -> Instant? {
      json[name]?.string.flatMap(Instant.init(rfc3339:))
    }
    guard let begun = instant("begunAt") else { throw DamagedRecord(field: "begunAt") }
    func ids(_ name: String) throws -> Set<VersionID> {
      let ids = (json[name]?.array ?? []).map {
        $0.string.flatMap(Hexadecimal.bytes).flatMap { VersionID($0) }
      }
      guard !ids.contains(nil) else { throw DamagedRecord(field: name) }
      return Set(ids.compactMap(\.self))
    }
    let (seen, made) = try (ids("versions"), ids("madeFromThem"))
    // If this device has seen more of the text, the others have to be told.
    let wasKnown = try journal.wasPurged(kind, id: id)
    let known = try journal.seenVersions(ofPurge: kind, id)
    let isKnown = known.isSubset(of: seen)
    try journal.database.run(
      """
      INSERT INTO purge (kind, id, day, begun_at, removed_at, completed_at, sent_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (kind, id) DO UPDATE SET
        sent_at = coalesce(sent_at, iif(?8, ?7, NULL))
      """,
      [
        kind.rawValue, id, day, begun, instant("removedAt"), instant("completedAt"),
        isFromRemote ? begun : nil, isKnown,
      ])
    try journal.remember(purged: seen, wereSeen: true, of: kind, id)
    try journal.remember(purged: made, wereSeen: false, of: kind, id)
    // What was kept of a purged entry may have been seen after all.
    if wasKnown, !seen.isSubset(of: known) {
      try journal.database.run(
        "UPDATE purge SET removed_at = NULL, completed_at = NULL WHERE kind = ?1 AND id = ?2",
        [kind.rawValue, id])
    }
    purges.append(
      PurgedText(kind: kind, id: id, isWhole: true, versions: seen.union(made), day: day))
    purged = nil
  }

  private func purge(_ json: JSONValue) throws -> (RecordKind, String, Day) {
    guard let kind = json["kind"]?.string.flatMap(RecordKind.init(name:)),
      let id = json["id"]?.string, Identifier.prefix(id) == id,
      let day = json["day"]?.string.flatMap({ Day(iso: $0) })
    else { throw DamagedRecord(field: "purged") }
    return (kind, id, day)
  }

  public func addPurgedOrigin(_ json: JSONValue, to journal: isolated Journal) throws {
    guard let hash = json.string.flatMap(Hexadecimal.bytes) else {
      throw DamagedRecord(field: "purgedOrigins")
    }
    try journal.database.run(
      """
      INSERT INTO purged_origin (hash, is_sent) VALUES (?1, ?2)
      ON CONFLICT (hash) DO UPDATE SET is_sent = max(is_sent, ?2)
      """, [hash, isFromRemote])
  }
}
