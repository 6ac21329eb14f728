public import Diary
import JSON
import Journal
import Synchronization
import Views
import Weather

/// The weather of a day, requested while the editor is open.
///
/// Saving does not wait for it. An entry that is saved first gets its weather from the next command
/// that shows weather.
public final class BackgroundWeather: Sendable {
  private let found = Mutex<DayWeather?>(nil)

  fileprivate func keep(_ weather: DayWeather?) { found.withLock { $0 = weather } }

  /// Adds the weather to an entry that has none, if it has arrived.
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
  /// Runs `write` while the weather is requested on other threads, because the command's own thread
  /// waits for the editor. A request that is not finished by then is canceled.
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

  /// Whether the weather can be requested, and the service allows saving it.
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
