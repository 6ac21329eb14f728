import Diary
import Git
import Journal
import Localization
public import Views

extension DayRecords {
  /// Today's page, from the journal and from clones.
  public func page(of scope: CloneScope = .all) async throws -> DayPage {
    let today = app.clock.today
    let journal = try await app.journal(for: .reading)
    let known = try await journal.accounts()
    // A user who has logged out is not greeted by name.
    let account = try app.accounts.account(among: known).flatMap { isLoggedIn($0) ? $0 : nil }
    // Without a single account, the clones alone are counted.
    let subject = try? await app.activities.graphAccount(nil, in: journal, usesNetwork: false)
    let local = try await commits(of: scope, unpushedTo: subject?.account.host)
    let memoryDay = try await latestAnniversary(of: today, among: local, in: journal)
    let spans = [(today - 1)...today] + (memoryDay.map { [$0...$0] } ?? [])
    let records = try await records(of: spans, among: local, in: journal)
    var record = records.first { $0.day == today } ?? DayRecord(day: today)
    let activity = await pageActivity(on: today, local)
    let weather = knownWeather(of: record)
    let counts = try await journal.counts()
    let carries = app.settings.carry == .auto
    let toDos = try await journal.toDos(listedOn: today, carrying: carries)
    let commits = records.filter { $0.day >= today - 1 }.flatMap(\.commits)
    record.addList(toDos)
    return DayPage(
      name: account.map { $0.name ?? $0.account.login }, record: record,
      leftOver: carries ? [] : try await journal.openToDos(before: today),
      commitsWithoutNote: commits.filter { $0.notes == 0 }
        .sorted { $0.commit.date.instant > $1.commit.date.instant },
      memory: records.first { $0.day == memoryDay },
      activity: activity, hasPlace: app.settings.place != nil,
      weather: weather?.weather, weatherSeenAt: weather?.seenAt,
      isLoggedIn: account != nil || app.accounts.overridingTokenSource(on: "github.com") != nil,
      isBlank: counts.notes == 0 && counts.entries == 0 && counts.toDos == 0 && account == nil
        && app.settings.place == nil,
      isNew: counts.notes + counts.entries + counts.toDos < Self.newCount)
  }

  /// Up to this number of records, the page has hints about what is not set up.
  private static let newCount = 20

  private func isLoggedIn(_ account: SavedAccount) -> Bool {
    account.store != nil
      || app.accounts.overridingTokenSource(on: account.account.host, for: account) != nil
  }

  /// The most recent anniversary of this day with an entry, a note or a commit.
  private func latestAnniversary(
    of day: Day, among local: LocalCommits, in journal: Journal
  ) async throws -> Day? {
    let query = local.scope == .all ? try await ownCommitQuery(in: journal) : nil
    let last = try await journal.onThisDay(day, commitsOf: query).first?.day
    let own = OwnCommits(local: local.activity.histories, remote: [], clock: app.clock)
    return [last, own.latest(of: day.anniversaries(since: 1970))].compactMap(\.self).max()
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

  /// The activity of the account and of clones, from saved data only.
  private func pageActivity(on today: Day, _ local: LocalCommits) async -> Activity? {
    let activity = try? await app.activities.activity(
      ActivityOptions(isHere: local.scope == .here), on: today...today, usesNetwork: false,
      clones: local.activity)
    return activity.flatMap { $0.days.isEmpty ? nil : $0 }
  }
}
