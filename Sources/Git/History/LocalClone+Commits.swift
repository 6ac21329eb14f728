public import Diary
public import Platform

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
    let question = names.sorted().map { Hexadecimal.text($0) + "\n" }.joined()
    let stream = try program.stream(
      ["log", "--no-walk", "--ignore-missing", "--stdin"] + CommitRecord.options,
      input: Array(question.utf8))
    return CommitReading(stream, of: names, in: root)
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

extension LocalClone {
  /// The commits with these names and their trailers, one `Key: value` on each line. Missing commits
  /// are left out.
  public func trailers(
    of names: Set<UInt64>
  ) throws(GitError) -> [(commit: Commit, trailers: String)] {
    if names.isEmpty { return [] }
    let question = names.sorted().map { Hexadecimal.text($0) + "\n" }.joined()
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

extension LocalClone {
  /// Finds the clones for some paths: the clone that contains a path or, if there is none, all
  /// clones in that folder, up to two levels deep. The results are in the order of the paths and
  /// then of the folder names. Each clone occurs once, regardless of its number of working trees. A
  /// path without a clone and a broken clone yield errors.
  ///
  /// - Parameter directory: The base of relative paths; `nil` for the working directory.
  public static func all(
    under paths: [String], in directory: String? = nil, environment: Environment
  ) -> [Result<LocalClone, GitError>] {
    var seen: Set<String> = []
    var results: [Result<LocalClone, GitError>] = []
    let found = paths.flatMap { clones(at: $0, in: directory, environment: environment) }
    for result in found {
      switch result {
      case .success(let clone):
        if seen.insert(clone.commonDirectory).inserted { results.append(result) }
      case .failure:
        if !results.contains(result) { results.append(result) }
      }
    }
    return results
  }

  private static func clones(
    at path: String, in directory: String?, environment: Environment
  ) -> [Result<LocalClone, GitError>] {
    let above: LocalClone?
    do throws(GitError) {
      let clone = try find(from: path, in: directory, environment: environment)
      // The home folder may itself be a clone, of settings for example. Paths in it refer to the
      // clones there.
      let isHome = clone.root == environment.nonEmpty("HOME").flatMap(File.realPath)
      if !isHome && clone.root != "/" { return [.success(clone)] }
      if try realFolder(of: path, in: directory) == clone.root { return [.success(clone)] }
      above = clone
    } catch GitError.noClone {
      above = nil
    } catch {
      return [.failure(error)]
    }
    // A file refers to the clone that contains it, never to clones beside it.
    let resolved = LocalPath.place(of: path, in: directory)
    if File.exists(resolved), !File.isDirectory(resolved) {
      return [above.map(Result.success) ?? .failure(.noClone(path: path))]
    }
    let folder: String
    do throws(GitError) {
      folder = try realFolder(of: path, in: directory)
      _ = try names(in: folder)
    } catch {
      return [.failure(error)]
    }
    let search = CloneSearch(in: folder, environment: environment)
    let found = search.clones.map { clone in
      Result { () throws(GitError) in
        try LocalClone.find(from: clone.root, environment: environment)
      }
    }
    let failures = search.failures.map { Result<LocalClone, GitError>.failure($0) }
    if !found.isEmpty || !failures.isEmpty { return found + failures }
    return [above.map(Result.success) ?? .failure(.noClone(path: path))]
  }

  private static func names(in folder: String) throws(GitError) -> [String] {
    do throws(FileError) {
      return try File.list(folder)
    } catch {
      throw .broken(path: folder, detail: error.code.description)
    }
  }
}
