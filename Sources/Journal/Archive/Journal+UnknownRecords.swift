import Diary
public import JSON
import Records
import SQLite

// Records of a kind that a newer program writes. They are kept as they came, passed on, and purged by their ID.

/// Identifies a record of an unknown kind.
struct UnknownRecord: Hashable {
  var kind: String
  var id: String
}

extension UnknownRecord {
  /// `nil` for one of a kind that is known.
  init?(_ json: JSONValue) {
    guard let kind = json["kind"]?.string, RecordKind(name: kind) == nil,
      let id = json["id"]?.string
    else { return nil }
    self.init(kind: kind, id: id)
  }
}

extension Journal {
  /// Keeps the versions of a record that the journal does not have.
  ///
  /// - Parameter isSent: whether other devices have them.
  /// - Returns: whether there were any.
  func keepUnknown(
    _ kind: String, _ id: String, _ json: JSONValue, isSent: Bool
  ) throws -> Bool {
    let arrived = json["versions"]?.array ?? []
    guard !arrived.isEmpty, arrived.allSatisfy({ $0["versionId"]?.nonEmptyString != nil }) else {
      throw DamagedRecord(field: "versions")
    }
    let known = try database.first(
      "SELECT json, is_purged FROM unknown_record WHERE kind = ?1 AND id = ?2", [kind, id]
    ) { row in (json: Self.value(row["json"]), isPurged: row["is_purged"] as Bool) }
    guard let known else {
      try database.insert(
        [
          "kind": kind, "id": id, "is_purged": false, "json": json.text(.compact),
          "is_sent": isSent,
        ], into: "unknown_record")
      return true
    }
    if known.isPurged { return false }
    let versions = known.json["versions"]?.array ?? []
    let ids = Set(versions.map { $0["versionId"]?.string })
    let new = arrived.filter { !ids.contains($0["versionId"]?.string) }
    let hasAll = ids.isSubset(of: Set(arrived.map { $0["versionId"]?.string }))
    let members = (known.json.object ?? []).map { member in
      member.name == "versions" ? .init(member.name, .array(versions + new)) : member
    }
    try database.run(
      """
      UPDATE unknown_record SET json = ?3, is_sent = iif(?4, max(is_sent, ?5), is_sent AND NOT ?6)
      WHERE kind = ?1 AND id = ?2
      """,
      [kind, id, JSONValue.object(members).text(.compact), isSent, hasAll, !new.isEmpty])
    return !new.isEmpty
  }

  /// Puts the mark of a purge in the place of a record. The next process that opens the journal for writing
  /// removes what is left of it in other files.
  func purgeUnknown(_ kind: String, _ mark: JSONValue, isSent: Bool) throws {
    guard let id = mark["id"]?.string, Unarchiving.isRecordID(id) else {
      throw DamagedRecord(field: "purged")
    }
    try database.execute("PRAGMA secure_delete = ON")
    try database.run(
      """
      INSERT INTO unknown_record (kind, id, is_purged, json, is_sent) VALUES (?1, ?2, 1, ?3, ?4)
      ON CONFLICT (kind, id) DO UPDATE SET
        json = iif(is_purged, json, ?3), is_sent = iif(is_purged, max(is_sent, ?4), ?4),
        is_purged = max(is_purged, 1)
      """, [kind, id, mark.text(.compact), isSent])
  }

  /// The records as they came.
  ///
  /// - Parameter isWhole: whether those are among them that other devices have.
  public func unknownRecords(everything isWhole: Bool = true) throws(JournalError) -> [JSONValue] {
    try unknownRecords("NOT is_purged", everything: isWhole)
  }

  /// The marks of those that were purged.
  func purgedUnknownRecords(everything isWhole: Bool) throws(JournalError) -> [JSONValue] {
    try unknownRecords("is_purged", everything: isWhole)
  }

  private func unknownRecords(
    _ condition: String, everything isWhole: Bool
  ) throws(JournalError) -> [JSONValue] {
    try database.rows(
      """
      SELECT json FROM unknown_record WHERE \(condition) \(isWhole ? "" : "AND NOT is_sent")
      ORDER BY kind, id
      """
    ) { Self.value($0["json"]) }
  }

  private static func value(_ text: String) -> JSONValue {
    (try? JSONParser.parse(Array(text.utf8))) ?? .null
  }
}
