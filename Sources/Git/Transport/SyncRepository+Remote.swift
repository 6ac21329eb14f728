import Diary
public import Platform

extension SyncRepository {
  /// The address that was typed, with the whole path of a folder; `nil` if it has a password
  /// or a token.
  public static func address(_ typed: String, in directory: String) -> String? {
    let parts = typed.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    if parts.count > 2, parts[0].last == ":", parts[1].isEmpty {
      let user = parts[2].lastIndex(of: "@").map { parts[2][..<$0] } ?? ""
      let isToken = tokenPrefixes.contains { user.hasPrefix($0) }
      return user.contains(":") || isToken ? nil : typed
    }
    guard TransportAddress.isFolder(typed), !typed.hasPrefix("/"), !typed.hasPrefix("file:") else {
      return typed
    }
    return "\(directory)/\(typed)"
  }

  /// How the tokens of GitHub and GitLab begin, which people put in the place of a user.
  private static let tokenPrefixes = ["ghp_", "gho_", "ghs_", "ghu_", "github_pat_", "glpat-"]

  /// Creates an empty bare repository in a new folder.
  public static func createRemote(
    at folder: String, environment: Environment
  ) throws(Failure) {
    let result: ChildResult
    do throws(GitError) {
      result = try GitProgram(in: "/", environment: environment).ignoringLocalVariables().run(
        ["init", "--quiet", "--bare", "--template=", "--initial-branch=commitdiary", "--", folder])
    } catch {
      throw .git(error)
    }
    guard result.status.isSuccess else {
      throw .remote(detail: GitTransport.reason(result.errorText))
    }
  }

  public enum PushResult: Sendable {
    case done
    /// The remote has changed since it was fetched.
    case refused(detail: String)
  }

  /// Fetches the branch of the diary.
  ///
  /// - Returns: its commit; `nil` if the remote has none.
  public func fetch() async throws(Failure) -> String? {
    // A pattern, because git takes it as an error if a single branch does not exist.
    let result = try await remote(
      ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--prune", "--update-shallow"]
        + GitTransport.packing(for: address), ["+\(Self.branch)*:\(Self.copy)*"])
    guard result.status.isSuccess else {
      let reason = GitTransport.reason(result.errorText)
      // If the remote answers, it is damaged, or the copy is, as after a power loss.
      let answer = try await remote(["ls-remote", "--heads"], [Self.branch], withCopy: false)
      guard answer.status.isSuccess else { throw .remote(detail: reason) }
      guard isDamaged(result.errorText) else { throw .copy(detail: reason) }
      throw .damaged(tip: answer.text.split(separator: "\t").first.map(String.init), detail: reason)
    }
    return try fetchedTip()
  }

  /// The branches of the remote, other than that of the diary.
  public func otherBranches() async throws(Failure) -> [String] {
    let result = try await remote(["ls-remote", "--heads"], [])
    guard result.status.isSuccess else {
      throw .remote(detail: GitTransport.reason(result.errorText))
    }
    return result.text.split(separator: "\n").compactMap { line in
      let name = line.split(separator: "\t").last.map(String.init) ?? ""
      return name == Self.branch || name.isEmpty ? nil : String(name.dropFirst("refs/heads/".count))
    }
  }

  /// Sends a commit, if the branch of the remote is still at `tip`.
  ///
  /// - Parameter tip: `nil` if it does not exist.
  public func push(_ commit: String, over tip: String?) async throws(Failure) -> PushResult {
    if isCheckedOut { return .refused(detail: "\(Self.branch) is checked out") }
    let result = try await remote(
      ["push", "--quiet", "--no-verify", "--force-with-lease=\(Self.branch):\(tip ?? "")"],
      ["\(commit):\(Self.branch)"])
    if result.status.isSuccess {
      do throws(FileError) {
        try File.writeAtomically(Array((commit + "\n").utf8), to: "\(path)/\(Self.copy)")
      } catch {
        throw .copy(detail: "\(error.path): \(error.code)")
      }
      return .done
    }
    let reason = GitTransport.reason(result.errorText)
    if isDamaged(result.errorText) { throw .damaged(tip: tip, detail: reason) }
    if result.errorText.containsBytes("rejected]")
      || result.errorText.containsBytes("failed to update ref")
      || result.errorText.containsBytes("cannot lock ref")
    {
      return .refused(detail: reason)
    }
    throw .remote(detail: reason)
  }

  public var isFolder: Bool { TransportAddress.isFolder(address) }

  /// Removes the branch of the diary from a remote that is a folder, because git cannot read its commit.
  public func removeBranchFromFolder() {
    guard let remoteFolder,
      let folder = try? OwnGitFolder(
        for: remoteFolder, .linked, at: remoteView, environment: environment)
    else { return }
    let git = folder.program(in: folder.path)
    let result = try? git.run(["update-ref", "--no-deref", "-d", Self.branch])
    // A file that has no name of a commit is not a reference for git.
    if result?.status.isSuccess != true { try? File.remove("\(remoteFolder)/\(Self.branch)") }
  }

  /// Whether git cannot read the diary at the remote. In a folder, it is tried. A server says so itself; a
  /// connection that was cut, or a disk that is full here, proves nothing.
  private func isDamaged(_ errorText: String) -> Bool {
    guard let remoteFolder else {
      return errorText.containsBytes("on the remote side")
        || errorText.split(separator: "\n").contains { line in
          line.hasPrefix("remote: ")
            && ["is corrupt", "bad object", "missing"].contains(where: line.containsBytes)
        }
    }
    guard
      let folder = try? OwnGitFolder(
        for: remoteFolder, .linked, at: remoteView, environment: environment)
    else { return false }
    do throws(GitError) {
      // What is written is not needed, but all of it has to be read for that.
      var bundle = try folder.program(in: folder.path).stream([
        "bundle", "create", "--quiet", "-", Self.branch,
      ])
      while try bundle.next() != nil {}
      return try !bundle.wait().isSuccess
    } catch {
      return false
    }
  }

  /// Whether a working tree of a remote in a folder shows the branch. Git, which is told that the folder
  /// is bare, would change it.
  private var isCheckedOut: Bool {
    guard let remoteFolder else { return false }
    let trees = (try? File.listIfThere(remoteFolder + "/worktrees")) ?? []
    let hasTree = remoteFolder.hasSuffix("/.git") || File.exists(remoteFolder + "/index")
    let own = hasTree ? [remoteFolder] : []
    return (own + trees.map { "\(remoteFolder)/worktrees/\($0)" }).contains { folder in
      let head = GitFolder.bytes(of: folder + "/HEAD")
      return head.map { String(decoding: $0, as: UTF8.self).trimmed == "ref: \(Self.branch)" }
        ?? false
    }
  }

  /// The locks in a remote that is a folder. A push has them for an instant; a killed one leaves them.
  public func remoteLocks() -> [String: FileState] {
    guard let remoteFolder else { return [:] }
    var locks: [String: FileState] = [:]
    for name in [Self.branch, "HEAD", "packed-refs"] {
      let path = "\(remoteFolder)/\(name).lock"
      locks[path] = FileState(of: path)
    }
    return locks
  }

  /// Runs git for the remote.
  ///
  /// - Parameters:
  ///   - options: the command and its options.
  ///   - arguments: what follows the address.
  ///   - usesCopy: whether git needs the local copy for it.
  private func remote(
    _ options: [String], _ arguments: [String], withCopy usesCopy: Bool = true
  ) async throws(Failure) -> ChildResult {
    // While one device reads or writes a folder, no other one removes objects there.
    if let remoteFolder, let lock = try? FileLock(remoteFolder, .shared) {
      defer { _ = lock }
      return try await run(options, arguments, withCopy: usesCopy)
    }
    return try await run(options, arguments, withCopy: usesCopy)
  }

  private func run(
    _ options: [String], _ arguments: [String], withCopy usesCopy: Bool
  ) async throws(Failure) -> ChildResult {
    let place = usesCopy ? path : "/"
    do throws(GitError) {
      let target = try TransportAddress(
        address, from: "/", by: path, at: remoteView, environment: environment)
      let words =
        ["git", "--no-pager"] + GitTransport.overrides
        + (usesCopy ? ["--git-dir=\(path)"] : []) + options + ["--", target.text] + arguments
      var result = try await run(words, in: place, withFolder: target.isFolder)
      result.errorOutput = Array(target.named(in: result.errorText).utf8)
      return result
    } catch .noClone {
      throw .remote(detail: "'\(address)' does not appear to be a git repository")
    } catch {
      throw .git(error)
    }
  }

  private func run(
    _ words: [String], in folder: String, withFolder isFolder: Bool
  ) async throws(GitError) -> ChildResult {
    var variables = GitTransport.variables(environment, for: isFolder).adding(["LC_ALL": "C"])
    do throws(ChildError) {
      if asks {
        return try await Child.awaited(
          words, in: folder, environment: variables, deadline: GitTransport.timeout)
      }
      variables = variables.adding([
        "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "false", "SSH_ASKPASS_REQUIRE": "never",
      ])
      return try Child.run(
        words, in: folder, environment: variables, deadline: GitTransport.timeout,
        endsWithParent: true)
    } catch {
      throw GitError(error, in: folder)
    }
  }
}
