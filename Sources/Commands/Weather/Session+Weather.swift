import Diary
import HTTP
import JSON
import Journal
import Keyring
import Localization
import Platform
import Terminal
import Weather

extension Session {
  /// What weather services get to answer in.
  static let weatherDeadline = Duration.seconds(2)

  var weatherService: WeatherService { settings.weatherService ?? .openMeteo }

  private func weatherAddresses() throws -> WeatherAddresses { try WeatherAddresses(environment) }

  /// The service that was chosen, with its key.
  func weatherProvider() async throws -> any WeatherProvider {
    guard !globals.isOffline else { throw AccountError.offline }
    let key = try await weatherKey()
    let clock = clock
    return try weatherService.provider(
      key: key, addresses: weatherAddresses(), transport: transport(),
      scale: settings.gradeScale, deadline: Self.weatherDeadline
    ) { clock.now.instant }
  }

  // MARK: The key

  /// What a key is kept under.
  private var keyName: String { "weather/" + weatherService.rawValue }

  private func weatherKey() async throws -> WeatherKey? {
    guard weatherService.needsKey else { return nil }
    let name = keyName
    return try await opened { keyring throws(KeyringError) in
      try await keyring.secret(host: name, account: "key")
    }.map(WeatherKey.init)
  }

  func keepWeatherKey(_ text: String) async throws {
    guard WeatherKey(text).isUsable else { throw WeatherError.unusableKey }
    let (name, label) = (keyName, "commitdiary: \(weatherService.rawValue)")
    try await opened { keyring throws(KeyringError) in
      try await keyring.store(text, host: name, account: "key", label: label)
    }
  }

  /// Whether there was one.
  func removeWeatherKey() async throws -> Bool {
    let name = keyName
    return try await opened { keyring throws(KeyringError) in
      try await keyring.remove(host: name, account: "key")
    }
  }

  // MARK: The place

  private var knownPlace: KnownPlace { KnownPlace(path: paths.place) }

  /// The place of the settings, where it is known without asking anybody.
  var usualPlace: Diary.Place? {
    settings.place.flatMap { Diary.Place(coordinates: $0) ?? knownPlace[$0] }
  }

  /// The usual place, looked up by its name where that has not been done yet, without a question to
  /// the person; `nil` where there is none, or nobody can tell which one is meant.
  func resolvedUsualPlace() async -> Diary.Place? {
    if let known = usualPlace { return known }
    guard let name = settings.place else { return nil }
    return try? await place(named: name, isUsual: true, asks: false)
  }

  /// The place that was typed, else the usual one, else the one that the person names now.
  func weatherPlace(_ typed: String?) async throws -> Diary.Place {
    if let typed { return try await place(named: typed) }
    if let usual = usualPlace { return usual }
    if let name = settings.place { return try await place(named: name, isUsual: true) }
    guard isInteractive, !globals.wantsJSON,
      let answer = try Question.ask(prompt: reader.say(.weatherWhere) + " "),
      !answer.allSatisfy(\.isWhitespace)
    else { throw PlaceError.none }
    let name = TokenInput.trimmed(answer)
    let place = try await place(named: name, isUsual: true)
    var file = try ConfigFile(paths.config)
    try file.set(SettingKey.place.rawValue, to: .string(name))
    try file.save()
    return place
  }

  private func place(
    named name: String, isUsual: Bool = false, asks: Bool = true
  ) async throws -> Diary.Place {
    if let place = Diary.Place(coordinates: name) { return place }
    guard !globals.isOffline else { throw AccountError.offline }
    let search = Geocoding(
      try weatherAddresses(), transport: transport(), deadline: Self.weatherDeadline)
    let candidates = try await search.search(name, language: reader.language)
    let place = try chosen(candidates, for: name, asks: asks)
    if isUsual { knownPlace.keep(place, for: name) }
    return place
  }

  /// The only one that fits, or by far the largest of those that are called just so; else the person
  /// chooses.
  private func chosen(
    _ candidates: [PlaceCandidate], for name: String, asks: Bool
  ) throws -> Diary.Place {
    guard let first = candidates.first else { throw PlaceError.unknown(name) }
    if candidates.count == 1 { return first.place }
    let others = candidates.dropFirst().map { $0.population ?? 0 }.max() ?? 0
    if let people = first.population,
      people > others.multipliedReportingOverflow(by: 20).partialValue
    {
      return first.place
    }
    guard asks, isInteractive else {
      throw PlaceError.ambiguous(name, candidates.prefix(3).map(Self.words))
    }
    let items = candidates.enumerated().map {
      PickerItem(id: $0, text: StyledText(Self.words(for: $1)))
    }
    return candidates[try pick(.weatherPick, from: items, missing: "--place")].place
  }

  private static func words(for candidate: PlaceCandidate) -> String {
    let names = [candidate.place.name, candidate.region, candidate.country].compactMap(\.self)
    return "\(names.joined(separator: ", ")) (\(candidate.place.coordinates))"
  }

  // MARK: The weather

  /// What it is now, kept for when nobody can be asked.
  func currentWeather(at place: Diary.Place) async throws -> DayWeather {
    var weather = try await weatherProvider().now(at: place)
    weather.source = weatherService.rawValue
    if weatherService.mayBeKept {
      LastWeather(path: paths.weather).keep(weather, of: place, seenAt: clock.now.instant)
    }
    return weather
  }

  /// What it was on a day, or will have been on this one.
  func weather(of day: Day, at place: Diary.Place) async throws -> DayWeather {
    var weather = try await weatherProvider().day(day, at: place, today: today)
    weather.source = weatherService.rawValue
    return weather
  }

  /// Gives entries without one the weather of their day: the one that was just written, or those
  /// that were written offline. It is no failure where that cannot be done.
  func fillInWeather(of days: [Day]) async {
    guard !days.isEmpty, weatherService.knowsOtherDays || days == [today],
      weatherService.mayBeKept, let place = await resolvedUsualPlace(),
      let journal = try? journal(for: .writing)
    else { return }
    for day in days where day <= today {
      guard let weather = try? await weather(of: day, at: place) else { return }
      _ = try? await journal.setWeather(WeatherJSON.kept(weather).text(.compact), of: day)
    }
  }

  /// The same for the latest entries that have none, once there is a network.
  func fillInMissingWeather(limit: Int = 31) async {
    guard settings.place != nil, !globals.isOffline,
      let days = try? await journal(for: .reading).entriesWithoutWeather(limit: limit)
    else { return }
    await fillInWeather(of: days)
  }
}

/// Why nobody knows which place is meant.
enum PlaceError: Error, Hashable {
  case none
  case unknown(String)
  case ambiguous(String, [String])
}

extension PlaceError: Explained {
  var explanation: Explanation {
    switch self {
    case .none: Explanation(.placeNone, hint: .placeNoneHint, status: .usage)
    case .unknown(let name):
      Explanation(.placeUnknown(name: name), hint: .placeUnknownHint, status: .notFound)
    case .ambiguous(let name, let candidates):
      Explanation(
        .placeAmbiguous(name: name),
        hint: .placeAmbiguousHint(candidates: candidates.joined(separator: "; ")), status: .usage)
    }
  }
}
