public import Diary
import Platform

extension LocalClone {
  /// What these commits say of themselves, the newest first. Those that are gone are left out.
  ///
  /// - Parameter names: the first eight bytes of each, as histories keep them.
  public func commits(named names: Set<UInt64>) throws(GitError) -> [Commit] {
    if names.isEmpty { return [] }
    let reading = try beginReading(commitsNamed: names)
    return try reading.finish()
  }

  /// The same for who has something else to do while git looks for them.
  public func beginReading(
    commitsNamed names: Set<UInt64>
  ) throws(GitError) -> CommitReading {
    let question = names.sorted().map { Self.digits(of: $0) + "\n" }.joined()
    let stream = try program.stream(
      ["log", "--no-walk", "--ignore-missing", "--stdin"] + CommitRecord.options,
      input: Array(question.utf8))
    return CommitReading(stream, of: names, in: root)
  }

  private static func digits(of name: UInt64) -> String {
    let digits = String(name, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// Commits that git has been asked for.
public struct CommitReading: ~Copyable {
  private var stream: GitStream
  private let names: Set<UInt64>
  private let root: String

  init(_ stream: consuming GitStream, of names: Set<UInt64>, in root: String) {
    self.stream = stream
    self.names = names
    self.root = root
  }

  /// What they say of themselves, the newest first.
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
  /// The first eight bytes of its name; `nil` where that is none.
  public var packedName: UInt64? {
    sha.utf8.count >= 16 ? UInt64(sha.prefix(16), radix: 16) : nil
  }
}
