import Diary

/// Reads what `git log` writes while it writes, as bytes: a line a commit, with its name, the clocks
/// of committer and author, its parents, and who the author is.
struct HistoryReader {
  /// A mark says which commits are only where the walk ended.
  static func format(of author: String) -> String { "--format=%m%H %ct %at %P%x00\(author)" }

  private let author: AuthorMatcher
  private let wanted: Set<UInt64>
  private(set) var found: [PackedCommit] = []
  /// How many commits there were, whoever's they are.
  private(set) var count = 0
  /// Those of the wanted that are parents of one of these.
  private(set) var reached: Set<UInt64> = []
  private var orderChecker = CommitOrderChecker()
  private var rest: [UInt8] = []

  init(_ author: AuthorMatcher, wanting wanted: Set<UInt64> = []) {
    self.author = author
    self.wanted = wanted
  }

  /// Whether no commit is older than one that it follows.
  var isChronological: Bool { orderChecker.isChronological }

  mutating func take(_ bytes: [UInt8]) {
    // Of a long line no byte is looked at twice.
    if rest.isEmpty {
      rest = read(bytes)
    } else if let end = bytes.firstIndex(of: 0x0A) {
      var line = rest
      rest = []
      line += bytes[..<end]
      read(line: line.span)
      rest = read(Array(bytes[(end + 1)...]))
    } else {
      rest += bytes
    }
  }

  /// Reads the lines that are whole, and gives back what is left.
  private mutating func read(_ bytes: [UInt8]) -> [UInt8] {
    let span = bytes.span
    var start = 0
    for place in span.indices where span[place] == 0x0A {
      read(line: span.extracting(start..<place))
      start = place + 1
    }
    return start == bytes.count ? [] : Array(bytes[start...])
  }

  private mutating func read(line: Span<UInt8>) {
    var place = 1
    guard let name = Self.name(in: line, &place) else { return }
    let committedAt = Self.number(in: line, &place) ?? PackedCommit.undated
    let authoredAt = Self.number(in: line, &place) ?? PackedCommit.undated
    orderChecker.note(name, at: committedAt)
    if line[0] == UInt8(ascii: "-") { return }
    count += 1
    while let parent = Self.name(in: line, &place) {
      orderChecker.note(parent: parent, before: committedAt)
      if !wanted.isEmpty, wanted.contains(parent) { reached.insert(parent) }
    }
    guard place < line.count else { return }
    if author.accepts(line.extracting((place + 1)...)) {
      found.append(PackedCommit(name: name, authoredAt: authoredAt))
    }
  }

  /// The first eight bytes of a name, and past it and the space behind it; `nil` where there is none.
  private static func name(in line: Span<UInt8>, _ place: inout Int) -> UInt64? {
    let start = place
    let end = min(start + 16, line.count)
    var name: UInt64 = 0
    while place < end, let digit = line[place].hexDigitValue {
      name = name << 4 | UInt64(digit)
      place += 1
    }
    guard place - start == 16 else { return nil }
    while place < line.count, line[place] > UInt8(ascii: " ") { place += 1 }
    if place < line.count, line[place] == UInt8(ascii: " ") { place += 1 }
    return name
  }

  /// A number, and past the space behind it; what is too great for any calendar is as good as none.
  private static func number(in line: Span<UInt8>, _ place: inout Int) -> Int64? {
    let start = place
    var number: Int64 = 0
    while place < line.count, line[place] != UInt8(ascii: " ") {
      if place - start < 18 { number = number &* 10 &+ Int64(line[place] &- 0x30) }
      place += 1
    }
    let digits = place - start
    place += 1
    return (1...18).contains(digits) ? number : nil
  }
}
