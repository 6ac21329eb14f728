/// The colours of the whole program, by a name that people choose. It has a form for light and one
/// for dark terminals.
public struct Theme: Hashable, Sendable {
  public let name: String
  /// The shades of the heatmap on a light background, and on a dark one.
  public let light: ColorRamp
  public let dark: ColorRamp
  let textColors: LightDark<TextColors>
  let pageColor: LightDark<RGB>

  init(
    _ name: String, light: ColorRamp, dark: ColorRamp, textColors: LightDark<TextColors>,
    pageColor: LightDark<RGB> = LightDark(light: .white, dark: RGB(0x0D1117))
  ) {
    self.name = name
    self.light = light
    self.dark = dark
    self.textColors = textColors
    self.pageColor = pageColor
  }
}

/// A thing of which there is one for each background.
struct LightDark<Value> {
  var light: Value
  var dark: Value

  subscript(background: Background) -> Value {
    switch background {
    case .light: light
    case .dark: dark
    }
  }
}

extension LightDark: Equatable where Value: Equatable {}
extension LightDark: Hashable where Value: Hashable {}
extension LightDark: Sendable where Value: Sendable {}

extension Theme {
  /// The theme of this name, or `nil` where there is none.
  public static func named(_ name: String) -> Theme? {
    all.first { $0.name == name }
  }

  /// What a person gets who has not chosen.
  public static let `default` = Theme.green

  public func ramp(on background: Background) -> ColorRamp {
    switch background {
    case .light: light
    case .dark: dark
    }
  }

  /// The colours of everything that the program writes.
  public func palette(on background: Background) -> Palette {
    let textColors = textColors[background]
    let common = Common.textColors[background]
    return Palette(
      colorCodes: [
        .heading: textColors.accent.codes("1"), .accent: textColors.accent.codes(),
        .date: textColors.accent.codes(),
        .match: textColors.accent.codes("1;4"), .id: textColors.id.codes(),
        .tag: textColors.tag.codes(),
        .faint: common.faint.codes(),
        .success: common.good.codes(), .added: common.good.codes(),
        .warning: common.doubtful.codes(),
        .failure: common.bad.codes("1"), .removed: common.bad.codes(),
      ], ramp: ramp(on: background))
  }

  /// The theme's shades in one form, for a list of themes: two columns for each level. Empty where
  /// the screen has no colours.
  public func strip(on background: Background, screen: Screen) -> StyledText {
    guard screen.colors > .none else { return StyledText() }
    return ColorRamp.levels.map { level in
      StyledText("  ", Style(shade: .background(level), ramp: ramp(on: background)))
    }.joined()
  }
}

/// What means the same in every theme.
private struct Common {
  var good: TextColor
  var doubtful: TextColor
  var bad: TextColor
  var faint: TextColor

  static let textColors = LightDark(
    light: Common(
      good: TextColor(0x1A7F37, 28, "32"), doubtful: TextColor(0x7D4E00, 94, "33"),
      bad: TextColor(0xCF222E, 160, "31"), faint: LightHue.muted),
    dark: Common(
      good: TextColor(0x56D364, 77, "32"), doubtful: TextColor(0xE3B341, 179, "33"),
      bad: TextColor(0xFF8E86, 210, "91"), faint: DarkHue.muted))
}
