import JSON
import Localization
public import Views

extension App {
  /// All settings with their values, in the order of their declarations, followed by the keys of
  /// the config file that are unknown. Values are shown even if they are not valid.
  public func settingRows() throws -> [SettingRow] {
    let file = try ConfigFile(paths.config)
    return Setting.all.map { SettingRow($0, value: file[$0.key]) }
      + file.unknownKeys.map { key in
        SettingRow(
          key: key, value: file[key], defaultValue: nil, isSet: true, about: .aboutUnknown,
          text: file[key]?.written ?? "", defaultText: "")
      }
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
