extension Theme {
  /// All themes in display order.
  public static let all = [
    green, blue, orange, pink, black,
    github, githubDimmed, githubClassic, halloween, winter,
    dracula, viridis, cividis,
  ]

  // The five themes of the app that this program is based on.

  static let green = Theme(
    "green",
    light: ([0xEBEDF0, 0x9BE9A8, 0x40C463, 0x30A14E, 0x216E39], [254, 157, 78, 35, 22]),
    dark: ([0x161B22, 0x0E4429, 0x006D32, 0x26A641, 0x39D353], [236, 22, 28, 34, 41]),
    ansi16: .green, text: TextColors(accent: .green, id: .purple, tag: .teal))

  static let blue = Theme(
    "blue",
    light: ([0xEBEDF0, 0xA1DAB4, 0x41B6C4, 0x2C7FB8, 0x253494], [254, 151, 74, 31, 18]),
    dark: ([0x161B22, 0x253494, 0x2C7FB8, 0x41B6C4, 0xA1DAB4], [236, 18, 31, 74, 151]),
    ansi16: .blue, text: TextColors(accent: .blue, id: .purple, tag: .teal))

  static let orange = Theme(
    "orange",
    light: ([0xEEEEEE, 0xFED800, 0xFF6F01, 0xFD2F24, 0x811D5E], [255, 220, 208, 196, 89]),
    dark: ([0x161B22, 0x811D5E, 0xFD2F24, 0xFF6F01, 0xFED800], [236, 89, 196, 208, 220]),
    ansi16: .orange, text: TextColors(accent: .orange, id: .pink, tag: .yellow))

  static let pink = Theme(
    "pink",
    light: ([0xEBEDF0, 0xE48BDC, 0xCA5BCC, 0xA74AA8, 0x61185F], [254, 176, 170, 133, 53]),
    dark: ([0x161B22, 0x61185F, 0xA74AA8, 0xCA5BCC, 0xE48BDC], [236, 53, 127, 170, 219]),
    ansi16: .pink, text: TextColors(accent: .pink, id: .blue, tag: .purple))

  static let black = Theme(
    "black",
    light: ([0xEEEEEE, 0xC6C6C6, 0x8F8F8F, 0x555555, 0x1A1A1A], [255, 251, 246, 240, 234]),
    dark: ([0x1C1C1C, 0x444444, 0x777777, 0xABABAB, 0xF0F0F0], [235, 239, 244, 249, 255]),
    ansi16: .black, text: TextColors(accent: .strong, id: .middle, tag: .muted),
    page: LightDark(light: .white, dark: RGB(0x0A0A0A)))

  // The themes of GitHub.

  private static let githubLight: (colors: [UInt32], indexed: [UInt8]) = (
    [0xEFF2F5, 0xACEEBB, 0x4AC26B, 0x2DA44E, 0x116329], [255, 157, 78, 35, 22]
  )

  static let github = Theme(
    "github", light: githubLight,
    dark: ([0x151B23, 0x033A16, 0x196C2E, 0x2EA043, 0x56D364], [236, 22, 28, 34, 77]),
    ansi16: .green, text: TextColors(accent: .blue, id: .purple, tag: .green))

  static let githubDimmed = Theme(
    "github-dimmed", light: githubLight,
    dark: ([0x2A313C, 0x1B4721, 0x2B6A30, 0x46954A, 0x6BC46D], [237, 22, 28, 71, 114]),
    ansi16: .green, text: TextColors(accent: .blue, id: .purple, tag: .green),
    page: LightDark(light: .white, dark: RGB(0x212830)))

  /// GitHub's colors before it had a dark mode; the dark ramp is the light one reversed.
  static let githubClassic = Theme(
    "github-classic",
    light: ([0xEBEDF0, 0xC6E48B, 0x7BC96F, 0x239A3B, 0x196127], [254, 186, 113, 28, 22]),
    dark: ([0x161B22, 0x196127, 0x239A3B, 0x7BC96F, 0xC6E48B], [236, 22, 28, 113, 186]),
    ansi16: .green, text: TextColors(accent: .blue, id: .purple, tag: .green))

  static let halloween = Theme(
    "halloween",
    light: ([0xEFF2F5, 0xF0DB3D, 0xFFD642, 0xF68C41, 0x1F2328], [255, 227, 220, 208, 234]),
    dark: ([0x151B23, 0xFAC68F, 0xC46212, 0x984B10, 0xE3D04F], [236, 223, 166, 130, 185]),
    ansi16: LightDark(light: [7, 11, 3, 9, 0], dark: [8, 15, 9, 1, 11]),
    text: TextColors(accent: .orange, id: .purple, tag: .yellow))

  static let winter = Theme(
    "winter",
    light: ([0xEFF2F5, 0xB6E3FF, 0x54AEFF, 0x0969DA, 0x0A3069], [254, 153, 75, 26, 17]),
    dark: ([0x151B23, 0x0C2D6B, 0x1158C7, 0x58A6FF, 0xCAE8FF], [236, 17, 26, 75, 195]),
    ansi16: .blue, text: TextColors(accent: .blue, id: .teal, tag: .purple))

  // Other themes.

  /// The light form uses the colors of Alucard, the light variant of Dracula.
  static let dracula = Theme(
    "dracula",
    light: ([0xECE9DF, 0xCFCFDE, 0x9D8FD8, 0x644AC9, 0xA3144D], [254, 252, 140, 62, 125]),
    dark: ([0x282A36, 0x44475A, 0x6272A4, 0xBD93F9, 0xFF79C6], [235, 239, 61, 141, 212]),
    ansi16: LightDark(light: [7, 14, 12, 4, 5], dark: [8, 4, 12, 5, 13]),
    text: TextColors(
      accent: Hue((0xA3144D, 125, "35"), (0xFF79C6, 212, "95")),
      id: Hue((0x644AC9, 62, "34"), (0xBD93F9, 141, "94")),
      tag: Hue((0x036A96, 24, "36"), (0x8BE9FD, 117, "96"))),
    page: LightDark(light: RGB(0xFFFBEB), dark: RGB(0x191A21)))

  // The next two themes are distinguishable with color vision deficiencies. Higher levels are
  // farther from the background, so that the light ramps are reversed. The light ramps begin with
  // gray, because many days without contributions would be glaring in yellow.

  static let viridis = Theme(
    "viridis",
    light: ([0xEBEDF0, 0xFDE725, 0x5EC962, 0x21918C, 0x440154], [254, 227, 77, 30, 53]),
    dark: ([0x440154, 0x3B528B, 0x21918C, 0x5EC962, 0xFDE725], [53, 60, 30, 77, 227]),
    ansi16: LightDark(light: [7, 11, 10, 6, 5], dark: [5, 4, 6, 10, 11]),
    text: TextColors(
      accent: .teal, id: .purple, tag: Hue(light: Hue.green.light, dark: Hue.yellow.dark)))

  static let cividis = Theme(
    "cividis",
    light: ([0xEBEDF0, 0xFEE838, 0xBCAE6C, 0x7D7C78, 0x00224E], [254, 221, 143, 243, 17]),
    dark: ([0x00224E, 0x434E6C, 0x7D7C78, 0xBCAE6C, 0xFEE838], [17, 60, 243, 143, 221]),
    ansi16: LightDark(light: [7, 11, 3, 8, 4], dark: [4, 8, 6, 3, 11]),
    text: TextColors(
      accent: Hue(light: Hue.blue.light, dark: Hue.yellow.dark),
      id: Hue(light: Hue.yellow.light, dark: Hue.blue.dark), tag: .muted))
}

/// Ramps of the sixteen colors. On light backgrounds, bright yellow is the lightest green, as on
/// maps; on dark ones, white is the brightest shade.
extension LightDark<[UInt8]> {
  fileprivate static var green: Self { Self(light: [7, 11, 10, 2, 0], dark: [8, 2, 10, 11, 15]) }
  fileprivate static var blue: Self { Self(light: [7, 14, 12, 4, 0], dark: [8, 4, 12, 14, 15]) }
  fileprivate static var orange: Self { Self(light: [7, 11, 3, 9, 1], dark: [8, 1, 9, 3, 11]) }
  fileprivate static var pink: Self { Self(light: [7, 13, 5, 4, 0], dark: [8, 4, 5, 13, 15]) }
  /// Four grays are too few for five levels.
  fileprivate static var black: Self { Self(light: [7, 6, 8, 4, 0], dark: [8, 4, 6, 7, 15]) }
}
