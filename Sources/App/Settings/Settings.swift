public import Diary
import JSON
public import Localization
import Platform
public import Terminal
import Weather

/// The settings that a run goes by.
public struct Settings: Sendable {
  public var account: String?
  public var clientID: String?
  var tokenCommand: [String]?
  var concurrency: Int?
  public var language: LanguageTag?
  public var firstWeekday: Weekday?
  var ambiguousWidth: Int?
  public var theme: Theme?
  public var style: HeatmapStyle?
  var showsSummary: Bool?
  /// Addresses that are the writer's, besides those that git knows.
  var emails: [String] = []
  /// Weekdays that end no streak.
  public var excluded: Set<Weekday> = []
  public var endOfDay: Int?
  /// `nil` where the terminal is asked.
  public var background: Background?
  public var place: String?
  var weatherService: WeatherService?
  /// `nil` where each place is graded as is usual there.
  var gradeScale: GradeScale?
  var usesFahrenheit = false

  /// No file is no settings.
  public init(readingFrom path: String) throws {
    guard File.exists(path) else { return }
    for (name, value) in try ConfigFile(path).values {
      let key: SettingKey
      do {
        key = try SettingKey(typed: name)
        try key.check(value)
      } catch {
        throw SettingError.badFile(path: path, error)
      }
      switch key {
      case .account: account = value.string
      case .clientID: clientID = value.string
      case .tokenCommand: tokenCommand = value.array?.compactMap(\.string)
      case .concurrency: concurrency = value.integer
      case .language: language = value.string.flatMap { LanguageTag($0) }
      case .weekStart: firstWeekday = value.string.flatMap { Weekday(abbreviation: $0) }
      case .ambiguousWidth: ambiguousWidth = value.integer
      case .theme: theme = value.string.flatMap(Theme.named)
      case .style: style = value.string.flatMap(HeatmapStyle.init)
      case .summary: showsSummary = value == .bool(true)
      case .emails: emails = value.array?.compactMap(\.string) ?? []
      case .excluded:
        excluded = Set(
          value.array?.compactMap { $0.string.flatMap(Weekday.init(abbreviation:)) } ?? [])
      case .endOfDay: endOfDay = value.integer
      case .background: background = value.string.flatMap(Background.init)
      case .place: place = value.string
      case .weatherService: weatherService = value.string.flatMap(WeatherService.init)
      case .weatherKey: break
      case .grades: gradeScale = value.string.flatMap(GradeScale.init)
      case .units: usesFahrenheit = value.string.flatMap(WeatherUnits.init) == .us
      }
    }
  }

  /// For the commands that mend settings, or explain: they work whatever stands in the file.
  public init(readingWhatCanBeRead path: String) {
    self = (try? Settings(readingFrom: path)) ?? Settings()
  }

  private init() {}
}
