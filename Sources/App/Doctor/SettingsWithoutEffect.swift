import Accounts
import Context
import Diary
import JSON
import Journal
import Localization
import Platform
import Views

/// The data that rules about settings use.
struct SettingsInUse: Sendable {
  let file: ConfigFile
  let settings: Settings
  let environment: Environment
  /// The accounts in the journal.
  var accounts: [SavedAccount] = []

  func isSet(_ setting: String) -> Bool { file[setting] != nil }

  /// The first of the variables that is set.
  func variable(_ names: [String]) -> String? {
    names.first { environment.nonEmpty($0) != nil }
  }
}

/// A rule that finds a setting with no effect, or with an unexpected one.
struct SettingRule: Sendable {
  let key: String
  let hint: Message?
  /// Why the setting has no effect; `nil` if it has one, or if it is not set.
  let reason: @Sendable (SettingsInUse) -> Message?

  init(
    _ key: String, hint: Message? = nil, _ reason: @escaping @Sendable (SettingsInUse) -> Message?
  ) {
    self.key = key
    self.hint = hint
    self.reason = { use in use.isSet(key) ? reason(use) : nil }
  }
}

extension SettingRule {
  /// In the order of `Setting.all`. If two rules apply to a key, the first is shown.
  static let all: [SettingRule] = [
    SettingRule("github.account", hint: .ruleAccountHint) { use in
      guard let name = use.settings.account?.lowercased() else { return nil }
      let hasAccount = use.accounts.contains {
        $0.store != nil
          && [$0.account.shortName, $0.account.login, $0.account.key]
            .contains { $0.lowercased() == name }
      }
      // The token command belongs to no account in the journal.
      let isExternal = use.settings.tokenCommand != nil
      return hasAccount || isExternal ? nil : .ruleAccount(login: use.settings.account ?? name)
    },
    SettingRule("github.clientID") { use in
      use.variable(["COMMITDIARY_CLIENT_ID"]).map { .ruleVariable(variable: $0) }
    },
    SettingRule("github.tokenCommand") { use in
      use.variable(Accounts.tokenVariables).map { .ruleVariable(variable: $0) }
    },
    SettingRule("graph.theme") { noColor($0) },
    SettingRule("terminal.background") { noColor($0) },
    SettingRule("streak.excluded", hint: .ruleExcludedHint) { use in
      use.settings.excluded.count == 7 ? .ruleExcluded : nil
    },
    SettingRule("weather.grades", hint: .rulePlaceHint) { use in
      use.settings.place == nil ? .rulePlace : nil
    },
  ]

  private static func noColor(_ use: SettingsInUse) -> Message? {
    use.variable(["NO_COLOR"]).map { .ruleNoColor(variable: $0) }
  }
}

extension SettingsInUse {
  /// Why settings have no effect, by key: those of the rules, and keys that
  /// occur more than once in the file.
  func withoutEffect() -> [(key: String, reason: Message, hint: Message?)] {
    var found: [(key: String, reason: Message, hint: Message?)] = []
    func add(_ key: String, _ reason: Message?, _ hint: Message?) {
      guard let reason, !found.contains(where: { $0.key == key }) else { return }
      found.append((key, reason, hint))
    }
    for rule in SettingRule.all { add(rule.key, rule.reason(self), rule.hint) }
    for (key, values) in Dictionary(grouping: file.values, by: { $0.key })
      .sorted(by: { $0.key < $1.key })
    where values.count > 1 {
      add(key, .ruleRepeated(count: values.count), .tryCommand(command: "commitdiary config edit"))
    }
    return found
  }
}

/// The checks of settings that have no effect. Nothing is broken, so they are warnings.
struct SettingChecks {
  let app: App

  func all() async -> [Check] {
    // A config file that is not valid has a check of its own.
    guard let file = try? ConfigFile(app.paths.config), let settings = try? Settings(file)
    else { return [] }
    var use = SettingsInUse(file: file, settings: settings, environment: app.environment)
    use.accounts = (try? await app.journal(for: .reading).accounts()) ?? []
    return use.withoutEffect().map { key, reason, hint in
      Check(name: .setting(key), isFine: true, detail: reason, hint: hint, isWarning: true)
    }
  }
}
