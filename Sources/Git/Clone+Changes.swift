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

/// Parses a diff in git's format, as far as it is shown: a limited number of lines, and of each line
/// the beginning.
struct DiffParser {
  static let lineLimit = 2000
  static let byteLimit = 256 << 10
  /// The length of a line in bytes.
  static let lengthLimit = 1000
  /// How much is read, of which long lines are dropped.
  static let readLimit = 8 << 20

  private var diff = FileDiff()
  /// One byte more shows that a line is longer than the limit.
  private var lines = RecordSplitter(end: 0x0A, limit: lengthLimit + 1)
  private var isInHunk = false
  private var size = 0
  private var read = 0

  /// Whether nothing more is shown.
  private(set) var isFull = false

  mutating func feed(_ bytes: [UInt8]) {
    read += bytes.count
    for line in lines.records(adding: bytes) where !isFull { take(line) }
    isFull = isFull || read > Self.readLimit
  }

  /// The diff, after all of it was read.
  consuming func whole() -> FileDiff {
    if !isFull { take(lines.rest[...]) }
    diff.isCut = isFull
    return diff
  }

  /// The diff, if there may be more.
  consuming func beginning() -> FileDiff {
    diff.isCut = true
    return diff
  }

  private mutating func take(_ line: ArraySlice<UInt8>) {
    guard let kind = kind(of: line) else { return }
    if diff.lines.count == Self.lineLimit || size > Self.byteLimit {
      isFull = true
      return
    }
    diff.lines.append(FileDiff.Line(kind, Self.text(line, hasSign: kind != .hunk)))
    size += min(line.count, Self.lengthLimit)
  }

  /// The kind of a line; `nil` if it is not shown. All lines of a hunk begin with a sign, so that no
  /// line of a file is mistaken for a header.
  private mutating func kind(of line: ArraySlice<UInt8>) -> FileDiff.Line.Kind? {
    switch line.first {
    case nil: return nil
    case UInt8(ascii: "@"):
      isInHunk = true
      return .hunk
    case UInt8(ascii: " ") where isInHunk: return .context
    case UInt8(ascii: "+") where isInHunk: return .added
    case UInt8(ascii: "-") where isInHunk: return .removed
    case UInt8(ascii: "\\") where isInHunk: return .remark
    default:
      isInHunk = false
      if line.starts(with: "Binary files ".utf8) { diff.isBinary = true }
      return nil
    }
  }

  private static func text(_ line: ArraySlice<UInt8>, hasSign: Bool) -> String {
    let text = line.prefix(lengthLimit).dropFirst(hasSign ? 1 : 0)
    guard line.count > lengthLimit else { return String(decoding: text, as: UTF8.self) }
    // The last character, which may be incomplete, is left out.
    let end = text.lastIndex { $0 & 0xC0 != 0x80 } ?? text.endIndex
    return String(decoding: text[..<end], as: UTF8.self) + "…"
  }
}
