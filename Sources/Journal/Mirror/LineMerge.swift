import Sync

/// Merges two changes of a text, line by line. Where both changed the same lines, the result has
/// those of both.
struct LineMerge {
  typealias Line = [UInt8]

  private(set) var lines: [Line] = []
  private(set) var hasConflict = false

  /// - Parameter base: the text that was changed; if it is `nil`, what both texts have in common.
  init(base: [Line]?, ours: [Line], theirs: [Line]) {
    let base = base ?? ThreeWay.matches(ours, theirs).map { ours[$0.0] }
    let comparison = ThreeWay(base: base, earlier: ours, later: theirs)
    for (number, region) in comparison.regions.enumerated() {
      add(base[region.base], ours[region.earlier], theirs[region.later])
      if number < comparison.regions.count - 1 { lines.append(base[region.base.upperBound]) }
    }
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
}
