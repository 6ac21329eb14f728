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

  /// `nil` if there are no versions.
  public init?(_ versions: [AuthoredVersion], kind: RecordKind) {
    var merging = Merging(graph: VersionGraph(versions), kind: kind)
    heads = merging.graph.heads
    guard !heads.isEmpty else { return nil }
    let state = merging.state(of: heads)
    fields = state.fields
    losses = state.losses
  }

  /// The state that a device has shown whose newest versions were these; `nil` if one is unknown.
  public init?(_ versions: [AuthoredVersion], kind: RecordKind, at heads: [VersionID]) {
    var merging = Merging(graph: VersionGraph(versions), kind: kind)
    self.heads = Set(heads.map(merging.graph.counted)).sorted()
    guard !heads.isEmpty, self.heads.allSatisfy({ merging.graph.versions[$0] != nil }) else {
      return nil
    }
    fields = merging.state(of: self.heads).fields
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
  private var known: [[VersionID]: State] = [:]

  init(graph: VersionGraph, kind: RecordKind) {
    self.graph = graph
    self.kind = kind
  }

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
