import Diary

/// Reads what `git log` writes while it writes, as bytes: a line a commit, with its name, the clocks
/// of committer and author, its parents, and who the author is.
struct HistoryReader {
  /// A mark says which commits are only where the walk ended.
  static func format(of author: String) -> String { "--format=%m%H %ct %at %P%x00\(author)" }

  private let author: AuthorMatch
  private(set) var found: [PackedCommit] = []
  /// How many commits there were, whoever's they are.
  private(set) var count = 0
  /// The parents of all of them, as far as they are among these.
  private(set) var reached: Set<UInt64> = []
  private(set) var isOrderly = true
  private let wanted: Set<UInt64>

  private var rest: [UInt8] = []
  /// When the commits that have come were committed, and those that came before them lately.
  private var committed: [UInt64: Int64] = [:]
  /// When the oldest of a commit's children was committed, of those that are still to come.
  private var expected: [UInt64: Int64] = [:]

  init(_ author: AuthorMatch, wanting wanted: Set<UInt64> = []) {
    self.author = author
    self.wanted = wanted
  }

  mutating func take(_ bytes: [UInt8]) {
    var start = 0
    if !rest.isEmpty {
      guard let end = bytes.firstIndex(of: 0x0A) else {
        rest += bytes
        return
      }
      let line = rest + bytes[..<end]
      rest = []
      read(line[...])
      start = end + 1
    }
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      read(bytes[start..<end])
      start = end + 1
    }
    rest = Array(bytes[start...])
  }

  private mutating func read(_ line: ArraySlice<UInt8>) {
    var line = Scanner(line)
    let isBoundary = line.next() == UInt8(ascii: "-")
    guard let name = line.name() else { return }
    let committedAt = line.number() ?? PackedCommit.undated
    let authoredAt = line.number() ?? PackedCommit.undated
    note(name, at: committedAt)
    if isBoundary { return }
    count += 1
    while let parent = line.name() { note(parent, before: committedAt) }
    if author.accepts(line.author) {
      found.append(PackedCommit(name: name, authoredAt: authoredAt))
    }
  }

  private mutating func note(_ name: UInt64, at committedAt: Int64) {
    committed[name] = committedAt
    if let child = expected.removeValue(forKey: name), child < committedAt { isOrderly = false }
  }

  private mutating func note(_ parent: UInt64, before committedAt: Int64) {
    if wanted.contains(parent) { reached.insert(parent) }
    if let known = committed[parent] {
      if committedAt < known { isOrderly = false }
    } else if let child = expected[parent] {
      if committedAt < child { expected[parent] = committedAt }
    } else {
      expected[parent] = committedAt
    }
  }
}

/// A line, from its beginning on.
private struct Scanner {
  private let line: ArraySlice<UInt8>
  private var place: Int

  init(_ line: ArraySlice<UInt8>) {
    self.line = line
    place = line.startIndex
  }

  mutating func next() -> UInt8? {
    guard place < line.endIndex else { return nil }
    defer { place += 1 }
    return line[place]
  }

  /// The first eight bytes of a name, and past it; `nil` where there is none, and past that.
  mutating func name() -> UInt64? {
    var name: UInt64 = 0
    var digits = 0
    while let byte = next() {
      guard let digit = Hexadecimal.value(of: byte) else {
        if byte == 0 { place -= digits == 0 ? 0 : 1 }
        break
      }
      if digits < 16 { name = name << 4 | UInt64(digit) }
      digits += 1
    }
    return digits >= 16 ? name : nil
  }

  /// A number and the space after it; what is too great for any calendar is as good as none.
  mutating func number() -> Int64? {
    var number: Int64 = 0
    var digits = 0
    while let byte = next(), byte != UInt8(ascii: " ") {
      guard (0x30...0x39).contains(byte), digits < 18 else {
        digits = 100
        continue
      }
      number = number * 10 + Int64(byte - 0x30)
      digits += 1
    }
    return (1...18).contains(digits) ? number : nil
  }

  /// What is left of the line.
  var author: ArraySlice<UInt8> { line[place...] }
}
