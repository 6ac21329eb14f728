/// A comparison of two changed sequences with the one that they were made from.
public struct ThreeWay<Element: Hashable> {
  /// What is between two elements that all three have in common.
  public struct Region {
    public var base: Range<Int>
    public var earlier: Range<Int>
    public var later: Range<Int>
  }

  /// The regions; each but the last is followed by an element that all three have.
  public private(set) var regions: [Region] = []

  public init(base: [Element], earlier: [Element], later: [Element]) {
    let inEarlier = Dictionary(
      uniqueKeysWithValues: Self.matches(base, earlier).map { ($0.0, $0.1) })
    let inLater = Dictionary(uniqueKeysWithValues: Self.matches(base, later).map { ($0.0, $0.1) })
    var next = (base: 0, earlier: 0, later: 0)
    for index in base.indices {
      guard let first = inEarlier[index], let second = inLater[index] else { continue }
      regions.append(
        Region(
          base: next.base..<index, earlier: next.earlier..<first, later: next.later..<second))
      next = (index + 1, first + 1, second + 1)
    }
    regions.append(
      Region(
        base: next.base..<base.count, earlier: next.earlier..<earlier.count,
        later: next.later..<later.count))
  }

  /// The largest number of elements that are compared in full. In longer sequences, what is between
  /// the equal elements at both ends counts as changed.
  private static var limit: Int { 4_000 }

  /// The positions of elements that both sequences have, in order.
  public static func matches(_ old: [Element], _ new: [Element]) -> [(Int, Int)] {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    var matches = (0..<start).map { ($0, $0) }
    let oldMiddle = Array(old[start..<old.count - end])
    let newMiddle = Array(new[start..<new.count - end])
    if oldMiddle.count + newMiddle.count <= limit {
      let difference = newMiddle.difference(from: oldMiddle)
      let removed = Set(difference.removals.map(\.offset))
      let inserted = Set(difference.insertions.map(\.offset))
      let keptOld = oldMiddle.indices.filter { !removed.contains($0) }
      let keptNew = newMiddle.indices.filter { !inserted.contains($0) }
      matches += zip(keptOld, keptNew).map { ($0 + start, $1 + start) }
    }
    for offset in 0..<end { matches.append((old.count - end + offset, new.count - end + offset)) }
    return matches
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
