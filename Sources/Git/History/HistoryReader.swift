import Diary

/// Parses the output of `git log` while git is running. Each record is a commit: a line with its name and
/// the author date, two lines with the author as `AuthorMatcher` needs it, the address and the name of the
/// author, and the message.
struct HistoryReader {
  /// `%m` marks boundary commits, which are not part of the result, with `-`.
  static func options(of author: String) -> [String] {
    ["-z", "--format=%m%H %at%n\(author)%n%ae%n%an%n%B"]
  }

  private let author: AuthorMatcher
  private let marks: AgentMarks
  private(set) var found: [PackedCommit] = []
  /// Those of the commits found that have an agent's mark.
  private(set) var marked: [PackedCommit] = []
  /// The number of commits by all authors.
  private(set) var count = 0
  /// The boundary commits: the parents of the commits read that were excluded.
  private(set) var boundary: Set<UInt64> = []
  private var records = RecordSplitter(end: 0)

  init(_ author: AuthorMatcher, _ marks: AgentMarks) {
    self.author = author
    self.marks = marks
  }

  mutating func take(_ bytes: [UInt8]) {
    for record in records.records(adding: bytes) { read(record) }
  }

  private mutating func read(_ line: ArraySlice<UInt8>) {
    guard let space = line.firstIndex(of: 0x20), let end = line[space...].firstIndex(of: 0x0A),
      let first = line[(end + 1)...].firstIndex(of: 0x0A),
      let second = line[(first + 1)...].firstIndex(of: 0x0A),
      let name = ObjectName(hexadecimal: line[..<space].dropFirst())?.beginning
    else { return }
    guard line.first != UInt8(ascii: "-") else {
      boundary.insert(name)
      return
    }
    count += 1
    let writer = line[(end + 1)..<second]
    guard author.accepts(writer.span) else { return }
    // Longer numbers are no dates.
    let digits = line[(space + 1)..<end]
    let seconds = digits.count > 18 ? nil : Int64(String(decoding: digits, as: UTF8.self))
    let commit = PackedCommit(name: name, authoredAt: seconds ?? PackedCommit.undated)
    found.append(commit)
    let text = line[(second + 1)...]
    let line = text.firstIndex(of: 0x0A) ?? text.endIndex
    let body = text[line...].dropFirst().firstIndex(of: 0x0A) ?? text.endIndex
    if marks.mark(text[line..<body].dropFirst(), at: text[..<line], text[body...]) {
      marked.append(commit)
    }
  }
}
