public import Diary
import Platform

/// The parts of a commit's message that can name other things.
public struct CommitReferences: Hashable, Sendable {
  public var sha: String
  public var date: Moment
  public var subject: String
  /// One `Key: value` on each line.
  public var trailers: String
}

extension LocalClone {
  /// The subjects and trailers of the commits with these names. Missing commits are left out.
  public func references(of names: Set<UInt64>) throws(GitError) -> [CommitReferences] {
    if names.isEmpty { return [] }
    let question = names.sorted().map { Self.digits(of: $0) + "\n" }.joined()
    var stream = try program.stream(
      ["log", "--no-walk", "--ignore-missing", "--stdin"]
        + CommitRecord.options(
          format: "%H%x00%ad%x00%s%x00%(trailers:only=true,unfold=true)"),
      input: Array(question.utf8))
    var records = CommitRecords()
    var found: [CommitReferences] = []
    while let bytes = try stream.next() {
      records.feed(bytes)
      while let fields = records.nextFields() {
        let texts = fields.map { String(decoding: $0, as: UTF8.self) }
        found.append(
          CommitReferences(
            sha: texts[0], date: CommitRecord.moment(fields[1][...]), subject: texts[2],
            trailers: texts[3]))
      }
    }
    guard try stream.wait().isSuccess else {
      throw GitError(errorOutput: stream.errorOutput, path: root)
    }
    return found
  }
}
