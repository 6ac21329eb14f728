import Diary
import Journal
import Localization
import Platform
import Terminal

/// What the page of the day is made of, as the journal knows it.
struct DayPage: Sendable {
  var name: String?
  var record: DayRecord
  /// Unfinished to-dos of earlier days.
  var leftOver: [FoundToDo]
  /// Of today and yesterday, those without a note.
  var commitsWithoutNote: [CommitOfDay]
  /// What the same date held in an earlier year.
  var memory: Memory?
  var activity: Activity?
  /// Whether the weather of some place is wanted.
  var hasPlace: Bool
  var weather: DayWeather?
  var weatherSeenAt: Instant?
  /// Why there is none that is of now.
  var weatherFailure: Message?
  /// Whether nothing at all is set up or written yet.
  var isBlank: Bool

  static let commitLimit = 5
}

extension Session {
  /// Reads the page of today from the journal, and from the clone here.
  func dayPage() async throws -> DayPage {
    let today = self.today
    let journal = try journal(for: .reading)
    let known = try await journal.accounts()
    let account = try account(among: known)
    let records = try await records(of: (today - 1)...today, in: journal)
    let record = records.first { $0.day == today } ?? DayRecord(day: today)
    let activity = await pageActivity(on: today)
    let weather = knownWeather(of: record)
    let counts = try await journal.counts()
    let commits = records.flatMap(\.commits)
    return DayPage(
      name: account.map { $0.name ?? $0.account.login }, record: record,
      leftOver: try await journal.openToDos(before: today),
      commitsWithoutNote: commits.filter { $0.notes == 0 }
        .sorted { $0.commit.date.instant > $1.commit.date.instant },
      memory: try await journal.onThisDay(today, commitsOf: ownCommits(in: journal)).first,
      activity: activity, hasPlace: settings.place != nil,
      weather: weather?.weather, weatherSeenAt: weather?.seenAt,
      isBlank: counts.notes == 0 && counts.entries == 0 && counts.toDos == 0 && account == nil
        && settings.place == nil)
  }

  /// What was seen last, or stands in the entry: the later one.
  private func knownWeather(of record: DayRecord) -> (weather: DayWeather, seenAt: Instant?)? {
    let last = usualPlace.flatMap { lastWeather(of: $0) }
    guard let kept = WeatherJSON.weather(text: record.weather) else { return last }
    guard let last, last.seenAt >= kept.observedAt ?? last.seenAt else {
      return (kept, kept.observedAt)
    }
    return last
  }

  /// The account's days, else those of the clone here; from what is known, without the network.
  private func pageActivity(on today: Day) async -> Activity? {
    let activity = try? await activity(ActivityOptions(), on: today...today, asks: false)
    return activity.flatMap { $0.days.isEmpty ? nil : $0 }
  }
}
