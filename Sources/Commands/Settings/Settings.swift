import Diary
import JSON
import Localization
import Platform
import Terminal
import Weather

/// The settings that a run goes by. A new one is a variable here, whose value is the default, and a
/// declaration in `Setting.all` below; the rest of the program follows from the two.
struct Settings: Sendable {
  var account: String?
  var clientID: String?
  var tokenCommand: [String]?
  var concurrency = 8
  var language: LanguageTag?
  var firstWeekday: Weekday?
  var ambiguousWidth = 1
  var theme: Theme?
  var style: HeatmapStyle?
  var showsSummary: Bool?
  /// Addresses that are the writer's, besides those that git knows.
  var emails: [String] = []
  /// Weekdays that end no streak.
  var excluded: Set<Weekday> = []
  var endOfDay = 0
  var backgroundSetting = BackgroundSetting.ask
  var place: String?
  var weatherService = WeatherService.openMeteo
  /// `nil` where each place is graded as is usual there.
  var gradeScale: GradeScale?
  var units = WeatherUnits.metric
}

extension Setting {
  /// Declared by name are those that commands set or ask about by themselves.
  static let account = Setting("github.account", .login, \.account, about: .aboutAccount)
  static let theme = Setting(
    "graph.theme", .theme, \.theme, about: .aboutTheme, usual: .string(Theme.usual.name))
  static let place = Setting("weather.place", .place, \.place, about: .aboutPlace)
  /// A secret, which is in the keyring and in no file.
  static let weatherKey = Setting(
    secret: "weather.key", expected: .expectNoKeyHere, about: .aboutWeatherKey)

  /// In the order in which people are shown them.
  static let all: [Setting] = [
    account,
    Setting("github.clientID", .text, \.clientID, about: .aboutClientID),
    Setting("github.tokenCommand", .command, \.tokenCommand, about: .aboutTokenCommand),
    Setting("github.concurrency", .number(in: 1...32), \.concurrency, about: .aboutConcurrency),
    Setting("language", .language, \.language, about: .aboutLanguage),
    Setting("week.start", .weekday, \.firstWeekday, about: .aboutWeekStart),
    Setting(
      "terminal.ambiguousWidth", .number(among: [1, 2]), \.ambiguousWidth,
      about: .aboutAmbiguousWidth),
    theme,
    Setting("graph.style", .choice(), \.style, about: .aboutStyle),
    Setting("graph.summary", .truth, \.showsSummary, about: .aboutSummary),
    Setting("graph.emails", .emails, \.emails, about: .aboutEmails),
    Setting("streak.excluded", .weekdays, \.excluded, about: .aboutExcluded),
    Setting("day.endsAt", .number(in: 0...6), \.endOfDay, about: .aboutEndOfDay),
    Setting("terminal.background", .choice(), \.backgroundSetting, about: .aboutBackground),
    place,
    Setting("weather.provider", .choice(), \.weatherService, about: .aboutWeatherService),
    weatherKey,
    Setting("weather.grades", .choice(), \.gradeScale, about: .aboutGrades),
    Setting("weather.units", .choice(), \.units, about: .aboutUnits),
  ]
}

extension Settings {
  /// No file is no settings.
  init(readingFrom path: String) throws {
    guard File.exists(path) else { return }
    for (name, value) in try ConfigFile(path).values {
      do {
        try Setting(typed: name).store(value, in: &self)
      } catch {
        throw SettingError.badFile(path: path, error)
      }
    }
  }

  /// For the commands that mend settings, or explain: they work whatever stands in the file.
  init(readingWhatCanBeRead path: String) {
    self = (try? Settings(readingFrom: path)) ?? Settings()
  }

  /// `nil` where the terminal is asked.
  var background: Background? {
    switch backgroundSetting {
    case .light: .light
    case .dark: .dark
    case .ask: nil
    }
  }

  var usesFahrenheit: Bool { units == .us }
}

/// How temperatures are written for people.
enum WeatherUnits: String, CaseIterable {
  case metric, us
}
