public import Diary
import Exchange
import Git
import Journal
import Localization
import Records
public import Views

extension DayRecords {
  /// The page of a day, by default today's, from the journal and from clones.
  public func page(
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
    let toDos = try await journal.toDos(listedOn: today)
    var page = DayPage(
      record: records.first { $0.day == today } ?? DayRecord(day: today), isToday: true)
    page.record.addList(toDos)
    page.finished = finished
    page.name = account.map { $0.name ?? $0.account.login }
    page.isLoggedIn =
      account != nil || app.accounts.overridingTokenSource() != nil
    page.remindsOfNotes = app.settings.remindsOfNotes
    if page.remindsOfNotes {
      page.earlierWithoutNote = records.first { $0.day == today - 1 }
      page.earlierWithoutNote?.commits.removeAll { $0.notes > 0 || !$0.commit.isWorthNote }
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
