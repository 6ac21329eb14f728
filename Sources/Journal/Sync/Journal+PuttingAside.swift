public import Diary
import JSON
import Platform
import SQLite
import Sync

// A purge takes what its device has seen of an entry, and what was made from that elsewhere. The paragraphs
// that another device had added without that knowledge are kept there as a draft, which is never sent.

/// What was kept of a purged entry.
public struct KeptParagraphs: Hashable, Sendable {
  public var day: Day
  public var count: Int
  /// The name of the device that has kept them; `nil` for this one.
  public var device: String?
}

extension KeptParagraphs {
  /// A draft of what was kept here; `nil` for another one.
  public init?(_ draft: Draft) {
    guard let day = draft.entryDay, !draft.keptFrom.isEmpty else { return nil }
    self.init(day: day, count: draft.keptFrom.values.joined().count)
  }

  /// What other devices are told of it: not the text.
  var json: JSONValue { ["day": .string("\(day)"), "count": .integer(count)] }

  init?(_ json: JSONValue, device: String) {
    guard let day = json["day"]?.string.flatMap({ Day(iso: $0) }),
      let count = json["count"]?.integer, count > 0
    else { return nil }
    self.init(day: day, count: count, device: device)
  }
}

/// A version of an entry that is removed by a purge.
struct RemovedVersion {
  var authored: AuthoredVersion
  /// The row of the device that wrote it.
  var device: Int64
  var text: String
  var isDeleted: Bool

  /// What the entry showed.
  var shown: String { isDeleted ? "" : text }

  var id: VersionID { authored.id }
}

extension Journal {
  /// Keeps the paragraphs that certain devices have added to a purged entry, before it is removed.
  ///
  /// - Parameters:
  ///   - all: its versions, as far as they are known here.
  ///   - removed: those that are removed.
  ///   - seen: the versions that the purging device has seen.
  ///   - rest: the text that stays on that day.
  ///   - isOwn: whether the paragraphs of a version are kept here.
  /// - Returns: `nil` if there are none.
  func putAside(
    of day: Day, _ all: [RemovedVersion], removing removed: Set<VersionID>,
    seen: Set<VersionID>, rest: String, where isOwn: (RemovedVersion) -> Bool
  ) throws(JournalError) -> KeptParagraphs? {
    guard let drafts else { return nil }
    let byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let own = all.filter { removed.contains($0.id) && !seen.contains($0.id) && isOwn($0) }
      .sorted { ($0.authored.clock, $0.id) < ($1.authored.clock, $1.id) }
    let isMerged = Set(own.flatMap(\.authored.parents))
    let texts = all.filter { seen.contains($0.id) }.map(\.text)
    // What an interrupted exchange has kept is there already, and the user may have changed it.
    let known = drafts.kept().flatMap { $0.draft.keptFrom.values.joined() }
    var others = Set(AddedParagraphs.paragraphs(of: rest) + known)
    var draft = Draft(
      .entry(of: day, version: nil), original: "",
      startedAt: Instant(secondsSince1970: Self.writtenAt(own)))
    var kept: [String] = []
    for head in own where !isMerged.contains(head.id) {
      // Without the texts that it was made from, nothing is known to be new.
      guard let bases = Self.newestSeen(before: head, byID, seen) else { continue }
      let added = AddedParagraphs.find(
        in: head.text, since: bases.map(\.shown), without: texts,
        known: Self.seen(before: head, byID, seen)
      ) {
        !others.contains($0)
      }
      for paragraph in added {
        // The first of these versions that has it, if that did not get it from another device.
        let first = own.first { AddedParagraphs.paragraphs(of: $0.text).contains(paragraph) }
        guard let first, Self.isNew(paragraph, in: first, byID) else { continue }
        draft.keptFrom[Hexadecimal.text(first.id.bytes), default: []].append(paragraph)
        others.insert(paragraph)
        kept.append(paragraph)
      }
    }
    if kept.isEmpty { return nil }
    do throws(FileError) {
      _ = try drafts.begin(draft, text: kept.joined(separator: "\n\n") + "\n")
    } catch {
      throw .draftNotPurged(path: error.path, reason: .system(error.code))
    }
    return KeptParagraphs(day: day, count: kept.count)
  }

  /// The milliseconds of a clock come before its counter.
  private static func writtenAt(_ versions: [RemovedVersion]) -> Int64 {
    (versions.map(\.authored.clock).max() ?? 0) / 4096 / 1000
  }

  /// Whether none of the versions that one was made from has a paragraph.
  private static func isNew(
    _ paragraph: String, in version: RemovedVersion, _ all: [VersionID: RemovedVersion]
  ) -> Bool {
    !version.authored.parents.compactMap { all[$0]?.text }
      .contains { AddedParagraphs.paragraphs(of: $0).contains(paragraph) }
  }

  /// The texts of all versions before this one that the purging device has seen: only from these its writer
  /// can have moved or copied something.
  private static func seen(
    before version: RemovedVersion, _ all: [VersionID: RemovedVersion], _ seen: Set<VersionID>
  ) -> [String] {
    var visited: Set<VersionID> = []
    var pending = version.authored.parents
    while let id = pending.popLast() {
      if visited.insert(id).inserted { pending += all[id]?.authored.parents ?? [] }
    }
    return visited.intersection(seen).compactMap { all[$0]?.text }
  }

  /// The newest versions before this one that the purging device has seen; `nil` if there are none, or if
  /// one of the versions between is not known here.
  private static func newestSeen(
    before version: RemovedVersion, _ all: [VersionID: RemovedVersion], _ seen: Set<VersionID>
  ) -> [RemovedVersion]? {
    var found: [RemovedVersion] = []
    var visited: Set<VersionID> = []
    var pending = version.authored.parents
    while let id = pending.popLast() {
      guard visited.insert(id).inserted else { continue }
      guard let version = all[id] else { return nil }
      if seen.contains(id) { found.append(version) } else { pending += version.authored.parents }
    }
    return found.isEmpty ? nil : found
  }
}

extension RemovedVersion {
  init(_ authored: AuthoredVersion, _ row: VersionRow) {
    self.init(
      authored: authored, device: row.device, text: row.text.written, isDeleted: row.isDeleted)
  }
}
