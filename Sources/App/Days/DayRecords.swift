import Accounts
import Context
package import Diary
import Exchange
import Git
package import Journal
import Localization
import Records
import Synchronizing
package import Views

/// Collects everything recorded for a day or for many days, with one query for each kind of record.
/// Git is run only for commits that are shown for the first time.
package struct DayRecords: Sendable {
  let app: App

  /// Everything recorded for a day.
  package func record(
    of day: Day, commitsOf scope: CloneScope, in journal: Journal
  ) async throws -> DayRecord {
    let local = try await app.clones.readableCommits(of: scope)
    return try await records(of: [day...day], among: local, in: journal).first
      ?? DayRecord(day: day)
  }

  /// Everything recorded for each of these days, in ascending order. Days without records are left
  /// out.
  package func records(
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

      for toDo in try await journal.toDos(onPagesOf: span, today: app.clock.today) {
        for day in toDo.toDo.days where span.contains(day) {
          change(day) { $0.toDos.append(toDo) }
        }
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
  package func onThisDay(_ day: Day, in journal: Journal) async throws -> [DayRecord] {
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

extension DayRecords {
  /// The page of a day, by default today's, from the journal and from clones.
  package func page(
    of day: Day? = nil, commitsOf scope: CloneScope = .all
  ) async throws -> DayPage {
    let today = app.clock.today
    let journal = try await app.journal(for: .reading)
    if let day, day != today {
      return DayPage(record: try await record(of: day, commitsOf: scope, in: journal))
    }
    let accounts = try await journal.accounts()
    // A user who has logged out is not greeted by name.
    let account = try app.accounts.usableAccount(among: accounts)
    let local = try await app.clones.readableCommits(of: scope, unpushedTo: account?.account.host)
    let finished = await app.toDosInCommits.finish(among: local)
    let own = local.scope == .all ? try ownCommitQuery(among: accounts) : nil
    // The most recent anniversary of this day with an entry, a note or a commit.
    let memoryDay = [
      try await journal.daysWithTexts(onDateOf: today, orCommitsOf: own).first,
      local.latest(of: today.anniversaries(since: 1970), by: app.clock),
    ].compactMap(\.self).max()
    let spans = [(today - 1)...today] + (memoryDay.map { [$0...$0] } ?? [])
    let records = try await records(of: spans, among: local, own, in: journal)
    let toDos = try await journal.toDos(listedOn: today) + dueSoon(in: journal)
    var page = DayPage(
      record: records.first { $0.day == today } ?? DayRecord(day: today), isToday: true)
    page.record.addList(toDos.sorted { $0.toDo.precedes($1.toDo, on: today) })
    page.finished = finished
    page.name = account.map { $0.name ?? $0.account.login }
    page.isLoggedIn =
      account != nil || app.accounts.overridingTokenSource() != nil
    page.remindsOfNotes = app.settings.remindsOfNotes
    if page.remindsOfNotes {
      page.earlierWithoutNote = records.first { $0.day == today - 1 }
      let others = local.histories.filter { !app.owns($0.clone) }
      let names = Set(others.flatMap { $0.names(on: (today - 1)...today, by: app.clock) })
      page.earlierWithoutNote?.commits.removeAll {
        $0.notes > 0 || !$0.commit.isWorthNote || $0.commit.packedName.map(names.contains) ?? false
      }
      page.withoutReminder = Set(
        page.record.commits.map(\.commit).filter { $0.packedName.map(names.contains) ?? false }
          .map(\.sha))
    }
    page.memory = records.first { $0.day == memoryDay }
    let activity = try? await app.activities.saved(
      of: scope == .all || app.options.account != nil ? account?.account : nil, and: local,
      on: today...today)
    page.activity = activity.flatMap { $0.days.isEmpty ? nil : $0 }
    page.hasPlace = app.settings.place != nil
    let weather = knownWeather(of: page.record)
    (page.weather, page.weatherSeenAt) = (weather?.weather, weather?.seenAt)
    page.failingSync = try await journal.failingSyncRemote(at: app.clock.now.instant)
    page.kept = app.keptDrafts
    page.looks = try await journal.textsToLookAt()
    page.recordCount = try await journal.counts().total
    if page.recordCount == 0, page.record.commits.isEmpty,
      let last = activity?.days.last(where: { $0.count ?? 0 > 0 && $0.day < today })?.day
    {
      page.lastCommits = try await self.records(of: [last...last], among: local, own, in: journal)
        .first
    }
    return page
  }

  /// What is due within a week and not on today's list yet.
  private func dueSoon(in journal: Journal) async throws -> [FoundToDo] {
    let today = app.clock.today
    return try await journal.openToDos(on: today).filter { found in
      guard let due = found.toDo.due, found.toDo.day > today else { return false }
      return due > today && due <= today + 7
    }
  }

  /// The weather that was fetched last, or the weather of the entry, whichever is newer.
  private func knownWeather(of record: DayRecord) -> (weather: DayWeather, seenAt: Instant?)? {
    let last = app.weather.defaultPlace.flatMap { app.weather.lastWeather(of: $0) }
    guard let saved = WeatherJSON.weather(text: record.weather) else { return last }
    guard let last, last.seenAt >= saved.observedAt ?? last.seenAt else {
      return (saved, saved.observedAt)
    }
    return last
  }
}
