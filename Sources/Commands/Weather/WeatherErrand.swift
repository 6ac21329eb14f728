import Diary
import JSON
import Journal
import Weather

/// The weather of a day on its way, while the person is in the editor.
///
/// It goes by a thread of its own: the one of the command waits for the editor. What it brings is
/// added to the entry once that is safe in the journal; a save neither waits for it nor fails by it.
struct WeatherErrand: Sendable {
  private let task: Task<DayWeather?, Never>

  /// `nil` where there is nobody to ask, or nothing that may be kept.
  init?(of day: Day, in session: Session) {
    guard session.settings.place != nil, !session.globals.isOffline, day <= session.today,
      session.weatherService.mayBeKept,
      day == session.today || session.weatherService.knowsOtherDays
    else { return nil }
    task = Task.detached {
      let patience = WeatherPatience()
      guard let place = try? await session.resolvedUsualPlace(patience) else { return nil }
      return try? await session.weather(of: day, at: place, patience)
    }
  }

  /// Gives the entry its weather, where it has none yet and some has come.
  func end(with entry: Entry, in session: Session) async -> Entry {
    guard entry.weather == nil, entry.deletedAt == nil, let weather = await task.value,
      let journal = try? session.journal(for: .writing)
    else { return entry }
    let text = WeatherJSON.kept(weather).text(.compact)
    guard (try? await journal.setWeather(text, of: entry.day)) == true else { return entry }
    var entry = entry
    entry.weather = text
    return entry
  }
}

extension Session {
  /// Says that an entry is kept, and adds the weather of its day: for people afterwards, for
  /// programs before, since they are told all of it at once.
  func acknowledge(_ outcome: EntryOutcome, with errand: WeatherErrand?) async throws {
    guard let errand, case .saved(let entry) = outcome else { return try acknowledge(outcome) }
    if globals.wantsJSON {
      return try acknowledge(.saved(await errand.end(with: entry, in: self)))
    }
    try acknowledge(outcome)
    _ = await errand.end(with: entry, in: self)
  }
}
