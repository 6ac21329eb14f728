public import JSON
public import Localization
public import Terminal

/// One setting in `config list`.
public struct SettingRow: Sendable {
  public var key: String
  /// The value in use; `nil` if nothing is set and there is no default.
  public var value: JSONValue?
  public var defaultValue: JSONValue?
  public var isSet: Bool
  public var about: Message
  /// The value and the default as they are typed.
  public var text: String
  public var defaultText: String

  public init(
    key: String, value: JSONValue?, defaultValue: JSONValue?, isSet: Bool, about: Message,
    text: String, defaultText: String
  ) {
    self.key = key
    self.value = value
    self.defaultValue = defaultValue
    self.isSet = isSet
    self.about = about
    self.text = text
    self.defaultText = defaultText
  }
}

extension ViewContext {
  /// All settings. Those that are set have a mark.
  public func lines(of settings: [SettingRow]) -> [StyledText] {
    SettingList(rows: settings, context: self).lines()
  }
}

private struct SettingList {
  let rows: [SettingRow]
  let context: ViewContext

  private static let mark = "* "
  private static let gap = 2
  private static let maxValueWidth = 16
  /// Descriptions need this width beside the values; else they are below the keys.
  private static let minAboutWidth = 24

  private var screen: Screen { context.screen }

  func lines() -> [StyledText] {
    let keyWidth = (rows.map { $0.key.count }.max() ?? 0) + Self.mark.count
    let values = rows.map { StyledText(value(of: $0)).width(on: screen) }
    let valueWidth = values.filter { $0 <= Self.maxValueWidth }.max() ?? 0
    let aboutColumn = keyWidth + valueWidth + 2 * Self.gap
    guard let width = screen.width else {
      return rows.map { beside($0, keyWidth, valueWidth) }
    }
    guard width >= aboutColumn + Self.minAboutWidth else {
      return rows.flatMap { below($0, width: width) }
    }
    return zip(rows, values).flatMap { row, valueWidthOfRow -> [StyledText] in
      let about = about(row).wrapped(to: width - aboutColumn, on: screen)
      let space = StyledText(String(repeating: " ", count: aboutColumn))
      guard valueWidthOfRow <= valueWidth else {
        // A long value takes lines of its own, above the description.
        let indent = keyWidth + Self.gap
        let long = styledValue(row).wrapped(to: width - indent, on: screen)
        let first = key(row).padded(to: indent, on: screen) + (long.first ?? "")
        let rest = long.dropFirst()
          .map { StyledText(String(repeating: " ", count: indent)) + $0 }
        return [first] + rest + about.map { space + $0 }
      }
      let first = prefix(row, keyWidth, valueWidth) + (about.first ?? "")
      return [first] + about.dropFirst().map { space + $0 }
    }
  }

  /// A row on one line.
  private func beside(_ row: SettingRow, _ keyWidth: Int, _ valueWidth: Int) -> StyledText {
    prefix(row, keyWidth, valueWidth) + about(row)
  }

  private func prefix(_ row: SettingRow, _ keyWidth: Int, _ valueWidth: Int) -> StyledText {
    key(row).padded(to: keyWidth + Self.gap, on: screen)
      + styledValue(row).padded(to: valueWidth, on: screen)
      + StyledText(String(repeating: " ", count: Self.gap))
  }

  /// A row on several lines, for narrow screens.
  private func below(_ row: SettingRow, width: Int) -> [StyledText] {
    let first =
      mark(row)
      + context.styled(
        .labeled(label: row.key, text: value(of: row)), .plain,
        ["label": .accent, "text": valueStyle(row)])
    return first.wrapped(to: max(width, 1), indent: 4, on: screen)
      + about(row).wrapped(to: max(width - 4, 1), on: screen).map { StyledText("    ") + $0 }
  }

  private func key(_ row: SettingRow) -> StyledText {
    mark(row) + StyledText(row.key, .accent)
  }

  private func mark(_ row: SettingRow) -> StyledText {
    StyledText(row.isSet ? Self.mark : "  ", .success)
  }

  private func value(of row: SettingRow) -> String { row.text.isEmpty ? "-" : row.text }

  private func styledValue(_ row: SettingRow) -> StyledText {
    StyledText(value(of: row), valueStyle(row))
  }

  private func valueStyle(_ row: SettingRow) -> Style { row.isSet ? .plain : .remark }

  /// The description and the default.
  private func about(_ row: SettingRow) -> StyledText {
    guard !row.defaultText.isEmpty else { return context.styled(row.about) }
    let remark = Message.settingDefault(value: row.defaultText)
    return context.styled(
      .phraseWithRemark(phrase: row.about, remark: remark), .plain, ["remark": .remark])
  }
}

extension [SettingRow] {
  /// The JSON of `config list`.
  public var json: JSONValue {
    let english = Reader(.english)
    return [
      "settings": .array(
        map { row in
          [
            "key": .string(row.key), "value": row.value ?? .null,
            "default": row.defaultValue ?? .null, "isSet": .bool(row.isSet),
            "about": .string(english.say(row.about)),
          ]
        })
    ]
  }
}
