import JSON
import Localization
public import Views
import Weather

extension App {
  /// All settings with their values, in the order of their declarations, followed by the keys of
  /// the config file that are unknown. Values are shown even if they are not valid.
  public func settingRows() async throws -> [SettingRow] {
    let file = try ConfigFile(paths.config)
    var rows: [SettingRow] = []
    for setting in Setting.all {
      let value = await setting.isSecret ? secretPlace() : file[setting.key]
      rows.append(SettingRow(setting, value: value))
    }
    return rows
      + file.unknownKeys.map { key in
        SettingRow(
          key: key, value: file[key], defaultValue: nil, isSet: true, about: .aboutUnknown,
          text: file[key]?.written ?? "", defaultText: "")
      }
  }

  /// Where the key of the weather service is kept; `nil` if it has none, or if the keyring does not
  /// answer. The keyring is asked only if the service needs a key, and is not unlocked for this.
  private func secretPlace() async -> JSONValue? {
    guard weather.service.needsKey else { return nil }
    let key = try? await process.secrets.secret(host: weather.keyName, account: "key")
    return key == nil ? nil : "keyring"
  }
}

extension SettingRow {
  fileprivate init(_ setting: Setting, value: JSONValue?) {
    let defaultValue = setting.defaultValue
    self.init(
      key: setting.key, value: value ?? defaultValue, defaultValue: defaultValue,
      isSet: value != nil, about: setting.about,
      text: (value ?? defaultValue).map(setting.text) ?? "",
      defaultText: defaultValue.map(setting.text) ?? "")
  }
}
