import Diary
import Platform

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

/// The files that list commits which `git blame` must look through, such as a reformatting.
///
/// Git reads the files of the setting `blame.ignoreRevsFile` and fails if one is missing. Many
/// users set it for all clones, although not every clone has the file.
public struct IgnoredRevisions: Hashable, Sendable {
  /// The name that forges use too. It does not have to be configured.
  private static let usualName = ".git-blame-ignore-revs"

  /// Files besides those that git reads by itself.
  private var files: [String] = []
  /// The file with the usual name, if it is not configured.
  private var unconfigured: String?
  /// The configured files that do not exist. Git must not read the settings that name them.
  private(set) var missing: [String] = []

  /// - Throws: `irregularFile` if git would wait for a FIFO or read a device.
  init(by configuration: GitConfiguration, in root: String, environment: Environment)
    throws(GitError)
  {
    let configured = configuration.values(of: "blame.ignorerevsfile").filter { !$0.isEmpty }
      .map { path in
        let path = File.expandingHome(path, environment: environment)
        return path.hasPrefix("/") ? path : "\(root)/\(path)"
      }
    for file in configured where File.isEndless(file) { throw .irregularFile(file) }
    let usable = configured.filter { File.isRegular($0) }
    if usable.count < configured.count {
      missing = configured.filter { !File.isRegular($0) }
      files = usable
    }
    let usual = "\(root)/\(Self.usualName)"
    let real = File.realPath(usual)
    if File.isRegular(usual), !configured.contains(where: { File.realPath($0) == real }) {
      unconfigured = usual
    }
  }

  private init() {}

  /// The file with the usual name, if there is one. If it is also configured, git reads it twice,
  /// which changes nothing.
  static func usual(in root: String) -> IgnoredRevisions {
    var revisions = IgnoredRevisions()
    let file = "\(root)/\(usualName)"
    if File.isRegular(file) { revisions.unconfigured = file }
    return revisions
  }

  /// Whether one of the files is not configured.
  var isOptional: Bool { unconfigured != nil }

  /// The files that are configured.
  var configured: IgnoredRevisions {
    var copy = self
    copy.unconfigured = nil
    return copy
  }

  var options: [String] {
    (files + [unconfigured].compactMap(\.self)).map { "--ignore-revs-file=\($0)" }
  }

  var variables: [String: String] {
    !missing.isEmpty ? ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"] : [:]
  }
}

extension Clone {
  /// The commits that `git blame` looks through in this clone.
  public func ignoredRevisions(by configuration: GitConfiguration) throws(GitError)
    -> IgnoredRevisions
  {
    try IgnoredRevisions(by: configuration, in: root, environment: program.environment)
  }
}
