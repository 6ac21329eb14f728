import Context
package import Diary
import Exchange
import JSON
import Journal
import Localization
import Platform
import Terminal
import Views
import Weather

/// Requests the weather of days, and saves the answers.
package struct WeatherLookup: Sendable {
  let app: App

  private func service(_ deadline: WeatherDeadline) throws -> OpenMeteo {
    try app.web.requireNetwork()
    return OpenMeteo(
      try app.web.weatherAddresses(), transport: app.web.transport(),
      scale: app.settings.gradeScale, deadline: deadline.left)
  }

  // MARK: The pause after a failure

  private var pause: WeatherPause { WeatherPause(path: app.paths.weatherPause) }

  /// Sends requests, and saves whether the service failed.
  private func asking<Value>(_ requests: () async throws -> Value) async throws -> Value {
    do {
      let value = try await requests()
      pause.end()
      return value
    } catch let error as WeatherError where error.isOutage {
      pause.begin(at: app.clock.now.instant)
      throw error
    }
  }

  /// Throws an error if the service failed a short time ago.
  private func checkPause() throws {
    guard let times = pause.times(at: app.clock.now.instant) else { return }
    func time(_ instant: Instant) -> String {
      app.reader.time(app.clock.localTime.moment(at: instant).time)
    }
    throw Explanation(
      .weatherPaused(time: time(times.failed), end: time(times.end)), status: .unavailable)
  }

  // MARK: The place

  private var placeCache: PlaceCache { PlaceCache(path: app.paths.place) }

  /// The default place, if it is known without a request.
  var defaultPlace: WeatherPlace? {
    app.settings.place.flatMap { WeatherPlace(coordinates: $0) ?? placeCache[$0] }
  }

  /// The default place, looked up by name if necessary, without asking the user; `nil` if none is
  /// set. For commands that show weather beside something else: it throws an error if the service
  /// failed a short time ago.
  package func resolvedDefaultPlace(_ deadline: WeatherDeadline) async throws -> WeatherPlace? {
    guard let name = app.settings.place else { return nil }
    try checkPause()
    if let known = defaultPlace { return known }
    return try await place(named: name, deadline, isDefault: true, asks: false)
  }

  /// The named place, else the default place, else one that the user is asked for.
  package func place(_ typed: String?, _ deadline: WeatherDeadline) async throws -> WeatherPlace {
    if let typed { return try await place(named: typed, deadline) }
    if let place = defaultPlace { return place }
    if let name = app.settings.place {
      return try await place(named: name, deadline, isDefault: true)
    }
    guard app.prompts.isInteractive, !app.options.wantsJSON,
      let answer = try app.prompts.ask(.weatherWhere),
      !answer.allSatisfy(\.isWhitespace)
    else { throw Explanation(.placeNone, hint: .placeNoneHint, status: .usage) }
    let name = String(answer.trimmed)
    let place = try await place(named: name, WeatherDeadline(), isDefault: true)
    try ConfigFile.set(Setting.place.key, to: .string(name), in: app.paths.config)
    return place
  }

  /// Looks up a new default place, so that an unknown name is reported right away. Without a
  /// network the lookup is postponed.
  package func checkDefaultPlace(_ name: String) async throws {
    do {
      _ = try await place(named: name, WeatherDeadline(), isDefault: true)
    } catch  where error.isOutageOfWeather {
      app.output.note(.placeLater, .remark)
    }
  }

  private func place(
    named name: String, _ deadline: WeatherDeadline, isDefault: Bool = false, asks: Bool = true
  ) async throws -> WeatherPlace {
    if let place = WeatherPlace(coordinates: name) { return place }
    guard !Self.areCoordinates(name) else {
      throw Explanation(
        .placeNoCoordinates(name: name), hint: .placeNoCoordinatesHint, status: .usage)
    }
    try app.web.requireNetwork()
    let search = Geocoding(
      try app.web.weatherAddresses(), transport: app.web.transport(), deadline: deadline.left)
    let candidates = try await asking {
      try await search.search(name, language: app.reader.catalog.tag.language)
    }
    let place = try chosen(candidates, for: name, asks: asks)
    if isDefault { placeCache.keep(place, for: name) }
    return place
  }

  /// Whether the text is two numbers, even if they are not valid coordinates.
  private static func areCoordinates(_ text: String) -> Bool {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { Double($0.trimmed) != nil }
  }

  /// The only match, or the first one if it is by far the largest. Otherwise the user is asked to
  /// choose.
  private func chosen(
    _ candidates: [PlaceCandidate], for name: String, asks: Bool
  ) throws -> WeatherPlace {
    guard let first = candidates.first else {
      throw Explanation(.placeUnknown(name: name), hint: .placeUnknownHint, status: .notFound)
    }
    if candidates.count == 1 { return first.place }
    let others = candidates.dropFirst().map { $0.population ?? 0 }.max() ?? 0
    if let people = first.population, people > others * 20 { return first.place }
    guard asks, app.prompts.isInteractive else {
      let names = candidates.prefix(3).map(words).joined(separator: "; ")
      throw Explanation(
        .placeAmbiguous(name: name), hint: .placeAmbiguousHint(candidates: names), status: .usage)
    }
    let items = candidates.enumerated().map {
      PickerItem(id: $0, text: StyledText(words(for: $1)))
    }
    return candidates[try app.prompts.pick(.weatherPick, from: items, option: "--place")].place
  }

  private func words(for candidate: PlaceCandidate) -> String {
    let names = [candidate.place.name, candidate.region, candidate.country].compactMap(\.self)
    return "\(app.reader.enumeration(names)) (\(candidate.place.coordinates))"
  }

  // MARK: The weather

  /// The current weather, which is also saved for use without a network.
  package func currentWeather(
    at place: WeatherPlace, _ deadline: WeatherDeadline
  ) async throws -> DayWeather {
    let service = try service(deadline)
    var weather = try await asking { try await service.now(at: place) }
    weather.source = OpenMeteo.name
    keepLast(weather, of: place)
    return weather
  }

  /// The weather of a past day, or today's, including the forecast for the rest of it.
  package func weather(
    of day: Day, at place: WeatherPlace, _ deadline: WeatherDeadline
  ) async throws -> DayWeather {
    let service = try service(deadline)
    var weather = try await asking {
      try await service.day(day, at: place, today: app.clock.today)
    }
    weather.source = OpenMeteo.name
    if day == app.clock.today { keepLast(weather, of: place) }
    return weather
  }

  /// The last weather that was fetched for a place, with the place's current name and the current
  /// scale.
  package func lastWeather(of place: WeatherPlace) -> (weather: DayWeather, seenAt: Instant)? {
    guard var last = WeatherCache(path: app.paths.weather).entry(for: place) else { return nil }
    last.weather.place = place.name
    if let scale = app.settings.gradeScale { last.weather = last.weather.graded(on: scale) }
    return last
  }

  private func keepLast(_ weather: DayWeather, of place: WeatherPlace) {
    WeatherCache(path: app.paths.weather).keep(weather, of: place, seenAt: app.clock.now.instant)
  }

  // MARK: The weather of entries

  /// Adds the weather to recent entries without one. Failures are ignored.
  ///
  /// - Parameter deadline: the time the command has left. If it is over, no request is sent.
  package func fillInMissingWeather(_ deadline: WeatherDeadline) async {
    guard app.settings.place != nil, !app.options.isOffline, deadline.left > .zero,
      let days = try? await app.journal(for: .reading)
        .entriesWithoutWeather(until: app.clock.today, limit: 31)
    else { return }
    await fillInWeather(of: days, deadline)
  }

  /// Adds the weather to the entry of one day. Failures are ignored.
  package func fillInWeather(of entry: Entry, _ deadline: WeatherDeadline) async {
    guard app.settings.place != nil, !app.options.isOffline, entry.weather == nil,
      entry.deletedAt == nil, entry.day <= app.clock.today
    else { return }
    await fillInWeather(of: [entry.day], deadline)
  }

  private func fillInWeather(of days: [Day], _ deadline: WeatherDeadline) async {
    guard !days.isEmpty, let place = try? await resolvedDefaultPlace(deadline),
      let journal = try? await app.journal(for: .caching)
    else { return }
    await forEachWeather(of: days, at: place, deadline) { weather, day in
      let text = WeatherJSON.kept(weather).text(.compact)
      _ = try? await journal.setWeather(text, of: day, at: app.clock.now)
    }
  }

  /// Passes the weather of these days to `use`, until the time is over.
  func forEachWeather(
    of days: [Day], at place: WeatherPlace, _ deadline: WeatherDeadline,
    _ use: (DayWeather, Day) async -> Void
  ) async {
    for day in days where deadline.left > .zero {
      do {
        await use(try await weather(of: day, at: place, deadline), day)
      } catch WeatherError.noDataForDay {
        continue
      } catch {
        // If the service does not answer, the next request would fail too.
        return
      }
    }
  }
}

/// The time limit for all weather requests of a command together. It starts with the first request.
package struct WeatherDeadline: Sendable {
  private let end: ContinuousClock.Instant

  package init(_ limit: Duration = .seconds(2)) {
    end = ContinuousClock.now + limit
  }

  package var left: Duration { Swift.max(.zero, ContinuousClock.now.duration(to: end)) }
}

extension Error {
  /// Whether the service could not be asked, as opposed to having no data.
  package var isOutageOfWeather: Bool {
    if let error = self as? WeatherError { return error.isOutage }
    if self as? Explanation == .offline { return true }
    return false
  }
}
