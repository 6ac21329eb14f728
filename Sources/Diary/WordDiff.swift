/// The changes between two texts, by words; in scripts without spaces, by characters.
public struct WordDiff: Hashable, Sendable {
  public enum Piece: Hashable, Sendable {
    case same(String)
    case removed(String)
    case added(String)
  }

  public private(set) var pieces: [Piece] = []

  /// The maximum edit distance. If it is larger, the middle is shown as replaced, since such a diff
  /// would be slow and hard to read.
  private static let maximumDistance = 2_000

  public init(from old: String, to new: String) {
    let old = Self.words(old)
    let new = Self.words(new)
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    add(Piece.same, old[..<start])
    compare(old[start..<old.count - end], new[start..<new.count - end])
    add(Piece.same, old[(old.count - end)...])
  }

  private mutating func add(
    _ kind: (String) -> Piece, _ words: some Sequence<Substring>
  ) {
    let text = words.joined()
    if !text.isEmpty { add(kind(text)) }
  }

  private mutating func add(_ piece: Piece) {
    switch (pieces.last, piece) {
    case (.same(let before), .same(let text)): pieces[pieces.count - 1] = .same(before + text)
    case (.removed(let before), .removed(let text)):
      pieces[pieces.count - 1] = .removed(before + text)
    case (.added(let before), .added(let text)): pieces[pieces.count - 1] = .added(before + text)
    default: pieces.append(piece)
    }
  }

  // MARK: Comparison

  /// Myers' algorithm for the shortest edit script: it runs forward and saves each front.
  private mutating func compare(_ old: ArraySlice<Substring>, _ new: ArraySlice<Substring>) {
    let a = Array(old)
    let b = Array(new)
    guard !a.isEmpty, !b.isEmpty, let fronts = Self.fronts(a, b) else {
      add(Piece.removed, a)
      add(Piece.added, b)
      return
    }
    var steps: [Piece] = []
    var x = a.count
    var y = b.count
    for (distance, front) in fronts.enumerated().reversed() {
      let k = x - y
      let isDown =
        distance > 0 && (k == -distance || (k != distance && front.at(k - 1) < front.at(k + 1)))
      let previousK = isDown ? k + 1 : k - 1
      let previousX = distance > 0 ? front.at(previousK) : 0
      let previousY = distance > 0 ? previousX - previousK : 0
      while x > previousX && y > previousY && x > 0 && y > 0 && a[x - 1] == b[y - 1] {
        steps.append(.same(String(a[x - 1])))
        x -= 1
        y -= 1
      }
      guard distance > 0 else { break }
      if isDown {
        steps.append(.added(String(b[y - 1])))
        y -= 1
      } else {
        steps.append(.removed(String(a[x - 1])))
        x -= 1
      }
    }
    for step in steps.reversed() { add(step) }
  }

  /// The furthest reaching point on each diagonal before each step.
  private struct Front {
    var reached: [Int]
    var offset: Int

    func at(_ k: Int) -> Int { reached[k + offset] }
  }

  private static func fronts(_ a: [Substring], _ b: [Substring]) -> [Front]? {
    let most = min(a.count + b.count, maximumDistance)
    var reached = [Int](repeating: 0, count: 2 * most + 3)
    let offset = most + 1
    var fronts: [Front] = []
    for distance in 0...most {
      // Only the diagonals that this step can have come from are saved.
      let low = offset - distance - 1
      let high = offset + distance + 1
      fronts.append(Front(reached: Array(reached[low...high]), offset: distance + 1))
      for k in stride(from: -distance, through: distance, by: 2) {
        let isDown =
          k == -distance
          || (k != distance && reached[k - 1 + offset] < reached[k + 1 + offset])
        var x = isDown ? reached[k + 1 + offset] : reached[k - 1 + offset] + 1
        var y = x - k
        while x < a.count && y < b.count && a[x] == b[y] {
          x += 1
          y += 1
        }
        reached[k + offset] = x
        if x >= a.count && y >= b.count { return fronts }
      }
    }
    return nil
  }

  // MARK: Words

  /// Splits a text into runs of letters and digits, runs of spaces, and single characters.
  public static func words(_ text: String) -> [Substring] {
    var words: [Substring] = []
    var rest = text[...]
    while let first = rest.first {
      let kind = Kind(first)
      let length = kind == .single ? 1 : rest.prefix { Kind($0) == kind }.count
      words.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return words
  }

  private enum Kind {
    case word, space, single

    init(_ letter: Character) {
      if letter.isNewline {
        self = .single
      } else if letter.isWhitespace {
        self = .space
      } else if letter.isLetter || letter.isNumber,
        (letter.unicodeScalars.first?.value ?? 0) < 0x1100
      {
        self = .word
      } else {
        self = .single
      }
    }
  }
}

extension CollectionDifference.Change {
  /// Where the element was removed or is inserted.
  public var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
