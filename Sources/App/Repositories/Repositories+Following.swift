public import Diary
import Git
public import Journal
import Platform

extension Repositories {
  /// The commits with notes that were rewritten to each of these commits. All commands that look
  /// for rewritten commits call this.
  ///
  /// If the clone has changed since the last check, it is read. What is found is saved, so that lists
  /// need no git.
  public func earlierCommits(
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
  public func notes(
    on commits: [String], of place: LocatedRepository, in journal: Journal
  ) async throws -> [String: [FoundNote]] {
    try await notes(on: commits, earlier: earlierCommits(of: commits, in: place), in: journal)
  }

  /// The same after a call of `follow`.
  ///
  /// - Parameter unsaved: what it has returned.
  public func notes(
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
  public func follow(_ place: LocatedRepository) async -> [String: [CommitPlace]]? {
    do { return try await follow(in: place) } catch { return nil }
  }

  private func follow(in place: LocatedRepository) async throws -> [String: [CommitPlace]]? {
    guard let clone = place.clone else { return nil }
    let local = LocalClone(clone)
    let key = try await withRoot(place, for: .reading).key
    let reading = try await app.journal(for: .reading)
    guard let state = try await reading.followingState(of: key, in: local.commonDirectory) else {
      return nil
    }
    if !state.hasNewNotes, let stamp = state.clone?.stamp, local.isUnchanged(since: stamp) {
      return nil
    }
    let reported = local.rewrittenPairs()
    let isKept = await keep(reported, of: key)
    let known = try await reading.followedCommits(of: key, in: local.commonDirectory)
    let result = try local.follow(
      FollowingRequest(
        commits: known.places.map {
          CommitToFollow(sha: $0.key, places: $0.value, elsewhere: known.elsewhere[$0.key])
        },
        facts: known.facts, records: known.records, reported: reported,
        basis: state.clone?.basis,
        pullRequests: try await reading.mergedPullRequests(of: key)))
    if isKept { try? local.removeRewrittenPairs(reported) }
    let looked = FollowedClone(
      clone: local.commonDirectory, root: local.mainRoot, basis: result.basis,
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
  private func keep(_ records: [RewriteRecord], of key: RepositoryKey) async -> Bool {
    if records.isEmpty { return false }
    do {
      try await app.journal(for: .writing).save(records, of: key)
      return true
    } catch {
      return false
    }
  }
}
