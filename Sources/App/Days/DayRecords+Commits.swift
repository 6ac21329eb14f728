import Accounts
import Context
package import Diary
import Git
package import Journal
import Localization

extension DayRecords {
  /// The number of the user's own commits on each day that has any.
  package func commitCounts(
    on span: ClosedRange<Day>, of scope: CloneScope, in journal: Journal
  ) async throws -> [Day: Int] {
    let local = try await app.clones.readableCommits(of: scope)
    return try await commitCounts(on: span, among: local, own(local, in: journal), in: journal)
  }

  func commitCounts(
    on span: ClosedRange<Day>, among local: LocalCommits, _ own: OwnCommitQuery?,
    in journal: Journal
  ) async throws -> [Day: Int] {
    let remote = try await remoteCommits(on: [span], own, in: journal).compactMap { found in
      found.commit.packedName.map {
        PackedCommit(name: $0, authoredAt: found.commit.date.instant.secondsSince1970)
      }
    }
    return CommitTally(local.histories.map(\.commits) + [PackedCommits(remote)])
      .days(endingAt: app.clock.endOfDay, offset: app.clock.offset(at:))
      .filter { span.contains($0.key) }
  }

  /// The user's own commits on these days, with the number of their notes, the newest first: those
  /// in clones, on any branch, and those fetched by the last refresh. A commit that is in several of
  /// them is counted once.
  func commits(
    on spans: [ClosedRange<Day>], among local: LocalCommits, _ own: OwnCommitQuery?,
    in journal: Journal
  ) async throws -> [RepositoryCommit] {
    var found = try await remoteCommits(on: spans, own, in: journal)
    let shown = local.names(
      on: spans, besides: Set(found.compactMap(\.commit.packedName)), by: app.clock)
    let all = shown.flatMap(\.names)
    // The saved commits are a cache.
    let known = all.isEmpty ? [:] : (try? await journal.cloneCommits(named: all)) ?? [:]
    var places: [Repository: LocatedRepository] = [:]
    var new: [UInt64: Commit] = [:]
    for (history, names) in shown {
      let clone = history.clone
      let repository = history.location
      if places[repository] == nil {
        places[repository] = LocatedRepository(
          repository, clone: clone, at: clone.mainRoot)
      }
      var commits = names.compactMap { known[$0] }
      let missing = names.filter { known[$0] == nil }
      if !missing.isEmpty {
        let read = try? Clone.reopen(FoundClone(clone), environment: app.environment)
          .commits(named: missing)
        commits += read ?? []
        for commit in read ?? [] { new[commit.packedName ?? 0] = commit }
      }
      found += commits.sorted { $0.sha < $1.sha }
        .map { RepositoryCommit(repository: repository, commit: $0) }
    }
    let marked = local.markedNames
    for index in found.indices {
      if let name = found[index].commit.packedName, marked.contains(name) {
        found[index].commit.isMarked = true
      }
    }
    if !new.isEmpty { await app.journal.cache { [new] in try await $0.save(cloneCommits: new) } }
    try await countNotes(on: &found, in: places)
    return newestFirst(found, among: local)
  }

  /// Commits by their author dates. Those of the same second are in the order of `git log` in their
  /// clone.
  private func newestFirst(
    _ found: [RepositoryCommit], among local: LocalCommits
  ) -> [RepositoryCommit] {
    struct Key: Hashable {
      var date: Instant
      var repository: Repository
    }
    let keys = found.map { Key(date: $0.commit.date.instant, repository: $0.repository) }
    var tied: [Repository: [String]] = [:]
    for (key, indices) in Dictionary(grouping: found.indices, by: { keys[$0] })
    where indices.count > 1 {
      tied[key.repository, default: []] += indices.map { found[$0].commit.sha }
    }
    var places: [String: Int] = [:]
    for (repository, commits) in tied {
      for clone in local.clones(of: repository) {
        let missing = commits.filter { places[$0] == nil }.sorted()
        if missing.isEmpty { break }
        places.merge(clone.places(of: missing)) { known, _ in known }
      }
    }
    return found.indices.sorted { left, right in
      let (one, other) = (keys[left], keys[right])
      if one.date != other.date { return one.date > other.date }
      if one.repository != other.repository { return one.repository.name < other.repository.name }
      func place(_ index: Int) -> (Int, Int) { (places[found[index].commit.sha] ?? .max, index) }
      return place(left) < place(right)
    }.map { found[$0] }
  }

  private func countNotes(
    on commits: inout [RepositoryCommit], in places: [Repository: LocatedRepository]
  ) async throws {
    for (repository, indices) in Dictionary(
      grouping: commits.indices, by: { commits[$0].repository })
    {
      let place = places[repository] ?? LocatedRepository(repository)
      let noted = try await app.repositories.noted(indices.map { commits[$0].commit }, of: place)
      for (index, commit) in zip(indices, noted) { commits[index].notes = commit.notes }
    }
  }

  // MARK: Commits of the last refresh

  private func remoteCommits(
    on spans: [ClosedRange<Day>], _ own: OwnCommitQuery?, in journal: Journal
  ) async throws -> [RepositoryCommit] {
    guard let own else { return [] }
    var found: [RepositoryCommit] = []
    for span in spans {
      found += try await journal.commits(from: span.lowerBound, to: span.upperBound, of: own)
    }
    return found
  }

  /// The accounts whose fetched commits are added to these; `nil` if only some clones were asked
  /// for.
  func own(_ local: LocalCommits, in journal: Journal) async throws -> OwnCommitQuery? {
    local.scope == .all ? try await ownCommitQuery(among: journal.accounts()) : nil
  }

  /// The accounts whose fetched commits are the user's own: the named account, else all known ones.
  func ownCommitQuery(among known: [SavedAccount]) throws -> OwnCommitQuery {
    let named = try app.options.account.flatMap { _ in try app.accounts.account(among: known) }
    let accounts = (named.map { [$0] } ?? known).map(\.account).filter { !$0.login.isEmpty }
    return OwnCommitQuery(of: accounts, dayEndsAt: app.clock.endOfDay) {
      app.clock.offset(at: $0)
    }
  }
}

/// The latest commits of a clone, by everybody.
package struct CloneCommits: Sendable {
  package var repository: Repository
  /// The commits, and whether each is the user's own.
  package var commits: [(commit: RepositoryCommit, isOwn: Bool)]
  /// Whether there are older ones.
  package var isLimited: Bool
}

extension DayRecords {
  /// The commits that `HEAD` of the clone in the working directory has; `nil` outside of a clone.
  package func commitsHere(
    limit: Int, among local: LocalCommits
  ) async throws -> CloneCommits? {
    guard let here = try? app.repositories.here(), let clone = here.clone else { return nil }
    let own = local.ownNames
    // A branch without a commit has none to list.
    let all = (try? clone.recentCommits(CommitQuery(limit: limit + 1))) ?? []
    let noted = try await app.repositories.noted(Array(all.prefix(limit)), of: here)
    return CloneCommits(
      repository: here.repository,
      commits: noted.map { ($0, $0.commit.packedName.map(own.contains) ?? false) },
      isLimited: all.count > limit)
  }
}

extension DayRecords {
  /// The message and the changed files of a commit; `nil` if no clone of its repository has it.
  package func changes(
    of commit: Commit, in repository: Repository, among local: LocalCommits
  ) -> CommitChanges? {
    first(in: repository, among: local) { try $0.changes(of: commit.sha) }
  }

  /// The diff of a file that `changes` has returned, bounded in size and time; `nil` if no clone
  /// could read it.
  package func diff(
    of commit: Commit, _ file: CommitChanges.File, in repository: Repository,
    among local: LocalCommits
  ) -> FileDiff? {
    first(in: repository, among: local) { try $0.diff(of: commit.sha, file) }
  }

  /// What the first clone of a repository says that can be read.
  private func first<Value>(
    in repository: Repository, among local: LocalCommits, _ read: (Clone) throws -> Value
  ) -> Value? {
    for clone in local.clones(of: repository) {
      if let value = try? read(clone) { return value }
    }
    guard let here = try? app.repositories.here(), here.repository == repository else { return nil }
    return try? here.clone.map(read)
  }

  /// A commit as a person types it: a revision of the clone in the working directory, or the
  /// beginning of an id that the journal knows.
  package func commit(_ typed: String, in journal: Journal) async throws -> RepositoryCommit {
    let found: RepositoryCommit
    let place: LocatedRepository
    if let here = try? app.repositories.here(), let commit = try? here.clone?.resolve(typed) {
      place = here
      found = RepositoryCommit(repository: here.repository, commit: commit)
    } else {
      found = try await app.repositories.commit(anywhere: typed)
      place = LocatedRepository(found.repository)
    }
    return try await app.repositories.noted([found.commit], of: place).first ?? found
  }
}
