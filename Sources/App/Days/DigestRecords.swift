import Context
package import Diary
import Git
package import Journal
package import Localization
package import Views

/// Collects what a digest shows.
package struct DigestRecords: Sendable {
  let app: App

  /// - Parameters:
  ///   - typed: the repositories that were named; if empty, everything is included.
  ///   - isOwnOnly: whether commits of others in these repositories are left out.
  ///   - local: the commits that are included.
  package func records(
    on span: ClosedRange<Day>, of typed: [String], ownOnly isOwnOnly: Bool,
    among local: LocalCommits, in journal: Journal
  ) async throws -> [DayRecord] {
    var records = try await app.days.records(of: [span], among: local, in: journal)
    let today = app.clock.today
    if span.contains(today) {
      records.addList(try await journal.toDos(listedOn: today), on: today)
    }
    records = records.withEachToDoOnce
    if !typed.isEmpty {
      var places: [LocatedRepository] = []
      for word in typed { places.append(try await app.repositories.locate(word)) }
      records = records.compactMap { $0.limited(to: Set(places.map(\.repository))) }
      if !isOwnOnly {
        for place in places {
          records.add(try await commits(of: place, on: span, in: journal), by: app.clock)
        }
      }
    }
    return records.withBranches(branches(of: local.histories, on: span)).withEachChangeOnce
  }

  /// How long ago the pull requests and issues were fetched; `nil` if there are none, or if it was
  /// within the last hour.
  package func ageOfEvents(in journal: Journal) async throws -> Message? {
    var oldest: Instant?
    for account in try await app.days.ownCommitQuery(among: journal.accounts()).accounts {
      guard let fetched = try await journal.eventCoverage(of: account)?.fetchedAt else { continue }
      oldest = Swift.min(oldest ?? fetched, fetched)
    }
    guard let oldest else { return nil }
    let now = app.clock.now.instant
    return now.secondsSince1970 - oldest.secondsSince1970 < 3600 ? nil : oldest.age(at: now)
  }

  /// The commits by all authors in a repository, from its clone and from the last refresh.
  private func commits(
    of place: LocatedRepository, on span: ClosedRange<Day>, in journal: Journal
  ) async throws -> [RepositoryCommit] {
    let (first, end) = (
      app.clock.start(of: span.lowerBound), app.clock.start(of: span.upperBound + 1)
    )
    var found = try place.clone?.recentCommits(CommitQuery(since: first, until: end)) ?? []
    let known = Set(found.map(\.sha))
    found += try await journal.remoteCommits(
      of: place.repository, since: first, until: end
    ).filter { !known.contains($0.sha) }
    return try await app.repositories.noted(found, of: place)
  }

  /// The branches of commits, by the first bytes of their names. A clone that git cannot read has
  /// none.
  private func branches(of local: [CloneHistory], on span: ClosedRange<Day>) -> [UInt64: String] {
    let start = app.clock.start(of: span.lowerBound)
    var branches: [UInt64: String] = [:]
    for history in local
    where history.commits.commits.contains(where: {
      $0.authoredAt >= start.secondsSince1970 && $0.authoredAt != PackedCommit.undated
    }) {
      let found = (try? history.clone.branches(since: start)) ?? [:]
      branches.merge(found) { first, _ in first }
    }
    return branches
  }
}

extension DayRecord {
  /// What belongs to these repositories; `nil` if nothing does. Entries and to-dos belong to none.
  fileprivate func limited(to repositories: Set<Repository>) -> DayRecord? {
    var record = DayRecord(day: day)
    record.commits = commits.filter { repositories.contains($0.repository) }
    record.notes = notes.filter { repositories.contains($0.note.repository) }
    record.events = events.filter { repositories.contains($0.item.repository) }
    return record.isEmpty ? nil : record
  }
}

extension [DayRecord] {
  /// Adds commits that the records do not have yet, the newest first.
  fileprivate mutating func add(_ commits: [RepositoryCommit], by clock: Clock) {
    var known = Set(flatMap(\.commits).map(\.commit.sha))
    for commit in commits where known.insert(commit.commit.sha).inserted {
      let index = index(of: clock.day(of: commit.commit.date.instant))
      self[index].commits.append(commit)
      self[index].commits.sort { $0.commit.date.instant > $1.commit.date.instant }
    }
  }

  /// Adds the list of a day to its record.
  fileprivate mutating func addList(_ list: [FoundToDo], on day: Day) {
    if !list.isEmpty { self[index(of: day)].addList(list) }
  }

  /// The index of the record of a day, which is added if there is none.
  private mutating func index(of day: Day) -> Int {
    let index = firstIndex { $0.day >= day } ?? endIndex
    if index == endIndex || self[index].day != day { insert(DayRecord(day: day), at: index) }
    return index
  }

  fileprivate func withBranches(_ branches: [UInt64: String]) -> [DayRecord] {
    map { record in
      var record = record
      for index in record.commits.indices {
        record.commits[index].branch = record.commits[index].commit.packedName.flatMap {
          branches[$0]
        }
      }
      return record
    }
  }
}
