public import Diary
import JSON
public import Localization
import Platform
public import Terminal
import Weather

/// The settings that a run goes by. A new one is a variable here, whose value is the default, and a
/// declaration in `Setting.all` below; the rest of the program follows from the two.
public struct Settings: Sendable {
  public var account: String?
  public var clientID: String?
  var tokenCommand: [String]?
  public var concurrency = 8
  public var language: LanguageTag?
  public var firstWeekday: Weekday?
  public var ambiguousWidth = 1
  public var theme: Theme?
  public var style: HeatmapStyle?
  var showsSummary: Bool?
  /// Addresses that are the writer's, besides those that git knows.
  var emails: [String] = []
  /// Weekdays that end no streak.
  public var excluded: Set<Weekday> = []
  public var endOfDay = 0
  var backgroundSetting = BackgroundSetting.ask
  public var place: String?
  var weatherService = WeatherService.openMeteo
  /// `nil` where each place is graded as is usual there.
  var gradeScale: GradeScale?
  var units = WeatherUnits.metric
}

extension Setting {
  /// Declared by name are those that commands set or ask about by themselves.
  public static let account = Setting("github.account", .login, \.account, about: .aboutAccount)
  public static let theme = Setting(
    "graph.theme", .theme, \.theme, about: .aboutTheme, defaultValue: .string(Theme.default.name))
  public static let place = Setting("weather.place", .place, \.place, about: .aboutPlace)
  /// A secret, which is in the keyring and in no file.
  public static let weatherKey = Setting(
    secret: "weather.key", expected: .expectNoKeyHere, about: .aboutWeatherKey)

  /// In the order in which people are shown them.
  public static let all: [Setting] = [
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
  public init(readingFrom path: String) throws {
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
  public init(readingWhatCanBeRead path: String) {
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
