package import Diary
package import Exchange
package import Journal
package import Records

/// What an import has done, or would do.
package struct ImportTally: Sendable {
  /// How many of each kind were added.
  package internal(set) var texts = RecordCounts()
  /// Texts that were changed by items that changed since they were last imported.
  package internal(set) var changed = 0
  package internal(set) var unchanged = 0
  /// Texts whose files are gone.
  package internal(set) var deleted = 0
  /// Those that were not deleted.
  package internal(set) var pending = 0
  /// Items whose texts were deleted or purged here, which stay so.
  package internal(set) var deletedHere = 0
  package internal(set) var purgedHere = 0
  /// The first added text of each kind.
  package internal(set) var first: [RecordKind: String] = [:]
  /// What did not become an item.
  package internal(set) var left = LeftOut()
  /// The damaged items that were skipped; the first few with their places.
  package internal(set) var damaged = 0
  package internal(set) var damages: [ExchangeError] = []
  /// What was kept of entries that were purged where an archive was made.
  package internal(set) var kept: [KeptParagraphs] = []
  /// Whether items without IDs could have brought back texts that were purged.
  package internal(set) var mayBringBack = false

  /// The days of the entries that were added.
  package internal(set) var days: Set<Day> = []
  private static let namedDamages = 10

  package var added: Int { texts.total }

  /// Counts texts of one kind that were added.
  mutating func add(_ kind: RecordKind, first text: String, count: Int = 1) {
    texts[kind] += count
    if first[kind] == nil { first[kind] = text }
  }

  mutating func add(_ other: ImportTally) {
    if added == 0, changed + unchanged == 0, left.isEmpty, damaged == 0, kept.isEmpty {
      self = other
      return
    }
    for kind in RecordKind.allCases { texts[kind] += other.texts[kind] }
    days.formUnion(other.days)
    changed += other.changed
    unchanged += other.unchanged
    deleted += other.deleted
    pending += other.pending
    deletedHere += other.deletedHere
    purgedHere += other.purgedHere
    first.merge(other.first) { first, _ in first }
    left.add(other.left)
    damaged += other.damaged
    damages += other.damages.prefix(Self.namedDamages - min(damages.count, Self.namedDamages))
    kept += other.kept
    mayBringBack = mayBringBack || other.mayBringBack
  }

  mutating func skip(_ error: ExchangeError) {
    damaged += 1
    if damages.count < Self.namedDamages { damages.append(error) }
  }
}
