public import Diary
public import Journal
public import Views

/// Collects everything recorded for a day or for many days, with one query for each kind of record.
/// Git is run only for commits that are shown for the first time.
public struct DayRecords: Sendable {
  public let app: App

  /// Everything recorded for a day.
  public func record(
    of day: Day, commitsOf scope: CloneScope, in journal: Journal
  ) async throws -> DayRecord {
    let local = try await app.clones.readableCommits(of: scope)
    return try await records(of: [day...day], among: local, in: journal).first
      ?? DayRecord(day: day)
  }

  /// Everything recorded for each of these days, in ascending order. Days without records are left
  /// out.
  public func records(
    of spans: [ClosedRange<Day>], among local: LocalCommits, in journal: Journal
  ) async throws -> [DayRecord] {
    try await records(of: spans, among: local, own(local, in: journal), in: journal)
  }

  func records(
    of spans: [ClosedRange<Day>], among local: LocalCommits, _ own: OwnCommitQuery?,
    in journal: Journal
  ) async throws -> [DayRecord] {
    var records: [Day: DayRecord] = [:]
    func change(_ day: Day, _ body: (inout DayRecord) -> Void) {
      body(&records[day, default: DayRecord(day: day)])
      records[day]?.here = local.here
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

      let toDos = ToDoFilter(since: first, until: last)
      for toDo in try await journal.toDos(toDos, on: app.clock.today) {
        change(toDo.toDo.day) { $0.toDos.append(toDo) }
      }
      for toDo in try await journal.toDosDone(from: first, to: last) {
        guard let day = toDo.toDo.doneOn, day != toDo.toDo.day else { continue }
        change(day) { $0.toDos.append(toDo) }
      }
    }

    for commit in try await commits(on: spans, among: local, own, in: journal) {
      change(app.clock.day(of: commit.commit.date.instant)) { $0.commits.append(commit) }
    }
    guard let own else { return records.values.sorted { $0.day < $1.day } }
    for span in spans {
      for (day, event) in try await journal.events(
        from: span.lowerBound, to: span.upperBound, of: own)
      {
        change(day) { $0.events.append(event) }
      }
    }
    return records.values.sorted { $0.day < $1.day }
  }

  /// Everything recorded on this date in earlier years, the most recent year first. Only days with
  /// an entry, a note or a commit are included.
  public func onThisDay(_ day: Day, in journal: Journal) async throws -> [DayRecord] {
    let remembered = try await journal.daysWithTexts(onDateOf: day)
    let days = day.anniversaries(since: 1970)
    guard let first = days.last else { return [] }
    let local = try await app.clones.readableCommits(of: .all)
    let own = try await own(local, in: journal)
    let commits = try await commitCounts(on: first...day, among: local, own, in: journal)
    let found = Set(remembered + days.filter { commits[$0] != nil }).sorted(by: >)
    let records = try await records(of: found.map { $0...$0 }, among: local, own, in: journal)
    let byDay = Dictionary(records.map { ($0.day, $0) }) { first, _ in first }
    return found.map { byDay[$0] ?? DayRecord(day: $0) }
  }
}
