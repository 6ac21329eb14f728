package import Context
package import Diary
import Git
package import Journal
package import Localization
import Platform

/// Finds the repositories that the user names, and their commits, in the working directory, the
/// journal and on GitHub.
package struct Repositories: Sendable {
  let app: App

  /// The clone in the working directory.
  package func here() throws -> LocatedRepository { try place(at: ".") }

  /// The clone in the working directory, for a command that was given no repository.
  ///
  /// - Parameter hint: what to do if there is no clone.
  package func here(orElse hint: Message) throws -> LocatedRepository {
    do {
      return try here()
    } catch GitError.noClone(let path) {
      throw Explanation.noClone(at: path, hint: hint)
    }
  }

  private func place(at path: String) throws -> LocatedRepository {
    let (clone, configuration) = try clone(at: path)
    let place = try place(of: clone, by: configuration)
    app.output.trace(.tracedClone(path: clone.root, repository: place.repository.name))
    return place
  }

  /// One call of git is enough for a clone that its files describe. In all other cases, also of an
  /// error, git is asked where the clone is.
  private func clone(at path: String) throws -> (Clone, GitConfiguration) {
    if path != "." || app.environment.nonEmpty("GIT_DIR") == nil,
      let clone = try? Clone.find(
        from: path, in: app.directory.path, environment: app.environment),
      let found = try? clone.readingSettings(),
      found.configuration["core.worktree"] == nil
    {
      return found
    }
    do {
      let clone = try Clone.findWithGit(
        from: path, in: app.directory.path, environment: app.environment)
      return (clone, try clone.configuration())
    } catch {
      throw error.naming(app.directory)
    }
  }

  /// The repository and the branch in the working directory, which are kept with what is written here;
  /// `nil` if git does not name them at once.
  func writtenPlace() -> WrittenPlace? {
    let clone = try? Clone.find(in: app.directory.path, environment: app.environment)
    guard let clone,
      let found = try? clone.readingSettings(deadline: Self.placeDeadline),
      let place = try? place(of: found.clone, by: found.configuration)
    else { return nil }
    return WrittenPlace(repository: place.repository, branch: clone.currentBranch)
  }

  private static let placeDeadline = Duration.milliseconds(500)

  /// The repository of a clone that was found by reading its files.
  func place(of clone: Clone) throws -> LocatedRepository {
    let (clone, configuration) = try clone.readingSettings()
    return try place(of: clone, by: configuration)
  }

  /// The repository of a clone whose settings have been read.
  func place(of clone: Clone, by configuration: GitConfiguration) throws
    -> LocatedRepository
  {
    let repository = try clone.repository(by: configuration)
    return LocatedRepository(repository, clone: clone, at: clone.mainRoot)
  }

  /// Adds the oldest commit to `place` if the clone can only be identified by it. The journal
  /// identifies a clone without a remote by its oldest commit, so that the notes are found again
  /// after the folder is moved. A clone that has lost its remotes, as it does when `git filter-repo`
  /// is run, gets the repository that it was last known as.
  ///
  /// Finding the oldest commit takes as long as reading the whole history, so it is done only for
  /// the first note in such a clone. For reading, git is only asked whether the clone has the
  /// oldest commit of a folder that no longer exists.
  package func withRoot(_ place: LocatedRepository, for access: Journal.Access) async throws
    -> LocatedRepository
  {
    guard let clone = place.clone, place.key.root == nil else { return place }
    var place = place
    let state = try await app.journal(for: .reading)
      .state(of: place.key)
    switch state {
    case .known(.some): return place
    case .known(nil): break
    case .knownAs(let former):
      place.key = RepositoryKey(former, previousName: place.repository.name)
      return place
    case .unknown(let missing): place.key.root = try? clone.firstExisting(of: missing)
    }
    if place.key.root == nil, place.repository.isLocal, access == .writing {
      place.key.root = clone.rootCommit()
    }
    return place
  }

  /// The repository that the user typed: a name, a URL or a path, or the folder name that lists
  /// show for a clone without a remote.
  package func locate(_ typed: String) async throws -> LocatedRepository {
    switch RemoteAddress(typed: typed) {
    case .local(let path):
      do { return try place(at: path) } catch {
        // A deleted folder may still have notes.
        if let known = await knownFolders().first(where: { $0.name == path }) {
          return LocatedRepository(known)
        }
        throw error
      }
    case .hosted(let host, let path):
      let repository = Repository(name: "\(host)/\(path)")
      // Its commits are in the clone in the working directory, or in another one of the user's.
      if let here = try? here(), here.repository == repository { return here }
      return await otherClones().first { $0.repository == repository }
        ?? LocatedRepository(repository)
    case nil:
      let known = await knownFolders().filter { $0.shortName == typed }
      guard let repository = known.first else { throw Explanation.badRepository(typed) }
      guard known.count == 1 else {
        throw Explanation(
          .repositoryAmbiguous(typed: typed),
          hint: .noteAmbiguousHint(candidates: known.map(\.name)), status: .usage)
      }
      return (try? place(at: repository.name)) ?? LocatedRepository(repository)
    }
  }

  /// The clones without a remote that have notes.
  private func knownFolders() async -> [Repository] {
    let known = try? await app.journal(for: .reading).repositories()
    return (known ?? []).filter(\.isLocal)
  }

  // MARK: Commits

  /// The commit in `octocat/hello@fa50c08`, which is how saved notes are reported; other texts as they
  /// are.
  static func withoutRepository(_ typed: String) -> String {
    guard let sign = typed.lastIndex(of: "@"), typed[..<sign].contains("/") else { return typed }
    let commit = typed[typed.index(after: sign)...]
    let isCommit = (7...64).contains(commit.utf8.count) && commit.utf8.allSatisfy(\.isHexDigit)
    return isCommit ? String(commit) : typed
  }

  /// A commit of `place`: a revision in its clone, else a commit in the journal, else one on
  /// GitHub.
  package func commit(_ typed: String, of place: LocatedRepository, in journal: Journal)
    async throws
    -> Commit
  {
    try await commit(typed, of: place, orElsewhere: false, in: journal).commit
  }

  /// The same.
  ///
  /// - Parameter orElsewhere: whether a commit of another repository counts, if the journal or one of
  ///   the user's clones has it.
  package func commit(
    _ typed: String, of place: LocatedRepository, orElsewhere: Bool, in journal: Journal
  ) async throws -> (place: LocatedRepository, commit: Commit) {
    let typed = Self.withoutRepository(typed)
    var failure: (any Error)?
    if let clone = place.clone {
      do {
        return (place, try clone.resolve(typed))
      } catch {
        // The commit may exist on GitHub without being fetched here.
        guard case .unknownRevision = error else { throw error }
        failure = error
      }
    }
    if orElsewhere, let found = try await commitElsewhere(typed) { return found }
    let elsewhere: Commit?
    if let failure, !typed.utf8.allSatisfy(\.isHexDigit) {
      // The text is a revision name, not an id. If GitHub cannot be asked, git's error is reported.
      guard let found = try? await commitOutsideClone(typed, of: place, in: journal) else {
        throw failure
      }
      elsewhere = found
    } else {
      elsewhere = try await commitOutsideClone(typed, of: place, in: journal)
    }
    guard let commit = elsewhere else {
      if let failure { throw failure }
      let hosts = try await journal.accounts().map(\.account.host) + [Account.defaultHost]
      // GitHub may know it if it was not asked.
      let isOffline = app.options.isOffline && hosts.contains { place.repository.isHosted(on: $0) }
      throw Explanation(
        .commitUnknown(typed: typed, repository: place.repository.shortName),
        hint: isOffline ? .networkNeededHint : .cloneNeededHint, status: .notFound)
    }
    return (place, commit)
  }

  private func commitOutsideClone(
    _ typed: String, of place: LocatedRepository, in journal: Journal
  ) async throws -> Commit? {
    let prefix = typed.lowercased()
    if prefix.utf8.allSatisfy(\.isHexDigit) {
      let place = try await withRoot(place, for: .reading)
      let known = try await journal.commits(beginning: prefix, of: place.key)
      let remote = try await journal.remoteCommits(beginning: prefix, of: place.repository)
      let ids = Set((known + remote).map(\.sha))
      guard ids.count <= 1 else {
        throw GitError.ambiguousRevision(
          typed, candidates: ids.sorted().map { String($0.prefix(12)) })
      }
      if let first = (known + remote).first { return first }
    }
    return try await commitOnGitHub(typed, of: place.repository)
  }

  /// The newest commits of the clone in the working directory, for completion.
  package func recentCommits() -> [Commit] {
    (try? here().clone?.recentCommits(CommitQuery(limit: 50))) ?? []
  }

  /// A commit with its patch id, for a note whose commit is not followed at once.
  func withPatch(_ commit: Commit, in clone: Clone) -> Commit {
    var commit = commit
    commit.patchID = clone.patchID(of: commit.sha) ?? commit.patchID
    return commit
  }

  /// The filter for the notes on a commit, including notes on commits that were rewritten to it.
  package func match(
    _ typed: String, of place: LocatedRepository?
  ) async throws -> NoteFilter.CommitMatch {
    guard let place, let clone = place.clone else { return try await match(byID: typed) }
    do {
      let sha = try clone.resolve(typed).sha
      return NoteFilter.CommitMatch(
        sha: sha, earlier: try await earlierCommits(of: [sha], in: place)[sha] ?? [])
    } catch GitError.unknownRevision {
      // A commit that is no longer in the clone may still have notes.
      return try await match(byID: typed)
    }
  }

  private func match(byID typed: String) async throws -> NoteFilter.CommitMatch {
    guard (4...64).contains(typed.utf8.count), typed.utf8.allSatisfy(\.isHexDigit) else {
      throw GitError.unknownRevision(typed)
    }
    let earlier = try await app.journal(for: .reading)
      .earlierCommits(beginning: typed.lowercased())
    return NoteFilter.CommitMatch(sha: typed, earlier: earlier)
  }

  /// The commit whose id begins with this, in any repository of the journal or in any of the user's
  /// clones. It is called when no note's id has the prefix.
  package func commit(anywhere typed: String) async throws -> RepositoryCommit {
    guard (7...64).contains(typed.utf8.count), typed.utf8.allSatisfy(\.isHexDigit) else {
      throw JournalError.missing(.note(typed))
    }
    guard let found = try await commitElsewhere(typed) else {
      throw Explanation(
        .noteOrCommitMissing(typed: typed), hint: .noteOrCommitHint, status: .notFound)
    }
    return RepositoryCommit(repository: found.place.repository, commit: found.commit)
  }
}
