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

  /// The messages of commits below their subjects, by their names. Missing commits are left out.
  public func bodies(of shas: [String]) throws(GitError) -> [String: String] {
    try texts("%b", of: shas, by: program)
  }

  /// The first lines of the messages of commits, by their names. Missing commits are left out.
  package func subjects(of shas: some Collection<String>) throws(GitError) -> [String: String] {
    try texts("%s", of: shas, by: followingProgram)
  }

  private func texts(
    _ format: String, of shas: some Collection<String>, by program: GitProgram
  ) throws(GitError) -> [String: String] {
    if shas.isEmpty { return [:] }
    var stream = try program.stream(
      ["log", "--no-walk", "--ignore-missing", "--stdin"]
        + CommitRecord.options(format: "%H%x00\(format)"),
      input: Array(shas.map { $0 + "\n" }.joined().utf8))
    var records = CommitRecords(fieldCount: 2)
    var found: [String: String] = [:]
    while let bytes = try stream.next() {
      records.feed(bytes)
      while let fields = records.nextFields() {
        found[String(decoding: fields[0], as: UTF8.self)] = String(
          decoding: fields[1], as: UTF8.self)
      }
    }
    guard try stream.wait().isSuccess else {
      throw GitError(errorOutput: stream.errorOutput, path: root)
    }
    return found
  }
}
