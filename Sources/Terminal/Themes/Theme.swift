/// A named color theme of the program, with a light and a dark form.
public struct Theme: Hashable, Sendable {
  public let name: String
  /// The heatmap colors.
  let ramps: LightDark<ColorRamp>
  let textColors: TextColors
  let pageColor: LightDark<RGB>
}

extension Theme {
  init(
    _ name: String, light: (colors: [UInt32], indexed: [UInt8]),
    dark: (colors: [UInt32], indexed: [UInt8]), ansi16: LightDark<[UInt8]>,
    text: TextColors,
    page: LightDark<RGB> = LightDark(light: .white, dark: RGB(0x0D1117))
  ) {
    self.init(
      name: name,
      ramps: LightDark(
        light: ColorRamp(light.colors, indexed: light.indexed, ansi16: ansi16.light),
        dark: ColorRamp(dark.colors, indexed: dark.indexed, ansi16: ansi16.dark)),
      textColors: text, pageColor: page)
  }
}

/// A pair of values for light and dark backgrounds.
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
  /// The theme with this name, or `nil` if there is none.
  public static func named(_ name: String) -> Theme? {
    all.first { $0.name == name }
  }

  /// The theme if none is chosen.
  public static let `default` = Theme.green

  public func ramp(on background: Background) -> ColorRamp { ramps[background] }

  /// The palette for all output.
  public func palette(on background: Background) -> Palette {
    var palette = Palette(ramp: ramp(on: background))
    for role in Style.Role.allCases {
      guard let color = role.look.color else { continue }
      palette.colorCodes[role] = textColors[keyPath: color][background].codes(role.look.weight)
    }
    return palette
  }

  /// The heatmap colors of the theme for a list of themes: two columns for each level. Empty if the
  /// screen has no colors.
  public func strip(on background: Background, screen: Screen) -> StyledText {
    guard screen.colors > .none else { return StyledText() }
    return ColorRamp.levels.map { level in
      StyledText("  ", Style(shade: .background(level), ramp: ramp(on: background)))
    }.joined()
  }
}

/// The colors of a page in a browser, as `#2da44e`.
public struct WebColors: Hashable, Sendable {
  public var page: String
  public var text: String
  /// Of what is less important.
  public var quiet: String
  /// Of links.
  public var accent: String
  /// Of lines and of boxes around code.
  public var line: String
  public var box: String
}

extension Theme {
  public func webColors(on background: Background) -> WebColors {
    let isLight = background == .light
    return WebColors(
      page: pageColor[background].hex,
      text: Hue.strong[background].color.hex, quiet: Hue.muted[background].color.hex,
      accent: textColors.accent[background].color.hex, line: isLight ? "#d0d7de" : "#3d444d",
      box: isLight ? "#f3f5f7" : "#1b2129")
  }
}
