import Diary

/// Parses the output of `git blame --incremental`: for each range of lines, the commit and the
/// position, followed by the details of a commit when it is first mentioned.
struct BlameRecords {
  /// The lines from `start` on in the final version of the file.
  struct Record: Hashable {
    var start: Int
    var count: Int
    var sha: String
  }

  private(set) var records: [Record] = []
  private(set) var commits: [String: Commit] = [:]
  /// The committer dates, in seconds since 1970.
  private(set) var committedAt: [String: Int64] = [:]
  /// The oldest commits that git has looked at, because it does not have their parents.
  private(set) var boundaries: Set<String> = []

  private var line: [UInt8] = []
  private var current: Record?
  private var seconds = ""

  mutating func feed(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      extend(by: rest[..<end])
      take(line)
      line = []
      rest = rest[(end + 1)...]
    }
    extend(by: rest)
  }

  /// A subject has no limit, but only its beginning is kept.
  private mutating func extend(by bytes: ArraySlice<UInt8>) {
    line += bytes.prefix(CommitRecord.fieldLimit - line.count)
  }

  private mutating func take(_ line: [UInt8]) {
    let space = line.firstIndex(of: 0x20) ?? line.endIndex
    let key = String(decoding: line[..<space], as: UTF8.self)
    let value = String(decoding: line[space...].dropFirst(), as: UTF8.self)
    guard let record = current else {
      current = Record(header: key, value)
      return
    }
    switch key {
    case "author": self[record.sha].author = value
    case "author-time": seconds = value
    case "author-tz":
      self[record.sha].date = CommitRecord.moment(Array("\(seconds) \(value)".utf8)[...])
    case "committer-time": committedAt[record.sha] = Int64(value)
    case "summary": self[record.sha].subject = value
    case "boundary": boundaries.insert(record.sha)
    case "filename":
      records.append(record)
      current = nil
    default: break
    }
  }

  /// The commit, which is added when git first mentions it.
  private subscript(_ sha: String) -> Commit {
    get {
      commits[sha]
        ?? Commit(
          sha: sha, subject: "", author: "", date: Moment(Instant(secondsSince1970: 0), offset: 0))
    }
    set { commits[sha] = newValue }
  }
}

extension BlameRecords.Record {
  /// Parses `<sha> <line in the commit> <line> <count>`.
  fileprivate init?(header sha: String, _ numbers: String) {
    let numbers = numbers.split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 3, numbers.allSatisfy({ (0..<1 << 40).contains($0) }),
      sha.utf8.count == 40 || sha.utf8.count == 64
    else { return nil }
    self.init(start: numbers[1], count: numbers[2], sha: sha)
  }
}
