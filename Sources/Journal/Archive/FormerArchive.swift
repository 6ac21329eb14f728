import Diary
import JSON
import Records
import Sync

/// Archives of version 1, which only development versions have written. A version had a hash of its text alone,
/// and a to-do had a day before which it was on no list, in `wait`.
enum FormerArchive {
  /// A record in the form of this program. What becomes of a version depends on that version alone, so that it is
  /// the same on every device.
  static func converted(_ record: JSONValue) throws(DamagedRecord) -> JSONValue {
    guard let members = record.object else { return record }
    let isToDo = record["kind"]?.string == RecordKind.toDo.name
    var converted: [JSONValue.Member] = []
    for var member in members {
      switch (member.name, member.value.array) {
      case ("versions", let versions?):
        var new: [JSONValue] = []
        for version in versions { new.append(try self.version(version, isToDo: isToDo)) }
        member.value = .array(new)
      case ("origins", let origins?) where isToDo: member.value = .array(origins.map(origin))
      default: break
      }
      converted.append(member)
    }
    return .object(converted)
  }

  private static func version(
    _ json: JSONValue, isToDo: Bool
  ) throws(DamagedRecord) -> JSONValue {
    guard var members = json.object else { throw DamagedRecord(field: "versions") }
    let hash = json["hash"]?.string
    if let hash, hash != textHash(of: json) { throw DamagedRecord(field: "hash") }
    members.removeAll { member in
      member.value == .null || member.value == "" || member.value == [] && member.name == "tags"
    }
    if isToDo { putOff(&members, keeping: true) }
    if hash != nil { members["hash"] = .string(Hexadecimal.text(VersionHash.hash(of: members))) }
    return .object(members)
  }

  /// Makes the day that of `wait`, if that is later.
  ///
  /// - Parameter keepsFormer: whether the former day is kept in a member of its own, and `wait` stays.
  /// - Returns: what `wait` was.
  @discardableResult
  private static func putOff(
    _ members: inout [JSONValue.Member], keeping keepsFormer: Bool
  ) -> (wait: Day, day: Day)? {
    func day(_ name: String) -> Day? {
      let value = members[name]
      return value?.string.flatMap { Day(iso: $0) } ?? value?.integer.map { Day(number: $0) }
    }
    guard let wait = day("wait") else { return nil }
    let old = day("day")
    if let old, wait > old {
      members["day"] = .string("\(wait)")
      if keepsFormer { members.append(.init("formerDay", .string("\(old)"))) }
    }
    if !keepsFormer { members["wait"] = nil }
    return (wait, old ?? wait)
  }

  /// The SHA-256 of the title, the body and the tags, each after its length.
  static func textHash(of version: JSONValue) -> String {
    var hash = SHA256()
    let tags = (version["tags"]?.array ?? []).map { $0.array?.first?.string ?? "" }
    for text in [version["title"]?.string ?? "", version["body"]?.string ?? ""] + tags {
      let bytes = Array(text.utf8)
      hash.add(
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bytes.count >> $0) })
      hash.add(bytes)
    }
    return Hexadecimal.text(hash.finish()[...])
  }

  /// An item as it would be read now, so that the next exchange with the other program sees no change.
  private static func origin(_ json: JSONValue) -> JSONValue {
    guard var members = json.object, let text = json["item"]?.string,
      let item = try? JSONParser.parse(Array(text.utf8)), var parts = item.object,
      let (wait, day) = putOff(&parts, keeping: false)
    else { return json }
    if json["format"]?.string == "markdown" { nameBeginning(wait, on: day, in: &parts) }
    let converted = JSONValue.object(parts).text(.compact)
    members["item"] = .string(converted)
    if members["hash"] != nil {
      members["hash"] = .string(Hexadecimal.text(SHA256.hash(converted)[...]))
    }
    return .object(members)
  }

  /// Says in the fields of a task which of its signs gives the day.
  private static func nameBeginning(
    _ wait: Day, on day: Day, in parts: inout [JSONValue.Member]
  ) {
    let place = parts.firstIndex { $0.name == "fields" }
    var fields = place.flatMap { parts[$0].value.object } ?? []
    let isLogseq = fields.contains { $0.name == ".style" && $0.value == "logseq" }
    let signs = isLogseq ? ["SCHEDULED"] : ["⏳", "🛫"]
    let value: JSONValue = wait >= day ? .null : .string("\(wait)")
    if let known = fields.firstIndex(where: { signs.contains($0.name) && $0.value == .null }) {
      fields[known].value = value
    } else if isLogseq {
      if !fields.contains(where: { $0.name == "SCHEDULED" }) {
        fields.insert(.init("SCHEDULED", .null), at: 0)
      }
    } else {
      fields.insert(.init("🛫", value), at: fields.first?.name == "^" ? 1 : 0)
    }
    if let place {
      parts[place].value = .object(fields)
    } else {
      let end = parts.firstIndex { $0.name == "raw" } ?? parts.count
      parts.insert(.init("fields", .object(fields)), at: end)
    }
  }
}
