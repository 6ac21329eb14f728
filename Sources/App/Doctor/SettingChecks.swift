import Journal
import Localization
import Platform
import Views

/// The checks of settings that have no effect. Nothing is broken, so they are warnings.
struct SettingChecks {
  let paths: Paths
  let environment: Environment
  let journal: OpenJournal

  func all() async -> [Check] {
    // A config file that is not valid has a check of its own.
    guard let file = try? ConfigFile(paths.config), let settings = try? Settings(file)
    else { return [] }
    var use = SettingsInUse(file: file, settings: settings, environment: environment)
    use.accounts = (try? await journal(for: .reading).accounts()) ?? []
    return use.withoutEffect().map { key, reason, hint in
      Check(name: .setting(key), isFine: true, detail: reason, hint: hint, isWarning: true)
    }
  }
}
