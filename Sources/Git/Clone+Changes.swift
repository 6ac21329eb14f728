public import Diary
import Platform

extension Clone {
  private static let mostFiles = 1000

  /// The message and the changed files of a commit, compared with its first parent. Renames are
  /// found as far as git does that without a long search.
  public func changes(of sha: String) throws(GitError) -> CommitChanges {
    let result = try program.run([
      "log", "-1", "-m", "--first-parent", "--root", "--numstat", "--find-renames", "-l200", "-z",
      "--format=%b%x00", "--encoding=UTF-8", "--no-color", "--no-notes", "--no-show-signature",
      "--no-ext-diff", "--no-textconv", "--end-of-options", sha, "--",
    ])
    guard result.status.isSuccess else {
      throw GitError(errorOutput: result.errorOutput, revision: sha, path: root)
    }
    return Self.changes(from: result.output)
  }

  /// How long reading a diff may take. Git needs long to compare files of many megabytes.
  private static let diffLimit = Duration.seconds(5)

  /// The beginning of the diff of a file that `changes` has returned.
  public func diff(of sha: String, _ file: CommitChanges.File) throws(GitError) -> FileDiff {
    let end = ContinuousClock.now + Self.diffLimit
    var stream = try program.stream(
      [
        "--literal-pathspecs", "diff-tree", "--no-commit-id", "-r", "--root",
        "--diff-merges=first-parent", "--patch", "--find-renames", "-l200", "--no-color",
        "--no-ext-diff", "--no-textconv", "--end-of-options", sha, "--", file.path,
      ] + (file.oldPath.map { [$0] } ?? []), silenceLimit: Self.diffLimit)
    var parser = DiffParser()
    while let bytes = try stream.next() {
      parser.feed(bytes)
      if parser.isFull || ContinuousClock.now > end { return parser.beginning() }
    }
    guard try stream.wait().isSuccess else {
      throw GitError(errorOutput: stream.errorOutput, revision: sha, path: root)
    }
    return parser.whole()
  }

  /// Parses the body up to the first NUL, and then `added TAB removed TAB path NUL`. For a rename, the
  /// path is empty and both names follow.
  static func changes(from output: [UInt8]) -> CommitChanges {
    var fields = output.split(separator: 0, omittingEmptySubsequences: false)[...]
    let body = fields.popFirst().map { String(decoding: $0, as: UTF8.self) } ?? ""
    var changes = CommitChanges(body: body, files: [])
    while let field = fields.popFirst() {
      let text = String(decoding: field, as: UTF8.self).drop { $0.isNewline }
      let parts = text.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      var path = String(parts[2])
      var oldPath: String?
      if path.isEmpty {
        oldPath = fields.popFirst().map { String(decoding: $0, as: UTF8.self) }
        path = fields.popFirst().map { String(decoding: $0, as: UTF8.self) } ?? ""
      }
      guard changes.files.count < mostFiles else {
        changes.isCut = true
        break
      }
      changes.files.append(
        .init(path: path, oldPath: oldPath, added: Int(parts[0]), removed: Int(parts[1])))
    }
    return changes
  }
}
