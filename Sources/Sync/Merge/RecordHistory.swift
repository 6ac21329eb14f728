public import Records

/// All known versions of a record. Two entries that were begun for one day are one record.
public struct RecordHistory: Sendable {
  public var kind: RecordKind
  public private(set) var versions: [AuthoredVersion]

  public init(kind: RecordKind, _ versions: [AuthoredVersion]) {
    self.kind = kind
    self.versions = versions
  }

  /// The ID of the record: the smallest under which a version was written.
  public var id: String? { versions.lazy.map(\.record).min() }

  public var merge: RecordMerge? { RecordMerge(versions, kind: kind) }

  /// Removes the versions of purged records, purged versions, and all that were made from these: they
  /// may contain the text.
  ///
  /// - Returns: the removed versions. Their IDs are kept, so that what was made from them elsewhere is
  ///   removed too.
  public mutating func removePurged(
    records: Set<String>, versions purged: Set<VersionID>
  ) -> Set<VersionID> {
    var removed = Set<VersionID>()
    var isComplete = false
    while !isComplete {
      isComplete = true
      for version in versions where !removed.contains(version.id) {
        if records.contains(version.record) || purged.contains(version.id)
          || version.parents.contains(where: { purged.contains($0) || removed.contains($0) })
        {
          removed.insert(version.id)
          isComplete = false
        }
      }
    }
    versions.removeAll { removed.contains($0.id) }
    return removed
  }
}
