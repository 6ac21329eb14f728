import Diary

/// Merges two changes of a text: by paragraphs, then by lines, then by words.
///
/// What both have added at one place is kept, in the order of the times with which the paragraphs
/// begin or, without times, of the versions. Where both have changed the same words, the later ones
/// stay. All texts are compared by their bytes.
public struct TextMerge {
  public private(set) var text: String
  /// Whether words of one side are missing, because the other has changed them too.
  public private(set) var hasLoss = false

  /// - Parameter base: the text that both were made from; empty if there is none.
  public init(base: String, earlier: String, later: String) {
    let texts = (base: Array(base.utf8), earlier: Array(earlier.utf8), later: Array(later.utf8))
    if texts.earlier == texts.later || texts.earlier == texts.base {
      text = later
    } else if texts.later == texts.base {
      text = earlier
    } else {
      text = ""
      let merged = paragraphs(Paragraphs(base), Paragraphs(earlier), Paragraphs(later))
      text = String(decoding: merged.bytes, as: UTF8.self)
    }
  }

  /// Two texts of one line that were not made from a common one.
  init(replacing earlier: String, by later: String) {
    text = later
    hasLoss = !earlier.utf8.elementsEqual(later.utf8)
  }

  private typealias Bytes = [UInt8]

  // MARK: Paragraphs

  private mutating func paragraphs(
    _ base: Paragraphs, _ earlier: Paragraphs, _ later: Paragraphs
  ) -> Paragraphs {
    func changed<Value: Equatable>(_ value: KeyPath<Paragraphs, Value>) -> Value {
      earlier[keyPath: value] == base[keyPath: value]
        ? later[keyPath: value] : earlier[keyPath: value]
    }
    var merged = Paragraphs()
    merged.start = changed(\.start)
    merged.end = changed(\.end)
    let comparison = ThreeWay(base: base.texts, earlier: earlier.texts, later: later.texts)
    for (number, region) in comparison.regions.enumerated() {
      let slices = (
        base.texts[region.base], earlier.texts[region.earlier], later.texts[region.later]
      )
      if let both = ThreeWay.combined(slices.0, slices.1, slices.2) {
        let side = Array(slices.1) == both ? earlier : later
        let range = Array(slices.1) == both ? region.earlier : region.later
        let isOneSide = side.texts[range].elementsEqual(both)
        for (offset, text) in both.enumerated() {
          merged.add(text, gap: isOneSide ? side.gap(after: range.lowerBound + offset) : [])
        }
      } else if region.base.isEmpty {
        for text in Self.added(Array(slices.1), Array(slices.2)) { merged.add(text) }
      } else if region.earlier.isEmpty || region.later.isEmpty {
        // One has removed what the other has changed: the change stays.
        hasLoss = true
        for text in slices.1 + slices.2 { merged.add(text) }
      } else {
        let lines = lines(
          base.lines(region.base), earlier.lines(region.earlier), later.lines(region.later))
        let inner = Paragraphs(String(decoding: lines, as: UTF8.self))
        for index in inner.texts.indices {
          merged.add(inner.texts[index], gap: inner.gap(after: index))
        }
      }
      if number < comparison.regions.count - 1 {
        let places = (region.base.upperBound, region.earlier.upperBound, region.later.upperBound)
        let gaps = (
          base.gap(after: places.0), earlier.gap(after: places.1), later.gap(after: places.2)
        )
        merged.add(base.texts[places.0], gap: gaps.1 == gaps.0 ? gaps.2 : gaps.1)
      }
    }
    return merged
  }

  /// What both have added at one place; equal parts once.
  private static func added(_ earlier: [Bytes], _ later: [Bytes]) -> [Bytes] {
    var known: [Bytes: Int] = [:]
    for text in earlier { known[text, default: 0] += 1 }
    let new = later.filter { text in
      guard let count = known[text], count > 0 else { return true }
      known[text] = count - 1
      return false
    }
    let (first, second) = (TimedParts(earlier), TimedParts(new))
    return first.untimed + second.untimed + first.merged(with: second)
  }

  // MARK: Lines and words

  private mutating func lines(_ base: [Bytes], _ earlier: [Bytes], _ later: [Bytes]) -> Bytes {
    func joined(_ lines: ArraySlice<Bytes>) -> String {
      String(decoding: Array(lines.joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self)
    }
    let merged = ThreeWay(base: base, earlier: earlier, later: later).merged {
      base, earlier, later in
      if let both = ThreeWay.combined(base, earlier, later) { return both }
      if base.isEmpty { return Self.added(Array(earlier), Array(later)) }
      if earlier.isEmpty || later.isEmpty {
        hasLoss = true
        return Array(earlier + later)
      }
      return [words(joined(base), joined(earlier), joined(later))]
    }
    return Array(merged.joined(separator: [UInt8(ascii: "\n")]))
  }

  private mutating func words(_ base: String, _ earlier: String, _ later: String) -> Bytes {
    func words(_ text: String) -> [Bytes] { WordDiff.words(text).map { Array($0.utf8) } }
    let (old, first, second) = (words(base), words(earlier), words(later))
    guard Self.isAlike(old, first), Self.isAlike(old, second) else {
      // Common words of two different sentences say nothing: a mixture of both would have no sense.
      hasLoss = true
      return Array(later.utf8)
    }
    return ThreeWay(base: old, earlier: first, later: second).merged { base, earlier, later in
      if let both = ThreeWay.combined(base, earlier, later) { return both }
      if base.isEmpty { return Array(earlier + later) }
      hasLoss = true
      return Array(later.isEmpty ? earlier : later)
    }
    .flatMap(\.self)
  }

  /// Whether at least half of the words are still there.
  private static func isAlike(_ old: [Bytes], _ new: [Bytes]) -> Bool {
    func isWord(_ word: Bytes) -> Bool { word.first.map { $0 > UInt8(ascii: " ") } ?? false }
    let kept = ThreeWay.matches(old, new).count { isWord(old[$0.0]) }
    return kept * 2 >= old.count(where: isWord)
  }
}

/// A comparison of two changed sequences with the one that they were made from.
public struct ThreeWay<Element: Hashable> {
  /// What is between two elements that all three have in common.
  struct Region {
    var base: Range<Int>
    var earlier: Range<Int>
    var later: Range<Int>
  }

  /// The regions; each but the last is followed by an element that all three have.
  private(set) var regions: [Region] = []
  private let base: [Element]
  private let earlier: [Element]
  private let later: [Element]

  public init(base: [Element], earlier: [Element], later: [Element]) {
    (self.base, self.earlier, self.later) = (base, earlier, later)
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

  /// The elements that all three have, and between them what `merge` makes of the regions.
  public func merged(
    _ merge: (ArraySlice<Element>, ArraySlice<Element>, ArraySlice<Element>) -> [Element]
  ) -> [Element] {
    var merged: [Element] = []
    for region in regions {
      merged += merge(base[region.base], earlier[region.earlier], later[region.later])
      if region.base.upperBound < base.count { merged.append(base[region.base.upperBound]) }
    }
    return merged
  }

  /// What a region has if at most one side has changed what was there, and the other has at most added
  /// something before or after it; `nil` if both have changed it, differently.
  ///
  /// - Parameter takesRemovals: whether a removal beside an addition is such a change.
  public static func combined(
    _ base: ArraySlice<Element>, _ earlier: ArraySlice<Element>, _ later: ArraySlice<Element>,
    takingRemovals takesRemovals: Bool = false
  ) -> [Element]? {
    if earlier == later || earlier == base { return Array(later) }
    if later == base { return Array(earlier) }
    if base.isEmpty || !takesRemovals && (earlier.isEmpty || later.isEmpty) { return nil }
    for (added, changed) in [(earlier, later), (later, earlier)] {
      if added.starts(with: base) { return Array(changed) + added.dropFirst(base.count) }
      if added.suffix(base.count) == base { return added.dropLast(base.count) + changed }
    }
    return nil
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
