public import Diary
public import Git
public import Journal
public import Localization
import Platform

/// A repository, with the clone of it that is at hand.
public struct LocatedRepository: Sendable {
  public var repository: Repository
  public var clone: Clone?
  /// The oldest commit of a clone without a remote, by which it is known when it is moved; `nil`
  /// where it is not needed. `withRoot` finds it.
  public var root: String?
  /// What a clone with a remote was called before it had one: its path.
  public var previousName: String?
}

/// The repositories that a person means, and the commits in them: those of the clone that the person
/// stands in, and those that the journal or GitHub knows.
public struct Repositories: Sendable {
  public let app: App

  /// The clone that the person stands in.
  public func here() throws -> LocatedRepository { try place(at: ".") }

  /// The same for whoever named no repository.
  ///
  /// - Parameter hint: what to do where nobody stands in one.
  public func here(orElse hint: Message) throws -> LocatedRepository {
    do {
      return try here()
    } catch GitError.noClone(let path) {
      throw UsageError.noClone(path: path, hint: hint)
    }
  }

  private func place(at path: String) throws -> LocatedRepository {
    let clone: Clone
    do {
      clone = try Clone.find(
        from: path, in: app.directory.path, environment: app.environment)
    } catch {
      throw error.naming(app.directory)
    }
    let repository = try clone.repository()
    app.output.trace(.tracedClone(path: clone.root, repository: repository.name))
    return LocatedRepository(
      repository: repository, clone: clone, previousName: repository.isLocal ? nil : clone.mainRoot)
  }

  /// The place of a clone that its files have told of.
  public func place(of local: LocalClone) throws -> LocatedRepository {
    let (clone, repository) = try Clone.described(local)
    return LocatedRepository(
      repository: repository, clone: clone, previousName: repository.isLocal ? nil : clone.mainRoot)
  }

  /// The place with the commit by which notes are filed that were written before its folder was
  /// moved. Whoever writes the first note in a clone without a remote files it by that commit.
  ///
  /// The oldest commit of a clone takes git as long as all of its history, so git is otherwise only
  /// asked whether the clone has the oldest commit of a folder that is gone.
  public func withRoot(_ place: LocatedRepository, for access: Journal.Access) async throws
    -> LocatedRepository
  {
    guard let clone = place.clone, place.root == nil else { return place }
    var place = place
    let filing = try await app.journal(for: .reading)
      .state(of: place.repository, previousName: place.previousName)
    if case .known(.some) = filing { return place }
    if case .unknown(let missing) = filing { place.root = try? clone.first(of: missing) }
    if place.root == nil, place.repository.isLocal, access == .writing {
      place.root = clone.rootCommit()
    }
    return place
  }

  /// The repository that was typed: a name, an address or a path, or the folder's name of a clone
  /// without a remote, as lists show it.
  public func locate(_ typed: String) async throws -> LocatedRepository {
    switch RemoteAddress(typed: typed) {
    case .local(let path):
      do { return try place(at: path) } catch {
        // A folder that is gone may still have its notes.
        if let known = await knownFolders().first(where: { $0.name == path }) {
          return LocatedRepository(repository: known)
        }
        throw error
      }
    case .hosted(let host, let path):
      let repository = Repository(name: "\(host)/\(path)")
      // The clone we stand in may well be the one that is meant.
      if let here = try? here(), here.repository == repository { return here }
      return LocatedRepository(repository: repository)
    case nil:
      let known = await knownFolders().filter { $0.shortName == typed }
      guard let repository = known.first else { throw UsageError.badRepository(typed) }
      guard known.count == 1 else {
        throw UsageError.ambiguousFolder(typed, candidates: known.map(\.name))
      }
      return (try? place(at: repository.name)) ?? LocatedRepository(repository: repository)
    }
  }

  /// The clones without a remote that have notes.
  private func knownFolders() async -> [Repository] {
    let known = try? await app.journal(for: .reading).repositories()
    return (known ?? []).filter(\.isLocal)
  }

  // MARK: Commits

  /// A commit of `place`: a revision of its clone, else one that the journal knows, else one that
  /// GitHub knows.
  public func commit(_ typed: String, of place: LocatedRepository, in journal: Journal) async throws
    -> Commit
  {
    var failure: (any Error)?
    if let clone = place.clone {
      do {
        return try withPatch(clone.resolve(typed), in: clone)
      } catch {
        // It may not have been fetched here yet.
        guard case .unknownRevision = error else { throw error }
        failure = error
      }
    }
    let elsewhere: Commit?
    if let failure, !typed.utf8.allSatisfy(\.isHexDigit) {
      // Git knows its own names best: where GitHub cannot be asked, there is no such commit.
      guard let found = try? await commitElsewhere(typed, of: place, in: journal) else {
        throw failure
      }
      elsewhere = found
    } else {
      elsewhere = try await commitElsewhere(typed, of: place, in: journal)
    }
    guard let commit = elsewhere else {
      if let failure { throw failure }
      let hosts = try await journal.accounts().map(\.account.host) + ["github.com"]
      throw UsageError.commitUnknown(
        typed: typed, repository: place.repository.shortName,
        isOffline: app.options.isOffline && hosts.contains { place.repository.isHosted(on: $0) })
    }
    return commit
  }

  private func commitElsewhere(
    _ typed: String, of place: LocatedRepository, in journal: Journal
  ) async throws -> Commit? {
    let prefix = typed.lowercased()
    if prefix.utf8.allSatisfy(\.isHexDigit) {
      let place = try await withRoot(place, for: .reading)
      let known = try await journal.commits(
        beginning: prefix, of: place.repository, root: place.root, previousName: place.previousName)
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

  public func withPatch(_ commit: Commit, in clone: Clone) -> Commit {
    var commit = commit
    commit.patchID = clone.patchID(of: commit.sha)
    return commit
  }

  /// What to look for in order to find the notes of a commit that was typed, also those that were
  /// written before it was rebased.
  public func match(_ typed: String, of place: LocatedRepository?) throws -> NoteFilter.CommitMatch
  {
    guard let clone = place?.clone else { return try match(byID: typed) }
    do {
      let commit = try clone.resolve(typed)
      return NoteFilter.CommitMatch(sha: commit.sha, patchID: clone.patchID(of: commit.sha))
    } catch GitError.unknownRevision {
      // A commit that is gone from the clone may still have its notes.
      return try match(byID: typed)
    }
  }

  private func match(byID typed: String) throws -> NoteFilter.CommitMatch {
    guard (4...64).contains(typed.utf8.count), typed.utf8.allSatisfy(\.isHexDigit) else {
      throw GitError.unknownRevision(typed)
    }
    return NoteFilter.CommitMatch(sha: typed)
  }

  /// The commit, of whatever repository the journal knows, whose id begins as what was typed for
  /// a note or a commit and is the beginning of no note's.
  public func commit(anywhere typed: String) async throws -> RepositoryCommit {
    guard (7...64).contains(typed.utf8.count), typed.utf8.allSatisfy(\.isHexDigit) else {
      throw JournalError.noNote(typed: typed)
    }
    let found = try await app.journal(for: .reading).commits(beginning: typed.lowercased())
    let ids = Set(found.map(\.commit.sha))
    guard ids.count <= 1 else {
      throw GitError.ambiguousRevision(
        typed, candidates: ids.sorted().map { String($0.prefix(12)) })
    }
    guard let first = found.first else { throw UsageError.noNoteNorCommit(typed: typed) }
    return first
  }
}
