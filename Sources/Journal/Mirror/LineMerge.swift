/// Merges two changes of a text, line by line. Where both changed the same lines, the result has
/// those of both.
struct LineMerge {
  typealias Line = [UInt8]

  private(set) var lines: [Line] = []
  private(set) var hasConflict = false

  /// - Parameter base: the text that was changed; if it is `nil`, what both texts have in common.
  init(base: [Line]?, ours: [Line], theirs: [Line]) {
    let base = base ?? Self.matches(ours, theirs).map { ours[$0.0] }
    let inOurs = Dictionary(uniqueKeysWithValues: Self.matches(base, ours))
    let inTheirs = Dictionary(uniqueKeysWithValues: Self.matches(base, theirs))
    var position = (base: 0, ours: 0, theirs: 0)
    for index in base.indices {
      guard let our = inOurs[index], let their = inTheirs[index] else { continue }
      add(
        base[position.base..<index], ours[position.ours..<our],
        theirs[position.theirs..<their])
      lines.append(base[index])
      position = (index + 1, our + 1, their + 1)
    }
    add(base[position.base...], ours[position.ours...], theirs[position.theirs...])
  }

  private mutating func add(
    _ base: ArraySlice<Line>, _ ours: ArraySlice<Line>, _ theirs: ArraySlice<Line>
  ) {
    if theirs.elementsEqual(base) || theirs.elementsEqual(ours) {
      lines += ours
    } else if ours.elementsEqual(base) {
      lines += theirs
    } else if let merged = Self.merged(base, ours, theirs) ?? Self.merged(base, theirs, ours) {
      lines += merged
    } else {
      hasConflict = hasConflict || !(ours.isEmpty || theirs.isEmpty)
      let start = zip(ours, theirs).prefix { $0 == $1 }.count
      let end = zip(ours.dropFirst(start).reversed(), theirs.dropFirst(start).reversed())
        .prefix { $0 == $1 }.count
      lines += ours.dropLast(end) + theirs.dropFirst(start)
    }
  }

  /// The lines if one side has only added lines before or after those that the other has changed.
  private static func merged(
    _ base: ArraySlice<Line>, _ added: ArraySlice<Line>, _ changed: ArraySlice<Line>
  ) -> [Line]? {
    if base.isEmpty { return nil }
    if added.starts(with: base) { return Array(changed) + added.dropFirst(base.count) }
    if added.reversed().starts(with: base.reversed()) {
      return added.dropLast(base.count) + changed
    }
    return nil
  }

  // MARK: Comparison

  /// The largest number of lines that are compared in full. In longer texts, what is between the
  /// equal lines at both ends counts as changed.
  private static let limit = 4_000

  /// The positions of lines that both texts have, in order.
  static func matches(_ old: [Line], _ new: [Line]) -> [(Int, Int)] {
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
