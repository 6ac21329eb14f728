package import Diary
import JSON
package import Localization
import Platform
package import Terminal

/// The settings of a run. To add one, add a variable here with its default and a declaration in
/// `Setting.all` below.
package struct Settings: Sendable {
  package var account: String?
  package var clientID: String?
  package var tokenCommand: [String]?
  package var language: LanguageTag?
  package var firstWeekday: Weekday?
  package var ambiguousWidth = 1
  package var theme: Theme?
  package var style: HeatmapStyle?
  /// The user's email addresses, in addition to those that git is configured with.
  package var emails: [String] = []
  /// The directories with the user's clones; `nil` if the clones are those in which the program has
  /// run.
  var clonePaths: [String]?
  /// The same, if there are any.
  package var searchedPaths: [String]? { clonePaths.flatMap { $0.isEmpty ? nil : $0 } }
  /// Weekdays that do not end a streak.
  package var excluded: Set<Weekday> = []
  /// Whether marked commits count for streaks.
  package var streakAgents = StreakAgents.with
  /// Texts in messages or authors that mark a commit, besides those of known agents.
  var agentMarks: [String] = []
  package var endOfDay = 0
  /// Whether `#word` in a text is a tag.
  package var findsTags = true
  var backgroundSetting = BackgroundSetting.ask
  package var place: String?
  /// `nil` if each place is graded with its national scale.
  package var gradeScale: GradeScale?
  var units = WeatherUnits.metric
  /// Whether the page of the day says which commits have no note.
  package var remindsOfNotes = true
  package var finishesFromCommits = true
  /// The title of pages and books; `nil` for the usual one.
  package var pagesTitle: String?
  /// The tag that opens texts on pages, if it was set by hand.
  package var publicTag = "public"
  /// Whether a shared diary is exchanged by itself.
  package var syncsByItself = true
  /// The folders whose work each journal is about, by its name.
  var journals: [String: [String]] = [:]
  /// The software and the web address of hosts, by their names.
  var forges: [String: ForgeHost] = [:]
  /// The keys of `browse` by the names of its actions.
  package var browseKeys: [String: [String]] = [:]
  /// The user's own commands of `browse`, by their keys.
  package var browseCommands: [String: BrowseCommandSetting] = [:]
  /// The folder with a copy of the journal for each of the last days.
  package var backupPath: String?
  /// The keys of the config file that this version does not know.
  package private(set) var unknownKeys: [String] = []
}

extension Setting {
  /// The settings that commands change or show by name are declared separately.
  package static let account = Setting(
    "github.account", .login, \.account, about: .aboutAccount, details: .detailsAccount)
  package static let theme = Setting(
    "graph.theme", .theme, \.theme, about: .aboutTheme, details: .detailsTheme,
    defaultValue: .string(Theme.default.name))
  package static let place = Setting(
    "weather.place", .place, \.place, about: .aboutPlace, details: .detailsPlace)
  package static let emails = Setting(
    "me.emails", .emails, \.emails, about: .aboutEmails, details: .detailsEmails)
  package static let clonePaths = Setting(
    "clones.paths", .folders, \.clonePaths, about: .aboutClonePaths, details: .detailsClonePaths)
  package static let backupPath = Setting(
    "backup.path", .folder, \.backupPath, about: .aboutBackupPath, details: .detailsBackupPath)
  package static let endOfDay = Setting(
    "day.endsAt", .hour(in: 0...6), \.endOfDay, about: .aboutEndOfDay, details: .detailsEndOfDay)

  /// In the order of `config list`.
  package static let all: [Setting] = [
    account,
    Setting("github.clientID", .text, \.clientID, about: .aboutClientID, details: .detailsClientID),
    Setting(
      "github.tokenCommand", .command, \.tokenCommand, about: .aboutTokenCommand,
      details: .detailsTokenCommand),
    Setting("language", .language, \.language, about: .aboutLanguage, details: .detailsLanguage),
    Setting(
      "week.start", .weekday, \.firstWeekday, about: .aboutWeekStart, details: .detailsWeekStart),
    Setting(
      "terminal.ambiguousWidth", .number(among: [1, 2]), \.ambiguousWidth,
      about: .aboutAmbiguousWidth, details: .detailsAmbiguousWidth),
    theme,
    Setting("graph.style", .choice(), \.style, about: .aboutStyle, details: .detailsStyle),
    emails,
    clonePaths,
    Setting(
      "streak.excluded", .weekdays, \.excluded, about: .aboutExcluded, details: .detailsExcluded),
    Setting(
      "streak.agents", .choice(), \.streakAgents, about: .aboutStreakAgents,
      details: .detailsStreakAgents),
    Setting(
      "agents.marks", .texts, \.agentMarks, about: .aboutAgentMarks, details: .detailsAgentMarks),
    endOfDay,
    Setting(
      "todo.fromCommits", .boolean, \.finishesFromCommits, about: .aboutFromCommits,
      details: .detailsFromCommits),
    Setting(
      "notes.remind", .boolean, \.remindsOfNotes, about: .aboutNotesRemind,
      details: .detailsNotesRemind),
    Setting(
      "tags.inText", .boolean, \.findsTags, about: .aboutTagsInText, details: .detailsTagsInText),
    Setting(
      "pages.title", .title, \.pagesTitle, about: .aboutPagesTitle, details: .detailsPagesTitle),
    Setting(
      "export.public", .tag, \.publicTag, about: .aboutPublicTag, details: .detailsPublicTag),
    Setting(
      "sync.auto", .boolean, \.syncsByItself, about: .aboutSyncAuto, details: .detailsSyncAuto),
    backupPath,
    Setting(
      "terminal.background", .choice(), \.backgroundSetting, about: .aboutBackground,
      details: .detailsBackground),
    Setting(
      "browse.keys", .table, \.browseKeys, about: .aboutBrowseKeys, details: .detailsBrowseKeys),
    Setting(
      "browse.commands", .table, \.browseCommands, about: .aboutBrowseCommands,
      details: .detailsBrowseKeys),
    place,
    Setting(
      "weather.grades", .choice(), \.gradeScale, about: .aboutGrades, details: .detailsGrades),
    Setting("weather.units", .choice(), \.units, about: .aboutUnits, details: .detailsUnits),
  ]
}

extension Setting {
  /// The setting with this key: one of those above, or a journal.
  package static func named(_ key: String) -> Setting? {
    all.first { $0.key == key } ?? journal(key) ?? forge(key)
  }

  private static let forgePrefix = "forges."

  /// `forges.git.example.com` says what serves this host: `gitlab https://code.example.com`.
  private static func forge(_ key: String) -> Setting? {
    guard key.hasPrefix(forgePrefix), key.utf8.count > forgePrefix.utf8.count else { return nil }
    let host = String(key.dropFirst(forgePrefix.count))
    return Setting(
      key, .forge(of: host), \.forges[host], about: .aboutForges, details: .detailsForges)
  }

  private static let journalPrefix = "journals."

  /// `journals.work` has the folders of the journal `work`; there may be none.
  private static func journal(_ key: String) -> Setting? {
    guard key.hasPrefix(journalPrefix) else { return nil }
    let name = String(key.dropFirst(journalPrefix.count))
    guard Journals.isName(name) else { return nil }
    return journal(key, name)
  }

  private static func journal(_ key: String, _ name: String) -> Setting {
    Setting(key, .folders, \.journals[name], about: .aboutJournals, details: .detailsJournals)
  }

  /// The settings for the manual, where one stands for all journals.
  package static let documented =
    all + [journal(journalPrefix + "NAME", "name")]
    + [forge(forgePrefix + "HOST")].compactMap(\.self)

  /// Whether it is a journal, which may have no folders.
  package var isJournal: Bool { key.hasPrefix(Self.journalPrefix) }
}

extension Settings {
  /// Without a file, every setting has its default.
  package init(readingFrom path: String) throws {
    guard File.exists(path) else {
      self.init()
      return
    }
    try self.init(ConfigFile(path))
  }

  package init(_ file: ConfigFile) throws {
    unknownKeys = file.unknownKeys
    for (name, value) in file.values {
      guard let setting = Setting.named(name) else {
        // Texts must not be written to another journal than the file seems to say.
        guard name != "journals", !name.hasPrefix("journals.") else {
          throw SettingError.badFile(
            path: file.path, key: name,
            .badValue(value.written, key: name, expected: .expectJournal))
        }
        continue
      }
      do {
        try setting.store(value, in: &self)
      } catch {
        throw SettingError.badFile(path: file.path, key: name, error)
      }
    }
  }

  /// Uses the defaults if the config file is invalid. Commands that repair or explain settings must
  /// work even then.
  package init(readingIfValid path: String) {
    self = (try? Settings(readingFrom: path)) ?? Settings()
  }

  /// `nil` if the terminal is asked.
  var background: Background? {
    switch backgroundSetting {
    case .light: .light
    case .dark: .dark
    case .ask: nil
    }
  }

  var usesFahrenheit: Bool { units == .us }
}

/// A command of the user's for a key of `browse`.
package struct BrowseCommandSetting: Hashable, Sendable {
  package var name: String
  package var words: [String]
}

/// Which commits count for streaks.
package enum StreakAgents: String, CaseIterable, Sendable {
  case with, without
}

/// The units in which temperatures are shown.
enum WeatherUnits: String, CaseIterable {
  case metric, us
}
