import Diary

/// Parses the output of `git log` while git is running. Each line is a commit: its name, the author
/// date, and the author.
struct HistoryReader {
  /// `%m` marks boundary commits, which are not part of the result, with `-`.
  static func format(of author: String) -> String { "--format=%m%H %at%x00\(author)" }

  private let author: AuthorMatcher
  private(set) var found: [PackedCommit] = []
  /// The number of commits by all authors.
  private(set) var count = 0
  /// The boundary commits: the parents of the commits read that were excluded.
  private(set) var boundary: Set<UInt64> = []
  private var lines = RecordSplitter(end: 0x0A)

  init(_ author: AuthorMatcher) { self.author = author }

  mutating func take(_ bytes: [UInt8]) {
    for line in lines.records(adding: bytes) { read(line) }
  }

  private mutating func read(_ line: ArraySlice<UInt8>) {
    guard let space = line.firstIndex(of: 0x20), let end = line[space...].firstIndex(of: 0),
      let name = ObjectName(hexadecimal: line[..<space].dropFirst())?.beginning
    else { return }
    guard line.first != UInt8(ascii: "-") else {
      boundary.insert(name)
      return
    }
    count += 1
    let writer = line[(end + 1)...]
    guard author.accepts(writer.span) else { return }
    // Longer numbers are no dates.
    let digits = line[(space + 1)..<end]
    let seconds = digits.count > 18 ? nil : Int64(String(decoding: digits, as: UTF8.self))
    found.append(PackedCommit(name: name, authoredAt: seconds ?? PackedCommit.undated))
  }
}
