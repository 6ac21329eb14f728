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
