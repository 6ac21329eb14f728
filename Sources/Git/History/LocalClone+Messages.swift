public import Diary
import Platform

extension LocalClone {
  /// The commits with these names and their trailers, one `Key: value` on each line. Missing commits
  /// are left out.
  public func trailers(
    of names: Set<UInt64>
  ) throws(GitError) -> [(commit: Commit, trailers: String)] {
    if names.isEmpty { return [] }
    let question = names.sorted().map { Self.digits(of: $0) + "\n" }.joined()
    var stream = try program.stream(
      ["log", "--no-walk", "--ignore-missing", "--stdin"]
        + CommitRecord.options(
          format: CommitRecord.format + "%x00%(trailers:only=true,unfold=true)"),
      input: Array(question.utf8))
    var records = CommitRecords(fieldCount: 5)
    var found: [(commit: Commit, trailers: String)] = []
    while let bytes = try stream.next() {
      records.feed(bytes)
      while let fields = records.nextFields() {
        found.append((CommitRecord.commit(fields), String(decoding: fields[4], as: UTF8.self)))
      }
    }
    guard try stream.wait().isSuccess else {
      throw GitError(errorOutput: stream.errorOutput, path: root)
    }
    return found
  }
}
