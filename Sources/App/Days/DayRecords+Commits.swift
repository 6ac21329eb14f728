import Diary
import Git
import Journal
import Views

extension DayRecords {
  /// The user's own commits on these days, with the number of their notes, the newest first.
  func commits(
    _ own: OwnCommits, on spans: [ClosedRange<Day>], in journal: Journal
  ) async throws -> [(Day, CommitWithNotes)] {
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
          repository: repository, clone: Clone(withoutSettings: clone),
          previousName: repository.isLocal ? nil : clone.mainRoot)
      }
      var commits = names.keys.compactMap { known[$0] }
      let missing = Set(names.keys.filter { known[$0] == nil })
      if !missing.isEmpty {
        let read = try? LocalClone.reopen(FoundClone(clone), environment: app.environment)
          .commits(named: missing)
        commits += read ?? []
        for commit in read ?? [] { new[commit.packedName ?? 0] = commit }
      }
      for commit in commits {
        guard let day = commit.packedName.flatMap({ names[$0] }) else { continue }
        found.append(DatedCommit(day: day, repository: repository, commit: commit))
      }
    }
    if !new.isEmpty { try? await app.journal(for: .caching).keep(cloneCommits: new) }
    let notes = try await noteCounts(of: found, in: places)
    // Commits with the same timestamp stay in the same order in every run.
    let order = found.enumerated().sorted { left, right in
      let (one, other) = (left.element.commit, right.element.commit)
      return one.date.instant == other.date.instant
        ? one.sha < other.sha : one.date.instant > other.date.instant
    }
    return order.map { index, dated in
      let commit = CommitWithNotes(
        repository: dated.repository, commit: dated.commit, notes: notes[index])
      return (dated.day, commit)
    }
  }

  /// The number of notes for each commit, in the same order.
  private func noteCounts(
    of commits: [DatedCommit], in places: [Repository: LocatedRepository]
  ) async throws -> [Int] {
    var counts = commits.map { _ in 0 }
    let indices = Dictionary(grouping: commits.indices) { commits[$0].repository }
    for (repository, indices) in indices {
      let place = places[repository] ?? LocatedRepository(repository: repository)
      let noted = try await app.repositories.noted(indices.map { commits[$0].commit }, of: place)
      for (index, commit) in zip(indices, noted) { counts[index] = commit.notes }
    }
    return counts
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
