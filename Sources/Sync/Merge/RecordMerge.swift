public import Records

/// The state of a record: that of its newest version or, if devices have written several without
/// knowing of each other, the merge of these.
///
/// It depends on the set of versions alone, so that all devices that know the same versions show the
/// same. It is never stored as a version or sent: the next version names all of the newest ones.
public struct RecordMerge: Sendable {
  /// The newest versions, in the order of their IDs.
  public let heads: [VersionID]
  public private(set) var fields: AuthoredVersion.Fields
  /// What the merge could not keep. It is in the history.
  public private(set) var losses: MergeLosses = []

  /// `nil` if there are no versions, or if one of `heads` is unknown.
  ///
  /// - Parameter heads: the versions that were the newest ones for a device; `nil` for the newest of all.
  public init?(_ versions: [AuthoredVersion], kind: RecordKind, at heads: [VersionID]? = nil) {
    var merging = Merging(graph: VersionGraph(versions), kind: kind)
    let graph = merging.graph
    self.heads = heads.map { Set($0.map(graph.counted)).sorted() } ?? graph.heads
    guard !self.heads.isEmpty, self.heads.allSatisfy({ graph.versions[$0] != nil }) else {
      return nil
    }
    let state = merging.state(of: self.heads)
    fields = state.fields
    losses = state.losses
  }
}

/// What a merge could not keep.
public struct MergeLosses: OptionSet, Hashable, Sendable {
  public var rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Both have changed the same words: the later ones stay.
  public static let words = MergeLosses(rawValue: 1)
  /// One has deleted the text, which the other has changed: it stays.
  public static let deletion = MergeLosses(rawValue: 2)
}

/// One merge with the states that it needs several times.
private struct Merging {
  struct State {
    var fields: AuthoredVersion.Fields
    var losses: MergeLosses = []
  }

  let graph: VersionGraph
  let kind: RecordKind
  var known: [[VersionID]: State] = [:]

  mutating func state(of heads: [VersionID]) -> State {
    if let known = known[heads] { return known }
    let sides = heads.compactMap { graph.versions[$0] }.sorted {
      ($0.clock, $0.id) < ($1.clock, $1.id)
    }
    guard let first = sides.first else { return State(fields: [:]) }
    var merged = State(fields: first.fields)
    var ancestors = graph.ancestors(of: [first.id])
    for side in sides.dropFirst() {
      let others = graph.ancestors(of: [side.id])
      let bases = graph.bases(ancestors, others)
      let base = bases.isEmpty ? nil : state(of: bases).fields
      var rules = FieldRules(base: base, earlier: merged.fields, later: side.fields, kind: kind)
      merged = State(fields: rules.merged(), losses: merged.losses.union(rules.losses))
      ancestors.formUnion(others)
    }
    known[heads] = merged
    return merged
  }
}

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

/// The versions of a record with what each was made from.
struct VersionGraph {
  let versions: [VersionID: AuthoredVersion]
  /// The parents that are known, where equal first versions count as one.
  private var parents: [VersionID: [VersionID]] = [:]
  private var children: [VersionID: Set<VersionID>] = [:]
  private let same: [VersionID: VersionID]

  init(_ all: [AuthoredVersion]) {
    let same = Self.equalRoots(all)
    self.same = same
    versions = Dictionary(
      all.filter { same[$0.id] == nil }.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }
    )
    for version in versions.values {
      let known = Set(version.parents.map { same[$0] ?? $0 }).filter { versions[$0] != nil }
      parents[version.id] = known.sorted()
      for parent in known { children[parent, default: []].insert(version.id) }
    }
  }

  /// First versions that are equal to another one, with that one. The same file imported on two
  /// devices makes such versions, and so does a recurring to-do that is finished on both.
  private static func equalRoots(_ all: [AuthoredVersion]) -> [VersionID: VersionID] {
    struct Root: Hashable {
      var record: String
      var fields: AuthoredVersion.Fields
    }
    let roots = all.filter(\.parents.isEmpty)
    guard roots.count > 1 else { return [:] }
    var first: [Root: VersionID] = [:]
    var same: [VersionID: VersionID] = [:]
    for version in roots.sorted(by: { $0.id < $1.id }) {
      var root = Root(record: version.record, fields: version.fields)
      for name in FieldRules.circumstances { root.fields[name] = nil }
      if let known = first[root] {
        same[version.id] = known
      } else {
        first[root] = version.id
      }
    }
    return same.filter { $0.key != $0.value }
  }

  /// The version that counts for another one that is equal to it.
  func counted(_ id: VersionID) -> VersionID { same[id] ?? id }

  /// The versions that no other one was made from, in the order of their IDs.
  var heads: [VersionID] { versions.keys.filter { children[$0] == nil }.sorted() }

  /// The versions from which others were made, with these.
  func ancestors(of heads: some Sequence<VersionID>) -> Set<VersionID> {
    var found = Set(heads)
    var pending = Array(found)
    while let id = pending.popLast() {
      for parent in parents[id] ?? [] where found.insert(parent).inserted { pending.append(parent) }
    }
    return found
  }

  /// The latest versions that both sides were made from, given all of these. There are several if each
  /// side was made from two versions that were merged on both.
  func bases(_ left: Set<VersionID>, _ right: Set<VersionID>) -> [VersionID] {
    let common = left.intersection(right)
    return common.filter { children[$0]?.isDisjoint(with: common) ?? true }.sorted()
  }
}
