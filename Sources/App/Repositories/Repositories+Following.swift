import Context
import Diary
import Following
import Git
import Journal
import Localization
import Platform
import Terminal

extension Repositories {
  /// The commits with notes that were rewritten to each of these commits. All commands that look
  /// for rewritten commits call this.
  ///
  /// If the clone has changed since the last check, it is read. What is found is saved, so that lists
  /// need no git.
  func earlierCommits(
    of commits: [String], in place: LocatedRepository
  ) async throws -> [String: [String]] {
    guard let clone = place.clone else {
      return try await app.journal(for: .reading).earlierCommits(of: commits, in: nil)
    }
    return try await earlierCommits(of: commits, in: clone, await follow(place))
  }

  /// - Parameter unsaved: what `follow` has found but could not save.
  private func earlierCommits(
    of commits: [String], in clone: Clone, _ unsaved: [String: [CommitPlace]]?
  ) async throws -> [String: [String]] {
    if let unsaved {
      var found: [String: [String]] = [:]
      let wanted = Set(commits)
      for (sha, places) in unsaved {
        for place in places
        where place.role != .last && place.sha != sha && wanted.contains(place.sha) {
          found[place.sha, default: []].append(sha)
        }
      }
      return found
    }
    return try await app.journal(for: .reading)
      .earlierCommits(of: commits, in: clone.commonDirectory)
  }

  /// All notes on each of these commits of a clone, including notes on commits that were rewritten
  /// to it, the oldest first. Commits without notes are left out.
  func notes(
    on commits: [String], of place: LocatedRepository, in journal: Journal
  ) async throws -> [String: [FoundNote]] {
    try await notes(on: commits, earlier: earlierCommits(of: commits, in: place), in: journal)
  }

  /// The same after a call of `follow`.
  ///
  /// - Parameter unsaved: what it has returned.
  func notes(
    on commits: [String], of place: LocatedRepository, in journal: Journal,
    unsaved: [String: [CommitPlace]]?
  ) async throws -> [String: [FoundNote]] {
    guard let clone = place.clone else {
      return try await notes(on: commits, of: place, in: journal)
    }
    let earlier = try await earlierCommits(of: commits, in: clone, unsaved)
    return try await notes(on: commits, earlier: earlier, in: journal)
  }

  private func notes(
    on commits: [String], earlier: [String: [String]], in journal: Journal
  ) async throws -> [String: [FoundNote]] {
    var found: [String: [FoundNote]] = [:]
    for commit in Set(commits) {
      var filter = NoteFilter()
      filter.commit = NoteFilter.CommitMatch(sha: commit, earlier: earlier[commit] ?? [])
      filter.order = .oldest
      let notes = try await journal.notes(filter)
      if !notes.isEmpty { found[commit] = notes }
    }
    return found
  }

  /// Looks where the commits with notes of a clone are now. A clone that cannot be read keeps what
  /// is known about it.
  ///
  /// - Returns: the places of all commits if they could not be saved.
  @discardableResult
  func follow(_ place: LocatedRepository) async -> [String: [CommitPlace]]? {
    do { return try await follow(in: place) } catch { return nil }
  }

  private func follow(in place: LocatedRepository) async throws -> [String: [CommitPlace]]? {
    guard let clone = place.clone else { return nil }
    await tieWaitingNotes()
    let key = try await withRoot(place, for: .reading).key
    let state = try await app.journal(for: .reading)
      .followingState(of: key, in: clone.commonDirectory)
    guard let state, state.hasChanged(clone) else { return nil }
    let look = try await CloneLook(at: clone, of: key, state, in: app)
    return try await look.save(look.result())
  }

  // MARK: All clones

  /// Looks where commits with notes are now, in all clones that have changed since the last look. If
  /// that takes too long, it is said.
  package func look() async {
    await tieWaitingNotes()
    guard let journal = try? await app.journal(for: .reading),
      let known = try? await journal.followedClones()
    else { return }
    var clones = known.map { (key: RepositoryKey($0.repository), root: $0.root, clone: $0.clone) }
    let here = try? Clone.find(in: app.directory.path, environment: app.environment)
    if let here {
      // The clone at hand comes first, also one that was not looked at before.
      if let index = clones.firstIndex(where: { $0.clone == here.commonDirectory }) {
        clones.insert(clones.remove(at: index), at: 0)
      } else if let key = await unknownKey(of: here, in: journal) {
        clones.insert((key, here.root, here.commonDirectory), at: 0)
      }
    }
    let deadline = ContinuousClock.now + app.process.promptLimit
    for (key, root, directory) in clones {
      guard let state = try? await journal.followingState(of: key, in: directory) else { continue }
      let environment = app.environment
      let changed = Self.result(by: deadline) { () -> Clone? in
        guard let clone = try? Clone.find(in: root, environment: environment),
          clone.commonDirectory == directory, state.hasChanged(clone)
        else { return nil }
        return clone
      }
      let cutOff = Message.lookCutOff(path: root)
      guard let changed else { return app.output.note(cutOff, .remark) }
      guard let clone = changed,
        let look = try? await CloneLook(at: clone, of: key, state, in: app)
      else { continue }
      switch Self.result(by: deadline, { Result { try look.result() } }) {
      case .success(let found)?: _ = try? await look.save(found)
      case .failure(GitError.timedOut)?, nil: return app.output.note(cutOff, .remark)
      case .failure?: continue
      }
    }
  }

  /// The repository of a clone that was not looked at before, if it can have notes on commits. Else git
  /// is not run.
  private func unknownKey(of clone: Clone, in journal: Journal) async -> RepositoryKey? {
    for repository in (try? await journal.repositories()) ?? []
    where clone.mayBelong(to: repository) {
      let state = try? await journal.followingState(
        of: RepositoryKey(repository), in: clone.commonDirectory)
      if state != nil { return try? place(of: clone).key }
    }
    return nil
  }

  /// What the work returns; `nil` if it takes longer.
  private static func result<Result: Sendable>(
    by deadline: ContinuousClock.Instant, _ body: @escaping @Sendable () -> Result
  ) -> Result? {
    let work = BlockingWork(Result?.none) { work in
      let result = body()
      work.update { $0 = result }
    }
    return work.wait(atMost: ContinuousClock.now.duration(to: deadline)) == .done ? work.state : nil
  }
}

extension FollowingState {
  /// Whether a look can find something else than the last one. Git is not run.
  fileprivate func hasChanged(_ now: Clone) -> Bool {
    hasNewNotes || clone?.stamp.map { !now.isUnchanged(since: $0) } ?? true
  }
}

/// A look for the commits with notes in one clone.
private struct CloneLook: Sendable {
  private let app: App
  private let clone: Clone
  private let key: RepositoryKey
  private let state: FollowingState
  private let known: FollowedCommits
  private let request: FollowingRequest
  /// Whether the journal has what the hook has reported.
  private let isKept: Bool

  init(
    at clone: Clone, of key: RepositoryKey, _ state: FollowingState, in app: App
  ) async throws {
    (self.app, self.clone, self.key, self.state) = (app, clone, key, state)
    let reported = clone.rewriteSpool.pairs()
    isKept = await Self.keep(reported, of: key, in: app)
    let journal = try await app.journal(for: .reading)
    known = try await journal.followedCommits(of: key, in: clone.commonDirectory)
    let elsewhere = known.elsewhere
    request = FollowingRequest(
      commits: known.places.map {
        CommitToFollow(sha: $0.key, places: $0.value, elsewhere: elsewhere[$0.key])
      },
      facts: known.facts, records: known.records, reported: reported, basis: state.clone?.basis,
      pullRequests: try await journal.mergedPullRequests(of: key))
  }

  func result() throws -> FollowingResult { try clone.follow(request) }

  /// - Returns: the places of all commits if they could not be saved.
  func save(_ result: FollowingResult) async throws -> [String: [CommitPlace]]? {
    if isKept {
      try? clone.rewriteSpool.remove(
        request.reported, savedBy: app.paths.journal, of: app.journals.existing(in: app.paths))
    }
    let looked = FollowedClone(
      clone: clone.commonDirectory, root: clone.mainRoot, basis: result.basis,
      stamp: result.stamp ?? state.clone?.stamp)
    if looked == state.clone, result.places.isEmpty, result.facts.isEmpty, result.records.isEmpty,
      !state.hasNewNotes
    {
      return nil
    }
    do {
      try await app.journal(for: .caching).save(
        looked, of: key, places: result.places, facts: result.facts, records: result.records,
        lastNote: known.lastNote, at: app.clock.now.instant)
      return nil
    } catch {
      return known.places.merging(result.places) { _, new in new }
    }
  }

  /// Saves what the hook has reported, durably: it is removed from the hook's file.
  private static func keep(
    _ records: [RewriteRecord], of key: RepositoryKey, in app: App
  ) async -> Bool {
    if records.isEmpty { return false }
    do {
      try await app.journal(for: .writing).save(records, of: key)
      return true
    } catch {
      return false
    }
  }
}
