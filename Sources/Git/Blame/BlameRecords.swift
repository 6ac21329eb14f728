import Diary
import Synchronization

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

  /// A subject has no limit, but only its beginning is kept.
  private var lines = RecordSplitter(end: 0x0A, limit: CommitRecord.fieldLimit)
  private var current: Record?
  private var seconds = ""

  mutating func feed(_ bytes: [UInt8]) {
    for line in lines.records(adding: bytes) { take(line) }
  }

  private mutating func take(_ line: ArraySlice<UInt8>) {
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

/// The blames of whole files, for a process that asks about the same ones again: git needs seconds for a file
/// with a long history.
public final class BlameCache: Sendable {
  struct Key: Hashable {
    /// The folder of the clone that its working trees share.
    var clone: String
    /// The commit of `HEAD`.
    var head: String
    var path: String
    var ignored: [String]
  }

  /// More files are not kept.
  private static let limit = 20

  private let blames = Mutex<[(key: Key, blame: HeadBlame)]>([])

  public init() {}

  func blame(_ key: Key) -> HeadBlame? {
    blames.withLock { blames in blames.first { $0.key == key }?.blame }
  }

  func keep(_ blame: HeadBlame, as key: Key) {
    blames.withLock { blames in
      blames.removeAll { $0.key.clone == key.clone && $0.key.path == key.path }
      blames.append((key, blame))
      if blames.count > Self.limit { blames.removeFirst() }
    }
  }
}

/// What git says about the lines of a file in `HEAD`.
struct HeadBlame: Sendable {
  var records: BlameRecords
  /// Whether the settings of the clone could not be used.
  var isWithoutSettings: Bool
}
