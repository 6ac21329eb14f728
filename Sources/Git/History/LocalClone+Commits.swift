public import Diary
import Platform

extension LocalClone {
  /// The commits with these names, the newest first. Missing commits are left out.
  ///
  /// - Parameter names: The first eight bytes of each name, as histories store them.
  public func commits(named names: Set<UInt64>) throws(GitError) -> [Commit] {
    if names.isEmpty { return [] }
    let reading = try beginReading(commitsNamed: names)
    return try reading.finish()
  }

  /// Starts git, so that the caller can do other work until it reads the commits.
  public func beginReading(
    commitsNamed names: Set<UInt64>
  ) throws(GitError) -> CommitReading {
    let question = names.sorted().map { Self.digits(of: $0) + "\n" }.joined()
    let stream = try program.stream(
      ["log", "--no-walk", "--ignore-missing", "--stdin"] + CommitRecord.options,
      input: Array(question.utf8))
    return CommitReading(stream, of: names, in: root)
  }

  static func digits(of name: UInt64) -> String {
    let digits = String(name, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// Commits that git is reading.
public struct CommitReading: ~Copyable {
  private var stream: GitStream
  private let names: Set<UInt64>
  private let root: String

  init(_ stream: consuming GitStream, of names: Set<UInt64>, in root: String) {
    self.stream = stream
    self.names = names
    self.root = root
  }

  /// All commits, the newest first.
  public consuming func finish() throws(GitError) -> [Commit] {
    var records = CommitRecords()
    var commits: [Commit] = []
    while let bytes = try stream.next() {
      records.feed(bytes)
      while let commit = records.next() { commits.append(commit) }
    }
    guard try stream.wait().isSuccess else {
      throw GitError(errorOutput: stream.errorOutput, path: root)
    }
    let names = names
    return
      commits
      .filter { $0.packedName.map(names.contains) ?? false }
      .sorted { $0.date.instant > $1.date.instant }
  }
}

extension Commit {
  /// The first eight bytes of the commit's name; `nil` if the name is too short.
  public var packedName: UInt64? {
    sha.utf8.count >= 16 ? UInt64(sha.prefix(16), radix: 16) : nil
  }
}
