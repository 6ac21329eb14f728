public import JSON

/// The SHA-256 of what a version says. It detects changes by a disk, and stands in archives and segments.
///
/// It is that of a JSON object without white space: the members of the version in the order of their names, but
/// without those that identify it.
public enum VersionHash {
  /// What is no part of it. The number is local to a journal, and `writtenAs` depends on the ID of the record.
  public static let left: Set = [
    "version", "versionId", "parents", "device", "clock", "hash", "writtenAs",
  ]

  public static func hash(of members: [JSONValue.Member]) -> [UInt8] {
    let content = members.filter { !left.contains($0.name) }.sortedByName()
    return SHA256.hash(JSONValue.object(content).text(.compact))
  }
}
