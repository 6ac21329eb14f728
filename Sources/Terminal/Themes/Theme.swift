/// The colours of the whole program, by a name that people choose. It has a form for light and one
/// for dark terminals.
public struct Theme: Hashable, Sendable {
  public let name: String
  /// The shades of the heatmap on a light background, and on a dark one.
  public let light: Ramp
  public let dark: Ramp
  let inks: LightDark<Inks>
  let paper: LightDark<RGB>

  init(
    _ name: String, light: Ramp, dark: Ramp, inks: LightDark<Inks>,
    paper: LightDark<RGB> = LightDark(light: .white, dark: RGB(0x0D1117))
  ) {
    self.name = name
    self.light = light
    self.dark = dark
    self.inks = inks
    self.paper = paper
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
  public static let usual = Theme.green

  public func ramp(on background: Background) -> Ramp {
    switch background {
    case .light: light
    case .dark: dark
    }
  }

  /// The colours of everything that the program writes.
  public func palette(on background: Background) -> Palette {
    let inks = inks[background]
    let common = Common.inks[background]
    return Palette(
      paints: [
        .heading: inks.accent.paint("1"), .accent: inks.accent.paint(), .date: inks.accent.paint(),
        .match: inks.accent.paint("1;4"), .id: inks.id.paint(), .tag: inks.tag.paint(),
        .faint: common.faint.paint(),
        .success: common.good.paint(), .added: common.good.paint(),
        .warning: common.doubtful.paint(),
        .failure: common.bad.paint("1"), .removed: common.bad.paint(),
      ], ramp: ramp(on: background))
  }

  /// The theme's shades in one form, for a list of themes: two columns for each level. Empty where
  /// the screen has no colours.
  public func strip(on background: Background, screen: Screen) -> StyledText {
    guard screen.colors > .none else { return StyledText() }
    return Ramp.levels.map { level in
      StyledText("  ", Style(shade: .ground(level), ramp: ramp(on: background)))
    }.joined()
  }
}

/// What means the same in every theme.
private struct Common {
  var good: Ink
  var doubtful: Ink
  var bad: Ink
  var faint: Ink

  static let inks = LightDark(
    light: Common(
      good: Ink(0x1A7F37, 28, "32"), doubtful: Ink(0x7D4E00, 94, "33"),
      bad: Ink(0xCF222E, 160, "31"), faint: OnLight.muted),
    dark: Common(
      good: Ink(0x56D364, 77, "32"), doubtful: Ink(0xE3B341, 179, "33"),
      bad: Ink(0xFF8E86, 210, "91"), faint: OnDark.muted))
}
