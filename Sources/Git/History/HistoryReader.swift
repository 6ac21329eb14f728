import Diary

/// Parses the output of `git log` while git is running. Each line is a commit: its name, the
/// committer and author dates, its parents, and the author.
struct HistoryReader {
  /// `%m` marks boundary commits, which are not part of the result, with `-`.
  static func format(of author: String) -> String { "--format=%m%H %ct %at %P%x00\(author)" }

  private let author: AuthorMatcher
  private let wanted: Set<UInt64>
  private(set) var found: [PackedCommit] = []
  /// The number of commits by all authors.
  private(set) var count = 0
  /// The commits of `wanted` that are parents of the commits read.
  private(set) var reached: Set<UInt64> = []
  private var orderChecker = CommitOrderChecker()
  private var rest: [UInt8] = []

  init(_ author: AuthorMatcher, wanting wanted: Set<UInt64> = []) {
    self.author = author
    self.wanted = wanted
  }

  /// Whether no commit is older than its parents.
  var isChronological: Bool { orderChecker.isChronological }

  mutating func take(_ bytes: [UInt8]) {
    // Each byte of a long line is read once.
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

  /// Parses the complete lines and returns the rest.
  private mutating func read(_ bytes: [UInt8]) -> [UInt8] {
    let span = bytes.span
    var start = 0
    for position in span.indices where span[position] == 0x0A {
      read(line: span.extracting(start..<position))
      start = position + 1
    }
    return start == bytes.count ? [] : Array(bytes[start...])
  }

  private mutating func read(line: Span<UInt8>) {
    var position = 1
    guard let name = Self.name(in: line, &position) else { return }
    let committedAt = Self.number(in: line, &position) ?? PackedCommit.undated
    let authoredAt = Self.number(in: line, &position) ?? PackedCommit.undated
    orderChecker.add(name, at: committedAt)
    if line[0] == UInt8(ascii: "-") { return }
    count += 1
    while let parent = Self.name(in: line, &position) {
      orderChecker.add(parent: parent, before: committedAt)
      if !wanted.isEmpty, wanted.contains(parent) { reached.insert(parent) }
    }
    guard position < line.count else { return }
    if author.accepts(line.extracting((position + 1)...)) {
      found.append(PackedCommit(name: name, authoredAt: authoredAt))
    }
  }

  /// Parses the first eight bytes of an object name, and moves past the name and the space after
  /// it; `nil` if there is no name.
  private static func name(in line: Span<UInt8>, _ position: inout Int) -> UInt64? {
    let start = position
    let end = min(start + 16, line.count)
    var name: UInt64 = 0
    while position < end, let digit = line[position].hexDigitValue {
      name = name << 4 | UInt64(digit)
      position += 1
    }
    guard position - start == 16 else { return nil }
    while position < line.count, line[position] > UInt8(ascii: " ") { position += 1 }
    if position < line.count, line[position] == UInt8(ascii: " ") { position += 1 }
    return name
  }

  /// Parses a number and moves past the space after it; `nil` if the number is too large for a
  /// date.
  private static func number(in line: Span<UInt8>, _ position: inout Int) -> Int64? {
    let start = position
    var number: Int64 = 0
    while position < line.count, line[position] != UInt8(ascii: " ") {
      if position - start < 18 { number = number &* 10 &+ Int64(line[position] &- 0x30) }
      position += 1
    }
    let digits = position - start
    position += 1
    return (1...18).contains(digits) ? number : nil
  }
}

/// Checks that no commit is older than its parents, in whichever order they are added.
struct CommitOrderChecker {
  private(set) var isChronological = true
  /// The commit times of the commits that were added, and those of the oldest child of each parent
  /// that was not added yet.
  private var times: [UInt64: Time] = [:]

  private struct Time {
    var seconds: Int64
    var isOfChild = false
  }

  /// Adds a commit.
  mutating func add(_ name: UInt64, at committedAt: Int64) {
    let known = times.updateValue(Time(seconds: committedAt), forKey: name)
    if let known, known.isOfChild, known.seconds < committedAt { isChronological = false }
  }

  /// Adds a parent of a commit.
  mutating func add(parent: UInt64, before committedAt: Int64) {
    let child = Time(seconds: committedAt, isOfChild: true)
    guard let known = times[parent] else {
      times[parent] = child
      return
    }
    if committedAt >= known.seconds { return }
    if known.isOfChild { times[parent] = child } else { isChronological = false }
  }
}
