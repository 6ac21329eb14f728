import Diary
import Git
import Journal
import Views

extension DayRecords {
  /// The user's own commits on these days, with the number of their notes, the newest first.
  func commits(
    _ own: OwnCommits, on spans: [ClosedRange<Day>], in journal: Journal
  ) async throws -> [RepositoryCommit] {
    var found = own.remote
    var places: [Repository: LocatedRepository] = [:]
    let shown = own.commits(on: spans)
    let all = shown.flatMap { $0.names.keys }
    // The saved commits are a cache.
    let known = all.isEmpty ? [:] : (try? await journal.cloneCommits(named: all)) ?? [:]
    var new: [UInt64: Commit] = [:]
    for (history, names) in shown {
      let clone = history.clone
      let repository = history.repository ?? Repository(name: clone.mainRoot)
      if places[repository] == nil {
        places[repository] = LocatedRepository(
          repository, clone: Clone(withoutSettings: clone), at: clone.mainRoot)
      }
      var commits = names.keys.compactMap { known[$0] }
      let missing = Set(names.keys.filter { known[$0] == nil })
      if !missing.isEmpty {
        let read = try? LocalClone.reopen(FoundClone(clone), environment: app.environment)
          .commits(named: missing)
        commits += read ?? []
        for commit in read ?? [] { new[commit.packedName ?? 0] = commit }
      }
      found += commits.map { RepositoryCommit(repository: repository, commit: $0) }
    }
    if !new.isEmpty { try? await app.journal(for: .caching).keep(cloneCommits: new) }
    try await countNotes(on: &found, in: places)
    // Commits with the same timestamp stay in the same order in every run.
    return found.sorted { left, right in
      let (one, other) = (left.commit, right.commit)
      return one.date.instant == other.date.instant
        ? one.sha < other.sha : one.date.instant > other.date.instant
    }
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
}

extension OwnCommits {
  /// The commits on these days that only clones have, each in one clone. Clones of a repository on a
  /// host take precedence over copies.
  fileprivate func commits(
    on spans: [ClosedRange<Day>]
  ) -> [(history: CloneHistory, names: [UInt64: Day])] {
    let hosted = local.filter { $0.repository?.isLocal == false }
    let others = local.filter { $0.repository?.isLocal != false }
    var seen: Set<UInt64> = []
    return (hosted + others).compactMap { history in
      var names: [UInt64: Day] = [:]
      for span in spans {
        for (name, day) in localOnlyNames(on: span, in: history)
        where names[name] != nil || seen.insert(name).inserted { names[name] = day }
      }
      return names.isEmpty ? nil : (history, names)
    }
  }
}
