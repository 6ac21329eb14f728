import Context
import Diary
import Exchange
import JSON
import Journal
import Platform
import Synchronization
import Views
import Weather

/// The weather of a day, and of entries that have none, requested while the editor is open.
///
/// Saving does not wait for it. An entry that is saved first gets its weather from the next command
/// that shows weather.
final class BackgroundWeather: Sendable {
  private let found = Mutex<[Day: DayWeather]>([:])

  fileprivate func keep(_ weather: DayWeather, of day: Day) {
    found.withLock { $0[day] = weather }
  }

  /// Adds the weather that has arrived to other entries than that of `day`.
  func addToOthers(than day: Day? = nil, in app: App) async {
    let others = found.withLock { $0.filter { $0.key != day } }
    guard !others.isEmpty, let journal = try? await app.journal(for: .caching) else { return }
    for (day, weather) in others {
      let text = WeatherJSON.kept(weather).text(.compact)
      _ = try? await journal.setWeather(text, of: day, at: app.clock.now)
    }
  }

  /// Adds the weather to an entry that has none, if it has arrived.
  func add(to entry: Entry, in app: App) async -> Entry {
    guard entry.weather == nil, entry.deletedAt == nil,
      let weather = found.withLock({ $0[entry.day] }),
      let journal = try? await app.journal(for: .caching)
    else { return entry }
    let text = WeatherJSON.kept(weather).text(.compact)
    guard (try? await journal.setWeather(text, of: entry.day, at: app.clock.now)) == true else {
      return entry
    }
    var entry = entry
    entry.weather = text
    return entry
  }
}

extension WeatherLookup {
  /// Runs `write` while the weather is requested on other threads, because the command's own thread
  /// waits for the editor. A request that is not finished by then is canceled.
  func askingForWeather<Value>(
    of day: Day, _ write: (BackgroundWeather) async throws -> Value
  ) async throws -> Value {
    let weather = BackgroundWeather()
    return try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      let days = await daysToAsk(writing: day)
      if !days.isEmpty {
        group.addTask(executorPreference: globalConcurrentExecutor) {
          await self.find(weather, of: days)
        }
      }
      return try await write(weather)
    }
  }

  /// The day whose entry is being written, and the last days with an entry but no weather.
  private func daysToAsk(writing day: Day) async -> [Day] {
    guard app.settings.place != nil, !app.options.isOffline else { return [] }
    let missing = try? await app.journal(for: .reading)
      .entriesWithoutWeather(until: app.clock.today, limit: 7)
    return ([day] + (missing ?? []).filter { $0 != day }).filter { $0 <= app.clock.today }
  }

  private func find(_ found: BackgroundWeather, of days: [Day]) async {
    let deadline = WeatherDeadline()
    guard let place = try? await resolvedDefaultPlace(deadline) else { return }
    await forEachWeather(of: days, at: place, deadline) { found.keep($0, of: $1) }
  }
}

/// The last failure of the weather service, in the cache.
///
/// For ten minutes, commands that show weather beside something else do not ask the service again:
/// a server that does not answer would delay each of them. `commitdiary weather` always asks.
struct WeatherPause {
  let path: String

  private static let length: Int64 = 10 * 60

  /// When the service failed and when it will be asked again; `nil` if it may be asked now.
  func times(at now: Instant) -> (failed: Instant, end: Instant)? {
    guard let bytes = try? File.readRegular(path, limit: 1 << 10),
      let json = try? JSONParser.parse(bytes),
      let failed = json["failedAt"]?.string.flatMap(Instant.init(rfc3339:))
    else { return nil }
    let end = Instant(secondsSince1970: failed.secondsSince1970 + Self.length)
    return (failed..<end).contains(now) ? (failed, end) : nil
  }

  /// Write errors are ignored; the service is then asked again.
  func begin(at now: Instant) {
    let json: JSONValue = ["failedAt": .string(now.description)]
    try? File.makeDirectory(File.directory(of: path), permissions: 0o700)
    try? File.writeAtomically(Array((json.text() + "\n").utf8), to: path, permissions: 0o600)
  }

  func end() { try? File.remove(path) }
}
