import Diary
public import Platform

/// Exchanges git notes with a remote: see `GitTransport`. Git runs in a folder of its own, so that it
/// reads no settings of the clone. The clone gives the address and the objects.
public struct NotesRemote: Sendable {
  public let name: String
  /// Runs git in the terminal, where it may ask for a password; `nil` if there is none.
  public typealias OnTerminal = @Sendable ([String], Environment) async throws -> ChildStatus

  private let addresses: NotesRemotes.Addresses
  private let clone: Clone
  /// The variables of the user.
  private let environment: Environment
  private let onTerminal: OnTerminal?

  /// `nil` if the clone has no such remote.
  public init?(
    _ name: String, in remotes: NotesRemotes, of clone: Clone, environment: Environment,
    onTerminal: OnTerminal?
  ) {
    guard let addresses = remotes.addresses[name] else { return nil }
    self.name = name
    self.addresses = addresses
    self.clone = clone
    self.environment = environment
    self.onTerminal = onTerminal
  }
}

extension NotesRemote {
  /// Fetches the reference into the one of the remote in the clone.
  ///
  /// - Parameter known: commits of notes that the clone has.
  /// - Returns: the commit of the reference; `nil` if the remote has none.
  public func fetch(
    _ reference: NotesReference, knowing known: [String]
  ) async throws(NotesReferenceError) -> String? {
    let folder = try TransportFolder(for: clone, knowing: known)
    // A pattern, because git takes it as an error if a single reference does not exist.
    try await finish(
      ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head"]
        + GitTransport.server(of: addresses.fetching, "upload-pack")
        + ["--", addresses.fetching, "+\(reference.name)*:refs/theirs/notes*"],
      in: folder)
    let found = try captured(
      ["for-each-ref", "--format=%(objectname)", "refs/theirs/notes"], in: folder)
    guard let tip = found.text.split(separator: "\n").first.map(String.init) else { return nil }
    try clone.setReference(reference.tracking(name), to: tip)
    return tip
  }

  /// Pushes a commit of the reference.
  ///
  /// - Parameter replaced: the commit at the remote that the new history replaces.
  public func push(
    _ tip: String, to reference: NotesReference, replacing replaced: String?
  ) async throws(NotesReferenceError) {
    let folder = try TransportFolder(for: clone, knowing: [tip])
    let lease = replaced.map { ["--force-with-lease=\(reference.name):\($0)"] } ?? []
    try await finish(
      ["push", "--quiet", "--no-verify"] + lease
        + GitTransport.server(of: addresses.pushing, "receive-pack")
        + ["--", addresses.pushing, "\(tip):\(reference.name)"], in: folder)
    try clone.setReference(reference.tracking(name), to: tip)
  }

  // MARK: Git

  private func words(_ arguments: [String], _ folder: TransportFolder) -> [String] {
    ["git", "--no-pager"] + GitTransport.overrides + ["--git-dir=\(folder.path)"] + arguments
  }

  private var variables: Environment {
    GitTransport.variables(environment).adding([
      "GIT_OBJECT_DIRECTORY": clone.commonDirectory + "/objects"
    ])
  }

  @discardableResult
  private func captured(
    _ arguments: [String], in folder: TransportFolder
  ) throws(NotesReferenceError) -> ChildResult {
    let environment = variables.adding(["GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"])
    let result: ChildResult
    do throws(ChildError) {
      result = try Child.run(
        words(arguments, folder), in: clone.root, environment: environment,
        deadline: GitTransport.timeout, endsWithParent: true)
    } catch {
      throw .git(GitError(error, in: clone.root))
    }
    guard result.status.isSuccess else {
      throw .remote(name: name, detail: GitTransport.reason(result.errorText))
    }
    return result
  }

  private func finish(
    _ arguments: [String], in folder: TransportFolder
  ) async throws(NotesReferenceError) {
    guard let onTerminal else {
      try captured(arguments, in: folder)
      return
    }
    let status: ChildStatus
    do {
      status = try await onTerminal(words(arguments, folder), variables)
    } catch {
      throw .remote(name: name, detail: "git")
    }
    guard status.isSuccess else { throw .remote(name: name, detail: "git \(arguments[0])") }
  }
}

/// An empty git folder that exists while git exchanges notes with a remote.
private final class TransportFolder {
  let path: String

  /// - Parameter known: commits that need not be fetched again.
  init(for clone: Clone, knowing known: [String]) throws(NotesReferenceError) {
    // Below the clone's git folder, because settings of the user may apply to its clones only
    // (`includeIf.gitdir`).
    let name = UInt64.random(in: 0 ... .max)
    path = "\(clone.commonDirectory)/commitdiary-transport-\(String(name, radix: 36))"
    let isLong = clone.objectFormat == .sha256
    let settings =
      "[core]\n\trepositoryformatversion = \(isLong ? 1 : 0)\n\tbare = true\n"
      + (isLong ? "[extensions]\n\tobjectformat = sha256\n" : "")
    do throws(FileError) {
      try File.makeDirectory(path)
      for folder in ["/refs", "/refs/ours"] { try File.makeDirectory(path + folder) }
      try File.write(Array("ref: refs/heads/none\n".utf8), to: path + "/HEAD")
      try File.write(Array(settings.utf8), to: path + "/config")
      for commit in known {
        try File.write(Array("\(commit)\n".utf8), to: "\(path)/refs/ours/\(commit)")
      }
    } catch {
      throw .git(.broken(path: clone.root, detail: "\(error.path): \(error.code)"))
    }
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    if File.isDirectory(path) {
      for name in (try? File.list(path)) ?? [] { remove("\(path)/\(name)") }
    }
    try? File.remove(path)
  }
}
