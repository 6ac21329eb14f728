import Diary
import Git

// Squashes of branches of several commits, by the patch of all of them together.

extension CommitSearch {
  /// The numbers of commits at which a range can begin, and of calls of git.
  private static let rangeStarts = 6
  private static let rangeCallLimit = 200

  mutating func withRange(
    to tip: ObjectName, from starts: [(first: ObjectName, base: ObjectName)],
    all tips: Set<ObjectName>, _ candidates: [ObjectName], for name: ObjectName
  ) -> [ObjectName] {
    // One commit is compared by `squashOfOne`.
    for start in starts where start.first != tip {
      let ends = tips.filter { $0 != start.first }
      guard let patch = rangePatches(from: start.base, to: ends.sorted())[tip] ?? nil else {
        continue
      }
      var found: [ObjectName] = []
      for candidate in candidates where self.patch(candidate) == patch {
        if !isExplained(candidate, for: name) { found.append(candidate) }
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// Where a range can begin: at the first commit of the branch that is lost, or at one of the
  /// commits just below this one.
  func starts(of name: ObjectName) -> [(first: ObjectName, base: ObjectName)] {
    var starts: [(first: ObjectName, base: ObjectName)] = []
    var next = name
    while let header = index.old[next], let parent = header.parent, !header.isMerge,
      starts.count < 1_000
    {
      starts.append((next, parent))
      next = parent
    }
    guard starts.count > Self.rangeStarts, let lowest = starts.last else {
      return starts.reversed()
    }
    return [lowest] + starts.prefix(Self.rangeStarts - 1)
  }

  /// The patch ids of the changes from one commit to several later ones.
  private mutating func rangePatches(
    from base: ObjectName, to tips: [ObjectName]
  ) -> [ObjectName: String?] {
    var known = knownRanges[base] ?? [:]
    let open = tips.filter { known[$0] == nil }
    if !open.isEmpty, rangeCalls < Self.rangeCallLimit {
      rangeCalls += 1
      let found = source.patchIDs(ofRanges: open.map { ($0, base) })
      for tip in open { known[tip] = .some(found[tip]) }
      knownRanges[base] = known
    }
    return known
  }
}
