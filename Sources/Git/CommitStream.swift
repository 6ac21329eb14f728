public import Diary
import Platform

/// Commits in the order of `git log`, the newest first. Releasing this value ends git.
public struct CommitStream: ~Copyable {
  private var stream: GitStream
  private var records = CommitRecords()
  private var isAtEnd = false
  private let query: CommitQuery
  private let clone: Clone
  private var count = 0

  init(_ stream: consuming GitStream, query: CommitQuery, of clone: Clone) {
    self.stream = stream
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
