import Diary
public import Platform

/// The remotes of a clone, with which notes can be exchanged.
public struct NotesRemotes: Sendable {
  struct Addresses: Sendable {
    var fetching: String
    var pushing: String
  }

  private(set) var addresses: [String: Addresses] = [:]
  fileprivate var fetched: [String: [String]] = [:]
  /// The remote that the current branch tracks, else `origin`; `nil` if there is neither.
  public private(set) var main: String?

  init(_ configuration: GitConfiguration, branch: String) {
    let pushing = Dictionary(
      configuration.values(of: "remote", "pushurl").map { ($0.name, $0.value) }
    ) { first, _ in first }
    // Further addresses are used for pushing only. The name is part of a reference.
    for remote in configuration.values(of: "remote", "url")
    where !remote.value.isEmpty && addresses[remote.name] == nil
      && NotesReference.isValid(remote.name)
    {
      addresses[remote.name] = Addresses(
        fetching: remote.value, pushing: pushing[remote.name] ?? remote.value)
    }
    for setting in configuration.values(of: "remote", "fetch") {
      fetched[setting.name, default: []].append(setting.value)
    }
    main = configuration.values(of: "branch", "remote").last { $0.name == branch }?.value
    main = [main, "origin"].compactMap(\.self).first { addresses[$0] != nil }
  }

  /// The setting by which `git fetch` fetches the notes of a remote. It is a pattern, because every
  /// `git fetch` would fail if the remote did not have a single reference.
  fileprivate static func fetching(_ reference: NotesReference, from remote: String) -> String {
    "+\(reference.name)*:\(reference.tracking(remote).name)*"
  }
}

extension Clone {
  public func notesRemotes() throws(NotesReferenceError) -> NotesRemotes {
    let branch = try run(["symbolic-ref", "--quiet", "--short", "HEAD"]).text.trimmed
    return NotesRemotes(try mapped(configuration), branch: String(branch))
  }

  /// Adds the setting by which `git fetch` fetches the notes of a remote, which it does not do by
  /// itself, or removes it.
  public func fetchNotes(
    _ isOn: Bool, of reference: NotesReference, from remote: String
  ) throws(NotesReferenceError) {
    let value = NotesRemotes.fetching(reference, from: remote)
    let hasSetting = try notesRemotes().fetched[remote]?.contains(value) == true
    guard hasSetting != isOn else { return }
    let file = commonDirectory + "/config"
    do throws(NotesReferenceError) {
      _ = try successfully(
        ["config", "--file", file] + (isOn ? ["--add"] : ["--fixed-value", "--unset-all"])
          + ["remote.\(remote).fetch", value])
    } catch {
      let lock = file + ".lock"
      throw File.exists(lock) ? .locked(name: file, file: lock) : error
    }
  }

  /// Changes a reference that only this program and `git fetch` write; `nil` removes it.
  public func setReference(
    _ reference: NotesReference, to commit: String?
  ) throws(NotesReferenceError) {
    let change = commit.map { [reference.name, $0] } ?? ["-d", reference.name]
    _ = try write(["update-ref", "--no-deref"] + change, mustSucceed: true)
  }
}

/// Exchanges git notes with a remote: see `GitTransport`. Git runs in a folder of its own, so that it
/// reads no settings of the clone but those that the user has agreed to. The clone gives the address and the
/// objects.
public struct NotesRemote: Sendable {
  public let name: String
  /// Runs git in the terminal, where it may ask for a password; `nil` if there is none.
  public typealias OnTerminal = @Sendable ([String], Environment) async throws -> ChildStatus

  private let addresses: NotesRemotes.Addresses
  private let clone: Clone
  /// The variables of the user.
  private let environment: Environment
  private let onTerminal: OnTerminal?
  /// Those of the clone that git uses.
  public var settings = TransportSettings.none

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
    let folder = try folder(knowing: known)
    // A pattern, because git takes it as an error if a single reference does not exist.
    try await run(
      ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head"], addresses.fetching,
      "+\(reference.name)*:refs/theirs/notes*", in: folder)
    let found = try clone.mapped { () throws(GitError) in
      try folder.program(in: clone.root).run([
        "for-each-ref", "--format=%(objectname)", "refs/theirs/notes",
      ])
    }
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
    let folder = try folder(knowing: [tip])
    let lease = replaced.map { ["--force-with-lease=\(reference.name):\($0)"] } ?? []
    try await run(
      ["push", "--quiet", "--no-verify"] + lease, addresses.pushing, "\(tip):\(reference.name)",
      in: folder)
    try clone.setReference(reference.tracking(name), to: tip)
  }

  /// An empty git folder with the objects of the clone.
  ///
  /// - Parameter known: commits that need not be fetched again.
  private func folder(knowing known: [String]) throws(NotesReferenceError) -> OwnGitFolder {
    // Below the clone's git folder, because settings of the user may apply to its clones only
    // (`includeIf.gitdir`).
    try clone.mapped { () throws(GitError) in
      try OwnGitFolder(
        for: clone.commonDirectory, .commits(known),
        at: OwnGitFolder.newPath(inRepository: clone.commonDirectory),
        environment: environment)
    }
  }

  private func run(
    _ options: [String], _ address: String, _ change: String, in folder: borrowing OwnGitFolder
  ) async throws(NotesReferenceError) {
    let target: TransportAddress
    let environment = environment.adding(settings: settings.settings.map { ($0.name, $0.value) })
    do throws(GitError) {
      target = try TransportAddress(
        address, from: clone.root, by: folder.path,
        environment: environment)
    } catch .noClone {
      throw .remote(name: name, detail: "'\(address)' does not appear to be a git repository")
    } catch {
      throw .git(error)
    }
    let words =
      ["git", "--no-pager"] + GitTransport.overrides + ["--git-dir=\(folder.path)"] + options
      + ["--", target.text, change]
    let variables = GitTransport.variables(environment, for: target.isFolder)
    if let onTerminal {
      let status: ChildStatus
      do { status = try await onTerminal(words, variables) } catch {
        throw .remote(name: name, detail: "git")
      }
      guard status.isSuccess else { throw .remote(name: name, detail: "git \(options[0])") }
      return
    }
    let result: ChildResult
    do throws(ChildError) {
      result = try Child.run(
        words, in: clone.root,
        environment: variables.adding(["GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"]),
        deadline: GitTransport.timeout, endsWithParent: true)
    } catch {
      throw .git(GitError(error, in: clone.root))
    }
    guard result.status.isSuccess else {
      throw .remote(
        name: name, detail: GitTransport.reason(target.named(in: result.errorText)))
    }
  }
}
