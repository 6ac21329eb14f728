import Diary
import Platform

extension LocalClone {
  /// The maximum number of commits that are searched for pull requests.
  private static let limit = 20_000

  /// The pull requests that could contain commits, by the subjects of the commits on all branches:
  /// those merged after the first of these commits, the newest first.
  ///
  /// - Parameter commits: each with the commits that continue it, and its date in seconds since
  ///   1970. Those that a merged pull request already contains are left out.
  public func pullRequests(
    thatMayContain commits: [(names: [String], date: Int64)]
  ) throws(GitError) -> [Int] {
    guard let oldest = commits.map(\.date).min() else { return [] }
    let files = try ReferenceFiles(of: self)
    let references = files.isPlain ? files.references : try askForReferences()
    let tips = references.heads.union(references.remotes.lazy.map(\.object))
    let merged = try merges(from: tips, since: oldest)
    if merged.isEmpty { return [] }
    let names = Set(commits.flatMap { $0.names.compactMap { ObjectName($0) } })
    let existing = try existing(names)
    let outside =
      existing.isEmpty
      ? [] : try self.names(from: existing, without: merged.map(\.name), limit: nil)
    let open = commits.filter { commit in
      commit.names.allSatisfy { text in
        ObjectName(text).map { !existing.contains($0) || outside.contains($0) } ?? true
      }
    }
    guard let first = open.map(\.date).min() else { return [] }
    var seen: Set<Int> = []
    return merged.filter { $0.date >= first && seen.insert($0.number).inserted }.map(\.number)
  }

  private struct Merge {
    var name: ObjectName
    var date: Int64
    var number: Int
  }

  /// The commits since a time whose subjects name pull requests, the newest first.
  private func merges(
    from tips: Set<ObjectName>, since time: Int64
  ) throws(GitError) -> [Merge] {
    guard !tips.isEmpty else { return [] }
    var stream = try followingProgram.stream(
      [
        "log", "--ignore-missing", "--stdin", "--max-count=\(Self.limit)", "--max-age=\(time)",
      ] + CommitRecord.options(format: "%H%x00%ct%x00%x00%s"),
      input: tips.flatMap { $0.hexadecimal + [0x0A] })
    var records = CommitRecords()
    var found: [Merge] = []
    while let bytes = try stream.next() {
      records.feed(bytes)
      while let fields = records.nextFields() {
        let subject = String(decoding: fields[3], as: UTF8.self)
        guard let name = ObjectName(hexadecimal: fields[0]),
          let date = Int64(String(decoding: fields[1], as: UTF8.self)),
          let number = MergedPullRequest.number(inSubject: subject)
        else { continue }
        found.append(Merge(name: name, date: date, number: number))
      }
    }
    guard try stream.wait().isSuccess else {
      throw GitError(errorOutput: stream.errorOutput, path: root)
    }
    return found
  }
}
