import Journal
import Keyring
import Localization
import Platform
import Views
import Weather

/// The checks of settings that have no effect. Nothing is broken, so they are warnings.
struct SettingChecks {
  let paths: Paths
  let environment: Environment
  let journal: OpenJournal
  let secrets: any SecretStore

  func all() async -> [Check] {
    // A config file that is not valid has a check of its own.
    guard let file = try? ConfigFile(paths.config), let settings = try? Settings(file)
    else { return [] }
    var use = SettingsInUse(file: file, settings: settings, environment: environment)
    use.accounts = (try? await journal(for: .reading).accounts()) ?? []
    use.servicesWithKey = await servicesWithKey()
    return use.withoutEffect().map { key, reason, hint in
      Check(name: .setting(key), isFine: true, detail: reason, hint: hint, isWarning: true)
    }
  }

  /// The weather services whose key is in the keyring; `nil` if the keyring does not answer.
  private func servicesWithKey() async -> [WeatherService]? {
    guard (try? await secrets.check()) != nil else { return nil }
    var found: [WeatherService] = []
    for service in WeatherService.allCases {
      let name = WeatherLookup.keyName(of: service)
      do throws(KeyringError) {
        if try await secrets.secret(host: name, account: "key") != nil { found.append(service) }
      } catch {
        return nil
      }
    }
    return found
  }
}
