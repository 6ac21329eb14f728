public import Diary
public import JSON
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

  public init(day: Day, count: Int, device: String? = nil) {
    self.day = day
    self.count = count
    self.device = device
  }
}

extension KeptParagraphs {
  /// What other devices are told of it: not the text.
  public var json: JSONValue { ["day": .string("\(day)"), "count": .integer(count)] }

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

  var id: VersionID { authored.id }
}

extension Journal {
  /// Keeps the paragraphs that certain devices have added to a purged entry, before it is removed.
  ///
  /// - Parameters:
  ///   - all: its versions, as far as they are known here.
  ///   - seen: the versions that the purging device has seen.
  ///   - rest: the text that stays on that day.
  ///   - isOwn: whether the paragraphs of a version are kept here.
  /// - Returns: `nil` if there are none.
  func putAside(
    of day: Day, _ all: [RemovedVersion], seen: Set<VersionID>, rest: String,
    where isOwn: (RemovedVersion) -> Bool
  ) throws(JournalError) -> KeptParagraphs? {
    guard let drafts else { return nil }
    let byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let own = all.filter { !seen.contains($0.id) && isOwn($0) }
    let isMerged = Set(own.flatMap(\.authored.parents))
    let heads = own.filter { !isMerged.contains($0.id) }
    let removed = all.filter { seen.contains($0.id) }.map(\.text)
    let stays = Set(AddedParagraphs.paragraphs(of: rest))
    let added = Self.added(by: own, to: byID)
    var kept: [String] = []
    for head in heads.sorted(by: { $0.authored.clock < $1.authored.clock }) {
      // Without the texts that it was made from, nothing is known to be new.
      guard let bases = Self.newestSeen(before: head, byID, seen) else { continue }
      kept += AddedParagraphs.find(
        in: head.text, since: bases.map(\.text), without: removed
      ) { added.contains($0) && !stays.contains($0) && !kept.contains($0) }
    }
    if kept.isEmpty { return nil }
    var draft = Draft(
      .entry(of: day, version: nil), original: "",
      startedAt: Instant(secondsSince1970: Self.writtenAt(own)))
    draft.keptFrom = own.map { Hexadecimal.text($0.id.bytes) }.sorted()
    // An exchange that was interrupted after this finds the draft by its name.
    let id = String(draft.keptFrom.joined().prefix(Identifier.length))
    do throws(FileError) {
      try drafts.keep(draft, text: kept.joined(separator: "\n\n") + "\n", id: id)
    } catch {
      throw .draftNotPurged(path: error.path, reason: error.code.message)
    }
    return KeptParagraphs(day: day, count: kept.count)
  }

  /// The milliseconds of a clock come before its counter.
  private static func writtenAt(_ versions: [RemovedVersion]) -> Int64 {
    (versions.map(\.authored.clock).max() ?? 0) / 4096 / 1000
  }

  /// The paragraphs that versions have and none of those that they were made from.
  private static func added(
    by versions: [RemovedVersion], to all: [VersionID: RemovedVersion]
  ) -> Set<String> {
    var added: Set<String> = []
    for version in versions {
      let before = version.authored.parents.compactMap { all[$0]?.text }
        .flatMap(AddedParagraphs.paragraphs)
      added.formUnion(Set(AddedParagraphs.paragraphs(of: version.text)).subtracting(before))
    }
    return added
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
  init(_ version: Journal.StoredVersion) {
    func value(_ column: String) -> Value {
      ArchivedColumn.columns[column].map { version.values[$0] } ?? .null
    }
    func text(_ column: String) -> String {
      if case .text(let text) = value(column) { text } else { "" }
    }
    authored = version.authored
    if case .integer(let row) = value("device") { device = row } else { device = 0 }
    self.text = EntryText(title: text("title"), body: text("body")).written
  }
}
