public import Diary
public import JSON
public import Localization
import Platform
import Terminal
import Weather

/// What can be set in the config file.
public enum SettingKey: String, CaseIterable, Sendable {
  case account = "github.account"
  case clientID = "github.clientID"
  case tokenCommand = "github.tokenCommand"
  case concurrency = "github.concurrency"
  case language
  case weekStart = "week.start"
  case ambiguousWidth = "terminal.ambiguousWidth"
  case theme = "graph.theme"
  case style = "graph.style"
  case summary = "graph.summary"
  case emails = "graph.emails"
  case excluded = "streak.excluded"
  case endOfDay = "day.endsAt"
  case background = "terminal.background"
  case place = "weather.place"
  case weatherService = "weather.provider"
  /// A secret, which stands in the keyring and in no file.
  case weatherKey = "weather.key"
  case grades = "weather.grades"
  case units = "weather.units"

  /// The key that was typed.
  public init(typed: String) throws(SettingError) {
    guard let key = SettingKey(rawValue: typed) else {
      throw .unknownKey(typed, nearest: Self.nearest(to: typed))
    }
    self = key
  }

  private static func nearest(to typed: String) -> String? {
    let last = typed.split(separator: ".").last.map { $0.lowercased() }
    return allCases.map(\.rawValue).first {
      $0.lowercased() == typed.lowercased()
        || $0.lowercased().split(separator: ".").last.map(String.init) == last
    }
  }

  /// The value for the file, from what was typed.
  public func value(typed: String) throws(SettingError) -> JSONValue {
    let value: JSONValue =
      switch self {
      case .ambiguousWidth, .concurrency, .endOfDay:
        Int(typed).map(JSONValue.integer) ?? .string(typed)
      case .tokenCommand: Self.words(typed)
      case .emails, .excluded: Self.list(typed)
      case .summary: ["true": .bool(true), "false": .bool(false)][typed] ?? .string(typed)
      default: .string(typed)
      }
    try check(value)
    return value
  }

  /// A command as it is typed in a shell, or as JSON has it.
  private static func words(_ typed: String) -> JSONValue {
    if let array = try? JSONParser.parse(Array(typed.utf8)), array.array != nil { return array }
    return ShellWords.split(typed).map { .array($0.map(JSONValue.string)) } ?? .string(typed)
  }

  /// Words with commas or spaces between them, or as JSON has a list.
  private static func list(_ typed: String) -> JSONValue {
    if let array = try? JSONParser.parse(Array(typed.utf8)), array.array != nil { return array }
    let words = typed.split { $0 == "," || $0.isWhitespace }
    return .array(words.map { .string(String($0)) })
  }

  private static func isList(_ value: JSONValue, of fits: (String) -> Bool) -> Bool {
    value.array.map { $0.allSatisfy { $0.string.map(fits) ?? false } } ?? false
  }

  /// Refuses a value that the key cannot have, whether it was typed or stands in the file.
  public func check(_ value: JSONValue) throws(SettingError) {
    let fits =
      switch self {
      case .account:
        value.string.map { !$0.isEmpty && !$0.contains(where: \.isWhitespace) } ?? false
      case .clientID: value.string.map { !$0.isEmpty } ?? false
      case .tokenCommand:
        value.array.map { words in
          words.first?.string?.isEmpty == false && words.allSatisfy { $0.string != nil }
        } ?? false
      case .concurrency: value.integer.map((1...32).contains) ?? false
      case .language: value.string.flatMap { LanguageTag($0) } != nil
      case .weekStart: value.string.flatMap { Weekday(abbreviation: $0) } != nil
      case .ambiguousWidth: [1, 2].contains(value.integer)
      case .theme: value.string.flatMap(Theme.named) != nil
      case .style: value.string.flatMap(HeatmapStyle.init) != nil
      case .summary: value == .bool(true) || value == .bool(false)
      case .emails: Self.isList(value) { $0.contains("@") && !$0.contains(where: \.isWhitespace) }
      case .excluded: Self.isList(value) { Weekday(abbreviation: $0) != nil }
      case .endOfDay: value.integer.map((0...6).contains) ?? false
      case .background: value.string.flatMap(BackgroundSetting.init) != nil
      case .place: value.string.map { !$0.allSatisfy(\.isWhitespace) } ?? false
      case .weatherService: value.string.flatMap(WeatherService.init) != nil
      case .weatherKey: false
      case .grades: value.string.flatMap(GradeScale.init) != nil
      case .units: value.string.flatMap(WeatherUnits.init) != nil
      }
    guard fits else {
      throw .badValue(value.written, key: rawValue, expected: expected)
    }
  }

  public var expected: Message {
    switch self {
    case .account: .expectLogin
    case .clientID: .expectText
    case .tokenCommand: .expectCommand
    case .concurrency: .expectNumberBetween(lowest: 1, highest: 32)
    case .language: .expectLanguage
    case .weekStart: .expectChoices(choices: Weekday.abbreviations.joined(separator: ", "))
    case .ambiguousWidth: .expectChoices(choices: "1, 2")
    case .theme: .expectChoices(choices: Theme.all.map(\.name).joined(separator: ", "))
    case .style:
      .expectChoices(choices: HeatmapStyle.allCases.map(\.rawValue).joined(separator: ", "))
    case .summary: .expectChoices(choices: "true, false")
    case .emails: .expectEmails
    case .excluded: .expectChoices(choices: Weekday.abbreviations.joined(separator: ", "))
    case .endOfDay: .expectNumberBetween(lowest: 0, highest: 6)
    case .background:
      .expectChoices(choices: BackgroundSetting.allCases.map(\.rawValue).joined(separator: ", "))
    case .place: .expectPlace
    case .weatherService:
      .expectChoices(choices: WeatherService.allCases.map(\.rawValue).joined(separator: ", "))
    case .weatherKey: .expectNoKeyHere
    case .grades:
      .expectChoices(choices: GradeScale.allCases.map(\.rawValue).joined(separator: ", "))
    case .units:
      .expectChoices(choices: WeatherUnits.allCases.map(\.rawValue).joined(separator: ", "))
    }
  }
}

/// How temperatures are written for people.
public enum WeatherUnits: String, CaseIterable, Sendable {
  case metric, us
}

extension Weekday {
  /// As settings and options write them, Sunday first.
  public static let abbreviations = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

  public init?(abbreviation: String) {
    guard let index = Self.abbreviations.firstIndex(of: abbreviation.lowercased()) else {
      return nil
    }
    self.init(rawValue: index)
  }
}
