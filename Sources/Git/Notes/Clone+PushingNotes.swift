import Diary
public import Platform

/// Exchanges git notes with a remote. Only this uses the transport settings of the user, such as
/// credential helpers and SSH commands. Hooks are never run.
public struct NotesRemote: Sendable {
  public let name: String
  let clone: Clone
  /// The variables of the user, with those for git's transports.
  let environment: Environment
  /// Runs git in the terminal, where it may ask for a password; `nil` if there is none.
  let onTerminal: (@Sendable ([String], Environment) async throws -> ChildStatus)?

  public init(
    _ name: String, of clone: Clone, environment: Environment,
    onTerminal: (@Sendable ([String], Environment) async throws -> ChildStatus)?
  ) {
    self.name = name
    self.clone = clone
    self.environment = environment
    self.onTerminal = onTerminal
  }
}

extension NotesRemote {
  /// How long the network may take.
  private static let timeout = Duration.seconds(120)

  private static let overrides = [
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.pager=cat", "push.gpgSign=false",
    "push.recurseSubmodules=no", "push.followTags=false", "submodule.recurse=false",
    "fetch.recurseSubmodules=no", "gc.auto=0", "maintenance.auto=false",
  ].flatMap { ["-c", $0] }

  private func words(_ arguments: [String]) -> [String] {
    ["git", "--no-pager"] + Self.overrides + ["--git-dir=\(clone.gitDirectory)"] + arguments
  }

  private var variables: Environment {
    var environment = environment
    for name in GitProgram.local { environment[name] = nil }
    return environment
  }

  /// The commit of the reference at the remote; `nil` if it has none.
  public func tip(of reference: NotesReference) throws(NotesReferenceError) -> String? {
    let listed = try captured(["ls-remote", "--refs", "--", name, reference.name])
    for line in listed.text.split(separator: "\n") {
      let words = line.split(separator: "\t")
      if words.count == 2, words[1] == reference.name { return String(words[0]) }
    }
    return nil
  }

  /// Fetches the reference without changing one of the clone.
  public func fetch(_ reference: NotesReference) async throws(NotesReferenceError) {
    try await finish([
      "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--", name, reference.name,
    ])
  }

  /// Pushes a commit of the reference.
  ///
  /// - Parameter replaced: the commit at the remote that the new history replaces.
  public func push(
    _ tip: String, to reference: NotesReference, replacing replaced: String? = nil
  ) async throws(NotesReferenceError) {
    let lease = replaced.map { ["--force-with-lease=\(reference.name):\($0)"] } ?? []
    try await finish(
      ["push", "--quiet", "--no-verify"] + lease + ["--", name, "\(tip):\(reference.name)"])
  }

  private func captured(_ arguments: [String]) throws(NotesReferenceError) -> ChildResult {
    let environment = variables.adding(["GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"])
    let result: ChildResult
    do throws(ChildError) {
      result = try Child.run(
        words(arguments), in: clone.root, environment: environment, deadline: Self.timeout,
        endsWithParent: true)
    } catch {
      throw .git(GitError(error, in: clone.root))
    }
    guard result.status.isSuccess else {
      throw .remote(name: name, detail: Self.reason(result.errorText))
    }
    return result
  }

  private func finish(_ arguments: [String]) async throws(NotesReferenceError) {
    guard let onTerminal else {
      _ = try captured(arguments)
      return
    }
    let status: ChildStatus
    do {
      status = try await onTerminal(words(arguments), variables)
    } catch {
      throw .remote(name: name, detail: "git")
    }
    guard status.isSuccess else { throw .remote(name: name, detail: "git \(arguments[0])") }
  }

  /// The line that tells why git has failed.
  private static func reason(_ text: String) -> String {
    let lines = text.split(separator: "\n")
    let line =
      lines.first { $0.hasPrefix("fatal: ") || $0.containsBytes("[rejected]") }
      ?? lines.first { $0.hasPrefix("error: ") } ?? lines.last ?? "git"
    for prefix in ["fatal: ", "error: "] where line.hasPrefix(prefix) {
      return String(line.dropFirst(prefix.count))
    }
    return String(line.trimmed)
  }
}
