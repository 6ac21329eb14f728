public import Diary
import JSON
import Journal
import Synchronization
import Views
import Weather

/// The weather of a day, asked for while the person is in the editor.
///
/// Nobody waits for it: an entry that is saved before it has come gets its weather from the next
/// command that shows some.
public final class BackgroundWeather: Sendable {
  private let found = Mutex<DayWeather?>(nil)

  fileprivate func keep(_ weather: DayWeather?) { found.withLock { $0 = weather } }

  /// Gives the entry its weather, where it has none yet and some has come.
  public func add(to entry: Entry, in app: App) async -> Entry {
    guard entry.weather == nil, entry.deletedAt == nil, let weather = found.withLock({ $0 }),
      let journal = try? await app.journal(for: .caching)
    else { return entry }
    let text = WeatherJSON.kept(weather).text(.compact)
    guard (try? await journal.setWeather(text, of: entry.day)) == true else { return entry }
    var entry = entry
    entry.weather = text
    return entry
  }
}

extension WeatherLookup {
  /// Lets the person write while the weather of a day is asked for, on other threads than the
  /// command's own, which waits for the editor. What has not come by the end is given up.
  public func askingForWeather(
    of day: Day, _ write: (BackgroundWeather) async throws -> Void
  ) async throws {
    let weather = BackgroundWeather()
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      if asksForWeather(of: day) {
        group.addTask(executorPreference: globalConcurrentExecutor) {
          weather.keep(await self.foundWeather(of: day))
        }
      }
      try await write(weather)
    }
  }

  /// Whether there is somebody to ask, and something that may be kept.
  private func asksForWeather(of day: Day) -> Bool {
    app.settings.place != nil && !app.options.isOffline && day <= app.clock.today
      && service.mayBeKept
      && (day == app.clock.today || service.knowsOtherDays)
  }

  private func foundWeather(of day: Day) async -> DayWeather? {
    let deadline = WeatherDeadline()
    guard let place = try? await resolvedDefaultPlace(deadline) else { return nil }
    return try? await weather(of: day, at: place, deadline)
  }
}
