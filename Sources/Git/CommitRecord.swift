public import Diary
import Platform

/// The format in which git prints commits for this program: fields that end with NUL, a byte that no
/// field can contain.
enum CommitRecord {
  /// The length in bytes at which a field is cut off. A subject is the first paragraph of the
  /// message, which has no limit.
  static let fieldLimit = 64 << 10

  /// The options that select this format regardless of the settings.
  static let options = options(format: format)
  static let format = "%H%x00%ad%x00%an%x00%s%x00%B%x00%ae"

  /// The same options for other fields.
  static func options(format: String) -> [String] {
    ["-z", "--format=\(format)", "--date=raw", "--no-mailmap"] + plain
  }

  /// The options for `git log` with which no setting adds anything to a format.
  static let plain = [
    "--encoding=UTF-8", "--no-color", "--no-decorate", "--no-show-signature", "--no-notes",
    "--no-patch", "--no-ext-diff", "--no-textconv",
  ]

  static func commit(_ fields: [[UInt8]], _ marks: AgentMarks) -> Commit {
    Commit(
      sha: String(decoding: fields[0], as: UTF8.self), subject: text(fields[3]),
      author: text(fields[2]), date: moment(fields[1][...]),
      isMarked: marks.mark(fields[2][...], at: fields[5][...], fields[4][...]))
  }

  /// Marks a field that was cut off with an ellipsis.
  private static func text(_ field: [UInt8]) -> String {
    guard field.count == fieldLimit else { return String(decoding: field, as: UTF8.self) }
    return String(decoding: field, as: UTF8.self) + "…"
  }

  /// Parses `1700000000 +0900`. A commit with an invalid date gets the start of the Unix epoch, so
  /// that its other fields can still be shown.
  static func moment(_ text: ArraySlice<UInt8>) -> Moment {
    let words = text.split(separator: UInt8(ascii: " "))
    guard let seconds = words.first.flatMap({ Int64(String(decoding: $0, as: UTF8.self)) }) else {
      return Moment(Instant(secondsSince1970: 0), offset: 0)
    }
    let calendar = Instant.calendarEverywhere
    let known = min(max(seconds, calendar.lowerBound), calendar.upperBound)
    let offset = words.count > 1 ? offset(words[1]) : 0
    return Moment(Instant(secondsSince1970: known), offset: offset)
  }

  private static func offset(_ text: ArraySlice<UInt8>) -> Int {
    guard text.count == 5, let number = Int(String(decoding: text, as: UTF8.self)),
      abs(number) < 2400, abs(number) % 100 < 60
    else { return 0 }
    return (number / 100 * 60 + number % 100) * 60
  }
}

/// Parses commit records from pieces of output.
struct CommitRecords {
  private var splitter = RecordSplitter(end: 0, limit: CommitRecord.fieldLimit)
  private var fields: ArraySlice<[UInt8]> = []
  private let fieldCount: Int
  private let marks: AgentMarks

  /// - Parameter format: the format in which git prints the fields.
  init(format: String = CommitRecord.format, _ marks: AgentMarks) {
    self.marks = marks
    fieldCount = format.split(separator: "%x00", omittingEmptySubsequences: false).count
  }

  mutating func feed(_ bytes: [UInt8]) {
    fields += splitter.records(adding: bytes).map(Array.init)
  }

  /// The next complete commit.
  mutating func next() -> Commit? { nextFields().map { CommitRecord.commit($0, marks) } }

  /// The fields of the next complete commit.
  mutating func nextFields() -> [[UInt8]]? {
    guard fields.count >= fieldCount else { return nil }
    defer { fields = fields.dropFirst(fieldCount) }
    return Array(fields.prefix(fieldCount))
  }
}

/// Commits in the order of `git log`, the newest first. Releasing this value ends git.
public struct CommitStream: ~Copyable {
  private var stream: GitStream
  private var records: CommitRecords
  private var isAtEnd = false
  private let query: CommitQuery
  private let clone: Clone
  private var count = 0

  init(_ stream: consuming GitStream, query: CommitQuery, of clone: Clone) {
    self.stream = stream
    records = CommitRecords(clone.agentMarks)
    self.query = query
    self.clone = clone
  }

  /// The next matching commit, or `nil` at the end.
  public mutating func next() throws(GitError) -> Commit? {
    if let limit = query.limit, count >= limit { return nil }
    while let commit = try nextRecord() {
      if query.includes(commit.date.instant) {
        count += 1
        return commit
      }
    }
    return nil
  }

  private mutating func nextRecord() throws(GitError) -> Commit? {
    while true {
      if let commit = records.next() { return commit }
      guard !isAtEnd else { return nil }
      if let bytes = try stream.next() {
        records.feed(bytes)
      } else {
        isAtEnd = true
        guard try stream.wait().isSuccess else {
          throw try clone.error(
            errorOutput: stream.errorOutput, revision: query.revision ?? "HEAD")
        }
      }
    }
  }
}

/// Selects commits.
public struct CommitQuery: Hashable, Sendable {
  /// The revision to start from; `HEAD` if `nil`.
  public var revision: String?
  public var limit: Int?
  /// A part of the author's name or address, in any case.
  public var author: String?
  /// Only commits authored at this instant or later.
  public var since: Instant?
  /// Only commits authored before this instant.
  public var until: Instant?

  public init(
    from revision: String? = nil, limit: Int? = nil, author: String? = nil, since: Instant? = nil,
    until: Instant? = nil
  ) {
    self.revision = revision
    self.limit = limit
    self.author = author
    self.since = since
    self.until = until
  }

  /// Compares the author date, which is the date that is shown. Git itself filters by committer
  /// date.
  func includes(_ instant: Instant) -> Bool {
    if let since, instant < since { return false }
    if let until, instant >= until { return false }
    return true
  }

  /// The options for `git log`.
  var options: [String] {
    var options: [String] = []
    if let author { options += ["--author=\(author)", "--fixed-strings", "-i"] }
    if let since {
      // The committer date is hardly ever a day before the author date, so git can stop there.
      let early = since.secondsSince1970 - 86_400
      if early > 0 { options.append("--since=@\(early) +0000") }
    }
    return options
  }
}

extension Clone {
  /// The commits that match `query`. They can be read while git is still searching.
  public func commits(_ query: CommitQuery = CommitQuery()) throws(GitError) -> CommitStream {
    let stream = try program.stream(
      ["log"] + CommitRecord.options + query.options
        + ["--end-of-options", query.revision ?? "HEAD", "--"])
    return CommitStream(stream, query: query, of: self)
  }

  /// All matching commits, as an array.
  public func recentCommits(_ query: CommitQuery) throws(GitError) -> [Commit] {
    var stream = try commits(query)
    var commits: [Commit] = []
    while let commit = try stream.next() { commits.append(commit) }
    return commits
  }
}
