import Diary
public import Platform

/// Exchanges git notes with a remote. Only this uses transport settings, such as credential helpers
/// and SSH commands, and only those of the user and of the system: git runs in a folder of its own,
/// so that it reads no settings of the clone. The clone gives the address and the objects.
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
  /// How long the network may take.
  private static let timeout = Duration.seconds(120)

  private static let overrides = [
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.pager=cat",
    "core.alternateRefsCommand=false", "push.gpgSign=false", "push.recurseSubmodules=no",
    "push.followTags=false", "submodule.recurse=false", "fetch.recurseSubmodules=no",
    "fetch.prune=false", "fetch.writeCommitGraph=false", "gc.auto=0", "maintenance.auto=false",
  ].flatMap { ["-c", $0] }

  /// What git may use. Other protocols, such as `ext::`, run a program that the address names.
  private static let protocols = "file:git:http:https:ssh"

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
        + server(of: addresses.fetching, "upload-pack")
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
      ["push", "--quiet", "--no-verify"] + lease + server(of: addresses.pushing, "receive-pack")
        + ["--", addresses.pushing, "\(tip):\(reference.name)"], in: folder)
    try clone.setReference(reference.tracking(name), to: tip)
  }

  // MARK: Git

  /// A repository in a folder may come with the clone: its hooks are not run either.
  private func server(of address: String, _ program: String) -> [String] {
    let start = address.first { $0 == ":" || $0 == "/" }
    return start != ":" || address.hasPrefix("file://")
      ? [
        "--\(program)=git -c core.hooksPath=/dev/null -c core.alternateRefsCommand=false"
          + " -c core.fsmonitor=false -c receive.autogc=false \(program)"
      ] : []
  }

  private func words(_ arguments: [String], _ folder: TransportFolder) -> [String] {
    ["git", "--no-pager"] + Self.overrides + ["--git-dir=\(folder.path)"] + arguments
  }

  private var variables: Environment {
    var environment = environment
    for name in GitProgram.local { environment[name] = nil }
    return environment.adding([
      "GIT_OBJECT_DIRECTORY": clone.commonDirectory + "/objects",
      "GIT_ALLOW_PROTOCOL": Self.protocols, "GIT_NO_LAZY_FETCH": "1",
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
        deadline: Self.timeout, endsWithParent: true)
    } catch {
      throw .git(GitError(error, in: clone.root))
    }
    guard result.status.isSuccess else {
      throw .remote(name: name, detail: Self.reason(result.errorText))
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

  /// The line that tells why git has failed.
  private static func reason(_ text: String) -> String {
    // The lines of ssh end in CR and LF.
    let lines = text.split(whereSeparator: \.isNewline)
    let line =
      lines.first {
        $0.hasPrefix("ssh: ") || $0.hasPrefix("fatal: ") || $0.containsBytes("[rejected]")
      }
      ?? lines.first { $0.hasPrefix("error: ") } ?? lines.last ?? "git"
    for prefix in ["fatal: ", "error: "] where line.hasPrefix(prefix) {
      return String(line.dropFirst(prefix.count))
    }
    return String(line.trimmed)
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
