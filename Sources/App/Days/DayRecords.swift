public import Diary
public import Git
public import Journal
public import Views

/// Collects everything recorded for a day or for many days, with one query for each kind of record
/// and at most two runs of git.
public struct DayRecords: Sendable {
  public let app: App

  /// Everything recorded for a day.
  public func record(of day: Day, in journal: Journal) async throws -> DayRecord {
    try await records(of: day...day, in: journal).first ?? DayRecord(day: day)
  }

  /// Everything recorded for each of these days, in ascending order. Days without records are left
  /// out.
  public func records(
    of spans: ClosedRange<Day>..., in journal: Journal
  ) async throws -> [DayRecord] {
    try await records(of: spans, among: historiesHere(), in: journal)
  }

  public func records(
    of spans: [ClosedRange<Day>], among local: [CloneHistory], in journal: Journal
  ) async throws -> [DayRecord] {
    var records: [Day: DayRecord] = [:]
    func change(_ day: Day, _ body: (inout DayRecord) -> Void) {
      body(&records[day, default: DayRecord(day: day)])
    }

    for span in spans {
      let (first, last) = (span.lowerBound, span.upperBound)
      var entries = EntryFilter(since: first, until: last)
      entries.order = .oldest
      for entry in try await journal.entries(entries) { change(entry.day) { $0.entry = entry } }

      var notes = NoteFilter()
      (notes.since, notes.until, notes.order) = (first, last, .oldest)
      for note in try await journal.notes(notes) {
        change(note.note.day) { $0.notes.append(note) }
      }

      for toDo in try await journal.toDos(ToDoFilter(since: first, until: last)) {
        change(toDo.toDo.day) { $0.toDos.append(toDo) }
      }
      for toDo in try await journal.toDosDone(from: first, to: last) {
        guard let day = toDo.toDo.doneOn, day != toDo.toDo.day else { continue }
        change(day) { $0.toDos.append(toDo) }
      }
    }

    let own = try await ownCommits(spans, among: local, in: journal)
    for (day, commit) in try await commits(own, on: spans) {
      change(day) { $0.commits.append(commit) }
    }
    let query = try await ownCommitQuery(in: journal)
    for span in spans {
      for (day, event) in try await journal.events(
        from: span.lowerBound, to: span.upperBound, of: query)
      {
        change(day) { $0.events.append(event) }
      }
    }
    return records.values.sorted { $0.day < $1.day }
  }

  /// Everything recorded on this date in earlier years, the most recent year first. Only days with
  /// an entry, a note or a commit are included.
  public func onThisDay(_ day: Day, in journal: Journal) async throws -> [DayRecord] {
    let remembered = try await journal.onThisDay(day).map(\.day)
    let days = day.anniversaries(since: 1970)
    guard let first = days.last else { return [] }
    let local = await historiesHere()
    let commits = try await ownCommits([first...day], among: local, in: journal)
      .counts(on: first...day)
    let found = Set(remembered + days.filter { commits[$0] != nil }).sorted(by: >)
    let records = try await records(of: found.map { $0...$0 }, among: local, in: journal)
    let byDay = Dictionary(records.map { ($0.day, $0) }) { first, _ in first }
    return found.map { byDay[$0] ?? DayRecord(day: $0) }
  }

  // MARK: Commits

  /// The user's own commits on these days, with the number of their notes, the newest first.
  private func commits(
    _ own: OwnCommits, on spans: [ClosedRange<Day>]
  ) async throws -> [(Day, CommitWithNotes)] {
    var found = own.remote
    var here: LocatedRepository?
    for history in own.local {
      let names = spans.reduce(into: [:]) {
        $0.merge(own.localOnlyNames(on: $1, in: history)) { first, _ in first }
      }
      guard !names.isEmpty,
        let reading = try? history.clone.beginReading(commitsNamed: Set(names.keys))
      else { continue }
      // Git reads the commits while another git process determines the clone's repository.
      here = try? app.repositories.place(of: history.clone)
      let repository = here?.repository ?? Repository(name: history.clone.root)
      for commit in (try? reading.finish()) ?? [] {
        guard let day = commit.packedName.flatMap({ names[$0] }) else { continue }
        found.append(DatedCommit(day: day, repository: repository, commit: commit))
      }
    }
    let notes = try await noteCounts(of: found, here: here)
    // Commits with the same timestamp stay in the order in which they were found.
    let order = found.enumerated().sorted { left, right in
      let (one, other) = (left.element.commit.date.instant, right.element.commit.date.instant)
      return one == other ? left.offset < right.offset : one > other
    }
    return order.map { index, dated in
      let commit = CommitWithNotes(
        repository: dated.repository, commit: dated.commit, notes: notes[index])
      return (dated.day, commit)
    }
  }

  /// The number of notes for each commit, in the same order.
  private func noteCounts(of commits: [DatedCommit], here: LocatedRepository?) async throws -> [Int]
  {
    var counts = commits.map { _ in 0 }
    let indices = Dictionary(grouping: commits.indices) { commits[$0].repository }
    for (repository, indices) in indices {
      let place = here.flatMap { $0.repository == repository ? $0 : nil }
      let noted = try await app.repositories.noted(
        indices.map { commits[$0].commit }, of: place ?? LocatedRepository(repository: repository))
      for (index, commit) in zip(indices, noted) { counts[index] = commit.notes }
    }
    return counts
  }
}
