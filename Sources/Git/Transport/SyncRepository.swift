public import Diary
public import Platform

/// A bare repository with a copy of the remote of a diary. It is a cache, which only this program uses:
/// what is lost there is fetched again.
public struct SyncRepository: Sendable {
  public let path: String
  public let address: String
  let environment: Environment
  /// Whether git may ask for a password on the terminal.
  let asks: Bool
  /// Larger files are not ours.
  let largestFile: Int
  /// The name that commits have.
  private static let author = "commitdiary <>"
  static let branch = "refs/heads/commitdiary"
  static let copy = "refs/theirs/commitdiary"

  public init(
    at path: String, of address: String, environment: Environment, asks: Bool, largestFile: Int
  ) {
    self.path = path
    self.address = address
    self.environment = environment
    self.asks = asks
    self.largestFile = largestFile
  }

  public enum Failure: Error, Hashable, Sendable {
    case git(GitError)
    /// The remote cannot be reached or does not accept anything.
    case remote(detail: String)
    /// The local copy is damaged or cannot be written.
    case copy(detail: String)
    /// The remote answers, but its commit cannot be fetched: it is damaged, or the local copy is.
    case damaged(tip: String?, detail: String)

    /// Whether the local copy may be the reason.
    public var isOfCopy: Bool {
      switch self {
      case .copy, .damaged: true
      case .git, .remote: false
      }
    }
  }

  /// A file of a commit.
  public struct StoredFile: Sendable {
    public var path: String
    public var blob: String
    public var size: Int
  }

  // MARK: The local copy

  /// Creates the repository if there is none, and removes what a killed git has left there: the caller
  /// is the only one to use it.
  public func create() throws(Failure) {
    if File.exists(path + "/HEAD") {
      for name in [
        "refs/theirs/commitdiary", "refs/ours/commitdiary", "packed-refs", "shallow", "HEAD",
      ] {
        try? File.remove("\(path)/\(name).lock")
      }
      // It may name a commit that git did not come to write.
      try? File.remove("\(path)/refs/ours/commitdiary")
      return
    }
    do throws(FileError) {
      if File.exists(path), !File.isDirectory(path) { try File.remove(path) }
      try File.makeDirectory(path, permissions: 0o700)
      for folder in ["objects", "refs", "refs/theirs", "info"] {
        try File.makeDirectory("\(path)/\(folder)", permissions: 0o700)
      }
      let settings = "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"
      try File.writeAtomically(Array(settings.utf8), to: path + "/config")
      // Git would compare all segments with each other for a long time, and gain nothing.
      try File.writeAtomically(Array("devices/** -delta\n".utf8), to: path + "/info/attributes")
      try File.writeAtomically(Array("ref: refs/heads/none\n".utf8), to: path + "/HEAD")
    } catch {
      throw .copy(detail: "\(error.path): \(error.code)")
    }
  }

  /// The commit of the remote that was fetched last; `nil` if it has none.
  public func fetchedTip() throws(Failure) -> String? {
    if let bytes = try? File.readRegular("\(path)/\(Self.copy)", limit: 100) {
      let name = String(String(decoding: bytes, as: UTF8.self).trimmed)
      if ObjectName(hexadecimal: name.utf8) != nil { return name }
    }
    let result = try local(["rev-parse", "--verify", "--quiet", Self.copy])
    return result.status.isSuccess ? String(result.text.trimmed) : nil
  }

  public func files(at commit: String) throws(Failure) -> [StoredFile] {
    let listing = try successfully(["ls-tree", "-r", "-l", "-z", commit])
    return listing.output.split(separator: 0).compactMap { entry in
      let text = String(decoding: entry, as: UTF8.self)
      let parts = text.split(separator: "\t", maxSplits: 1)
      let words = parts.first?.split(separator: " ") ?? []
      guard parts.count == 2, words.count == 4, words[1] == "blob" else { return nil }
      return StoredFile(
        path: String(parts[1]), blob: String(words[2]), size: Int(words[3]) ?? 0)
    }
  }

  /// The contents of a blob.
  public func contents(of blob: String) throws(Failure) -> [UInt8] {
    try successfully(["cat-file", "blob", blob], outputLimit: largestFile).output
  }

  /// Reads many blobs one after the other.
  public func blobs(_ names: [String]) throws(Failure) -> BlobStream {
    do throws(GitError) {
      let input = names.map { $0 + "\n" }.joined()
      return BlobStream(
        try program.stream(["cat-file", "--batch"], input: Array(input.utf8)),
        largest: largestFile)
    } catch {
      throw .git(error)
    }
  }

  /// Whether the history of a commit contains another one.
  public func history(of commit: String, contains other: String) throws(Failure) -> Bool {
    let known = try local(["cat-file", "-e", other + "^{commit}"])
    guard known.status.isSuccess else { return false }
    return try local(["merge-base", "--is-ancestor", other, commit]).status.isSuccess
  }

  /// Git compresses a file of hundreds of megabytes for a while.
  private static let longestStoring = Duration.seconds(600)

  /// Stores a file.
  ///
  /// - Returns: the name of its blob.
  public func store(_ bytes: [UInt8]) throws(Failure) -> String {
    let result = try successfully(
      ["hash-object", "-w", "--stdin"], input: bytes, deadline: Self.longestStoring)
    return String(result.text.trimmed)
  }

  /// Writes a commit.
  ///
  /// - Parameters:
  ///   - files: the blobs of new files, by their paths.
  ///   - tip: the commit that it continues; `nil` for a new history.
  /// - Returns: its name.
  public func commit(
    _ files: [(path: String, blob: String)], removing removed: [String] = [], onto tip: String?,
    at date: Instant
  ) throws(Failure) -> String {
    var input = "commit refs/ours/commitdiary\nmark :1\n"
    input += "committer \(Self.author) \(date.secondsSince1970) +0000\ndata 0\n"
    if let tip { input += "from \(tip)\n" }
    for path in removed { input += "D \(path)\n" }
    for file in files { input += "M 100644 \(file.blob) \(file.path)\n" }
    input += "\nget-mark :1\ndone\n"
    let result = try successfully(
      ["fast-import", "--quiet", "--force", "--done", "--date-format=raw"],
      input: Array(input.utf8))
    return String(result.text.trimmed)
  }

  /// Packs the objects if there are many: here, and in a remote that is a folder for nothing else.
  public func tidy() {
    if Self.hasManyFiles(path) { _ = try? program.run(["gc", "--quiet"]) }
    if let remoteFolder, Self.hasManyFiles(remoteFolder) {
      try? collectGarbage(in: remoteFolder, [["gc", "--quiet"]])
    }
  }

  private static func hasManyFiles(_ repository: String) -> Bool {
    // The names of objects are distributed evenly to 256 folders.
    let some = (try? File.listIfThere(repository + "/objects/17"))?.count ?? 0
    let packs = (try? File.listIfThere(repository + "/objects/pack"))?.count ?? 0
    return some > 5 || packs > 60
  }

  /// Removes from a remote that is a folder what its branch does not reach any more.
  public func removeUnreachable() async {
    guard let remoteFolder else { return }
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end {
      // The objects of a push that is not finished are not reached either.
      if let lock = try? FileLock(trying: remoteFolder) {
        defer { _ = lock }
        try? collectGarbage(
          in: remoteFolder,
          [["reflog", "expire", "--expire=now", "--all"], ["gc", "--quiet", "--prune=now"]])
        return
      }
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Runs commands that remove objects. If the folder is used for something else too, what the branch does
  /// not reach may be of use to someone, such as a staged file or a stash, and stays.
  private func collectGarbage(
    in repository: String, _ commands: [[String]]
  ) throws(GitError) {
    guard Self.hasNoOtherUse(repository) else { return }
    let folder = try OwnGitFolder(
      for: repository, .linked, at: remoteView, environment: environment)
    let git = folder.program(in: folder.path)
    let references = try git.run(["for-each-ref", "--count=2", "--format=%(refname)"])
    guard references.text == Self.branch + "\n" else { return }
    for command in commands { _ = try git.run(command) }
  }

  /// Whether a repository has no working tree, and no log of another reference.
  private static func hasNoOtherUse(_ repository: String) -> Bool {
    guard !repository.hasSuffix("/.git"), !File.exists(repository + "/index"),
      (try? File.listIfThere(repository + "/worktrees"))?.isEmpty == true,
      let head = GitFolder.bytes(of: repository + "/HEAD"),
      head.starts(with: "ref: ".utf8)
    else { return false }
    let others = ["ORIG_HEAD", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "FETCH_HEAD"]
    if others.contains(where: { File.exists("\(repository)/\($0)") }) { return false }
    return ["HEAD", "refs/stash"].allSatisfy { (File.size("\(repository)/logs/\($0)") ?? 0) == 0 }
  }

  /// The git folder of a remote that is a folder.
  var remoteFolder: String? {
    guard TransportAddress.isFolder(address) else { return nil }
    return TransportAddress.gitDirectory(of: address, from: "/").map { GitFolder.common(of: $0) }
  }

  /// Where git sees a remote that is a folder. Only the process with the lock of an exchange uses it.
  var remoteView: String { path + "/remote" }

  var program: GitProgram {
    GitProgram(in: path, gitDirectory: path, environment: environment).ignoringLocalVariables()
  }

  func local(
    _ arguments: [String], input: [UInt8]? = nil, outputLimit: Int = Child.defaultOutputLimit,
    deadline: Duration = GitProgram.timeout
  ) throws(Failure) -> ChildResult {
    do throws(GitError) {
      return try program.run(
        arguments, input: input, outputLimit: outputLimit, deadline: deadline)
    } catch {
      throw .git(error)
    }
  }

  func successfully(
    _ arguments: [String], input: [UInt8]? = nil, outputLimit: Int = Child.defaultOutputLimit,
    deadline: Duration = GitProgram.timeout
  ) throws(Failure) -> ChildResult {
    let result = try local(
      arguments, input: input, outputLimit: outputLimit, deadline: deadline)
    guard result.status.isSuccess else {
      throw .copy(detail: GitTransport.reason(result.errorText))
    }
    return result
  }
}
