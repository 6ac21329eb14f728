public import Diary
import Platform

/// The commits that wrote the lines of a file.
public struct Blame: Hashable, Sendable {
  /// For each line of the working file, the id of its commit; `nil` if the line is not committed or
  /// was not asked about.
  public var shas: [String?]
  public var commits: [String: Commit] = [:]
  /// The committer dates, in seconds since 1970.
  public var committedAt: [String: Int64] = [:]
  /// The files of `blame.ignoreRevsFile` in the settings of the clone that do not exist.
  public var missingRevisionFiles: [String] = []
  /// Whether some of the lines may be older than their commits, because the clone is shallow.
  public var isLimited = false
}

extension Clone {
  /// The contents of a file in `HEAD`; `nil` if `HEAD` does not have it, or has no commit.
  ///
  /// - Parameter path: the path from the top of the working tree.
  public func fileInHead(_ path: String) throws(GitError) -> [UInt8]? {
    let result = try program.run(["cat-file", "blob", "HEAD:\(path)"])
    if result.status.isSuccess { return result.output }
    let missing = ["does not exist in", "but not in", "valid object name"]
    if missing.contains(where: result.errorText.containsBytes) { return nil }
    throw GitError(errorOutput: result.errorOutput, path: root)
  }

  /// Whether a file is tracked, even if it is in no commit yet.
  public func isTracked(_ path: String) throws(GitError) -> Bool {
    let result = try program.successfully([
      "--literal-pathspecs", "ls-files", "-z", "--", path,
    ])
    // A folder would list the files in it.
    return result.text.split(separator: "\0").contains { $0 == path }
  }

  /// The name that a file has in `HEAD`, if it was renamed with `git mv` since then.
  public func nameInHead(of path: String) -> String? {
    let arguments = [
      "diff-index", "--cached", "--raw", "-z", "-M", "--diff-filter=R", "--no-ext-diff",
      "--no-textconv", "--ignore-submodules=all", "HEAD", "--",
    ]
    guard let result = try? program.run(arguments, deadline: .seconds(2)),
      result.status.isSuccess
    else { return nil }
    // Each entry has three parts: the modes and ids, the old name and the new name.
    let parts = result.text.split(separator: "\0")
    return stride(from: 0, to: parts.count - 2, by: 3).first { parts[$0 + 2] == path }
      .map { String(parts[$0 + 1]) }
  }

  /// The last commit that changed a file.
  public func lastCommit(of path: String) throws(GitError) -> Commit? {
    let stream = try program.stream(
      ["--literal-pathspecs", "log", "-1"] + CommitRecord.options + ["HEAD", "--", path])
    var commits = CommitStream(stream, query: CommitQuery(limit: 1), of: self)
    return try commits.next()
  }

  /// The commits of lines, through moved and copied lines and renamed files.
  ///
  /// `HEAD` is examined, not the working file: for the latter, git runs filters that the clone
  /// configures. The lines of the working file are mapped to those of `HEAD` here.
  ///
  /// - Parameters:
  ///   - path: the name of the file in `HEAD`.
  ///   - file: the working file.
  ///   - head: the same file in `HEAD`.
  ///   - early: a git that may already be doing it.
  ///   - cache: the blames that are known already.
  public func blame(
    _ path: String, lines: ClosedRange<Int>, of file: FileLines, inHead head: FileLines,
    ignoring revisions: IgnoredRevisions, early: EarlyBlame? = nil, cache: BlameCache? = nil
  ) throws(GitError) -> Blame {
    var blame = Blame(shas: Array(repeating: nil, count: file.count))
    let map = LineMap(from: head, to: file)
    let ranges = map.oldRanges(of: lines)
    guard !ranges.isEmpty else { return blame }
    var known: HeadBlame?
    if let cache {
      known = try headBlame(
        of: path, lineCount: head.count, all: lines == 1...file.count, ignoring: revisions, cache)
    }
    let blamed: HeadBlame
    if let known {
      blamed = known
    } else {
      blamed = try incrementalRecords(
        of: path, in: ranges, lineCount: head.count, ignoring: revisions, early)
    }
    let records = blamed.records
    var found = [String?](repeating: nil, count: head.count + 1)
    for record in records.records {
      let end = min(record.start + record.count, found.count)
      guard record.start >= 1, record.start < end else { continue }
      for line in record.start..<end { found[line] = record.sha }
    }
    for line in lines { blame.shas[line - 1] = found[map.oldLines[line - 1]] }
    let shown = Set(blame.shas.compactMap(\.self))
    blame.commits = records.commits.filter { shown.contains($0.key) }
    blame.committedAt = records.committedAt
    if blamed.isWithoutSettings { blame.missingRevisionFiles = revisions.missing }
    // Git marks the first commit of a clone in the same way.
    blame.isLimited = isShallow && !records.boundaries.isDisjoint(with: shown)
    return blame
  }

  /// The blame of all lines; `nil` if it is not known, and was not asked for.
  private func headBlame(
    of path: String, lineCount: Int, all: Bool, ignoring revisions: IgnoredRevisions,
    _ cache: BlameCache
  ) throws(GitError) -> HeadBlame? {
    let key = BlameCache.Key(
      clone: commonDirectory, head: try resolve("HEAD").sha, path: path,
      ignored: revisions.options + revisions.variables.map { "\($0)=\($1)" }.sorted())
    if let known = cache.blame(key) { return known }
    guard all else { return nil }
    let blame = try incrementalRecords(
      of: path, in: [1...lineCount], lineCount: lineCount, ignoring: revisions, nil)
    cache.keep(blame, as: key)
    return blame
  }

  /// More ranges than this are not passed to git, which is then asked about all lines between them.
  private static let maximumRanges = 500

  private func incrementalRecords(
    of path: String, in ranges: [ClosedRange<Int>], lineCount: Int,
    ignoring revisions: IgnoredRevisions, _ early: EarlyBlame?
  ) throws(GitError) -> HeadBlame {
    var ranges = ranges.sorted { $0.lowerBound < $1.lowerBound }
    if ranges.count > Self.maximumRanges {
      ranges = [ranges[0].lowerBound...(ranges.map(\.upperBound).max() ?? lineCount)]
    }
    let places = ranges == [1...lineCount] ? [] : ranges.map(Self.place)
    if let records = early?.records(of: path, at: places, ignoring: revisions) {
      return HeadBlame(records: records, isWithoutSettings: false)
    }
    let failure: GitError
    do throws(GitError) {
      let records = try records(of: path, at: places, ignoring: revisions)
      return HeadBlame(records: records, isWithoutSettings: false)
    } catch {
      failure = error
    }
    guard case .broken = failure else { throw failure }
    if revisions.isOptional {
      // The file is not configured, and may have another format than git expects.
      let records = try? records(of: path, at: places, ignoring: revisions.configured)
      if let records { return HeadBlame(records: records, isWithoutSettings: false) }
    }
    guard !revisions.missing.isEmpty else { throw failure }
    // The clone's own settings name a file that is missing.
    let head = try resolve("HEAD").sha
    let folder = try OwnGitFolder(
      for: commonDirectory, .commits([]), environment: program.environment)
    let git = folder.program(in: root)
    if let records = try? Self.records(
      of: path, at: places, ignoring: revisions, in: head, by: git)
    {
      return HeadBlame(records: records, isWithoutSettings: true)
    }
    let records = try Self.records(
      of: path, at: places, ignoring: revisions.configured, in: head, by: git)
    return HeadBlame(records: records, isWithoutSettings: true)
  }

  private func records(
    of path: String, at places: [String], ignoring revisions: IgnoredRevisions
  ) throws(GitError) -> BlameRecords {
    var git = program
    git.environment = git.environment.adding(revisions.variables)
    return try Self.records(of: path, at: places, ignoring: revisions, in: "HEAD", by: git)
  }

  private static func records(
    of path: String, at places: [String], ignoring revisions: IgnoredRevisions,
    in commit: String, by git: GitProgram
  ) throws(GitError) -> BlameRecords {
    var stream = try git.stream(
      blameArguments(of: path, at: places, ignoring: revisions, in: commit))
    return try records(of: &stream)
  }

  static func records(of stream: inout GitStream) throws(GitError) -> BlameRecords {
    var records = BlameRecords()
    try stream.read { records.feed($0) }
    return records
  }

  static func blameArguments(
    of path: String, at places: [String], ignoring revisions: IgnoredRevisions, in commit: String
  ) -> [String] {
    // With `--incremental`, git writes as it works, so that only a git that makes no progress times
    // out.
    ["blame", "--incremental", "-M", "-C", "--no-textconv", "--encoding=UTF-8"]
      + revisions.options + places + [commit, "--", path]
  }

  static func place(of lines: ClosedRange<Int>) -> String {
    "-L\(lines.lowerBound),\(lines.upperBound)"
  }
}

/// A `git blame` that was started with nothing but the name of a file and some of its lines, so that
/// it runs while the settings of the clone and the file in `HEAD` are read.
///
/// Its output is used if these show that it was asked the right question. Git is ended otherwise.
public final class EarlyBlame {
  private let path: String
  private let places: [String]
  private var stream: GitStream?

  /// Starts git without an explicit git folder, so that it checks who owns the clone.
  ///
  /// - Parameters:
  ///   - path: the name of the file in the working tree.
  ///   - lines: some of its lines; `nil` for all.
  public init?(of path: String, lines: ClosedRange<Int>?, in clone: Clone) {
    self.path = path
    places = lines.map { [Clone.place(of: $0)] } ?? []
    let revisions = IgnoredRevisions.usual(in: clone.root)
    let arguments = Clone.blameArguments(of: path, at: places, ignoring: revisions, in: "HEAD")
    guard let stream = try? clone.program.stream(arguments) else { return nil }
    self.stream = consume stream
  }

  /// The records, if git was asked for these lines; `nil` if it was not, or has failed.
  func records(
    of path: String, at places: [String], ignoring revisions: IgnoredRevisions
  ) -> BlameRecords? {
    guard path == self.path, places == self.places, revisions.missing.isEmpty,
      var stream = stream.take()
    else { return nil }
    return try? Clone.records(of: &stream)
  }
}
