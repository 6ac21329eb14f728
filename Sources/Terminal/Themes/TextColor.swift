/// A text color with a value for each color depth.
struct TextColor: Hashable, Sendable {
  var color: RGB
  var indexed: UInt8
  /// An SGR parameter, which can also set the weight.
  var ansi16: String

  init(_ color: UInt32, _ indexed: UInt8, _ ansi16: String) {
    self.color = RGB(color)
    self.indexed = indexed
    self.ansi16 = ansi16
  }
}

extension TextColor {
  /// The codes of a role. `weight` is prepended to the color parameters.
  func codes(_ weight: String = "") -> ColorCodes {
    let prefix = weight.isEmpty ? "" : weight + ";"
    return ColorCodes(
      ansi16: prefix + ansi16, ansi256: prefix + "38;5;\(indexed)",
      trueColor: prefix + "38;2;\(color.red);\(color.green);\(color.blue)")
  }
}

/// The text colors of a theme for one background. All of them are legible on white or on
/// near-black.
struct TextColors: Hashable, Sendable {
  var accent: TextColor
  var id: TextColor
  var tag: TextColor
  // The same in all themes.
  var repository: TextColor
  var success: TextColor
  var warning: TextColor
  var failure: TextColor
  var remark: TextColor

  static func light(accent: TextColor, id: TextColor, tag: TextColor) -> TextColors {
    TextColors(
      accent: accent, id: id, tag: tag,
      repository: accent == LightHue.blue ? LightHue.teal : LightHue.blue,
      success: TextColor(0x1A7F37, 28, "32"), warning: TextColor(0x7D4E00, 94, "33"),
      failure: TextColor(0xCF222E, 160, "31"), remark: LightHue.muted)
  }

  static func dark(accent: TextColor, id: TextColor, tag: TextColor) -> TextColors {
    TextColors(
      accent: accent, id: id, tag: tag,
      repository: accent == DarkHue.blue ? DarkHue.teal : DarkHue.blue,
      success: TextColor(0x56D364, 77, "32"), warning: TextColor(0xE3B341, 179, "33"),
      failure: TextColor(0xFF8E86, 210, "91"), remark: DarkHue.muted)
  }
}

/// Text colors for light backgrounds.
enum LightHue {
  static let green = TextColor(0x116329, 22, "32")
  static let blue = TextColor(0x0550AE, 25, "34")
  static let purple = TextColor(0x6639BA, 55, "35")
  static let orange = TextColor(0x953800, 94, "31")
  static let pink = TextColor(0x99286E, 126, "35")
  static let red = TextColor(0xA40E26, 124, "31")
  static let teal = TextColor(0x1B6E75, 23, "36")
  static let olive = TextColor(0x633C01, 58, "33")
  static let strong = TextColor(0x1F2328, 234, "39")
  static let middle = TextColor(0x424A53, 238, "39")
  static let muted = TextColor(0x59636E, 241, "2")
}

/// Text colors for dark backgrounds.
enum DarkHue {
  static let green = TextColor(0x7EE787, 114, "32")
  static let blue = TextColor(0x79C0FF, 117, "94")
  static let purple = TextColor(0xD2A8FF, 183, "95")
  static let orange = TextColor(0xFFA657, 215, "33")
  static let pink = TextColor(0xFF9BCE, 218, "95")
  static let red = TextColor(0xFF9492, 210, "91")
  static let teal = TextColor(0x76E3EA, 116, "36")
  static let yellow = TextColor(0xE3D04F, 185, "93")
  static let strong = TextColor(0xF0F6FC, 255, "97")
  static let middle = TextColor(0xC9D1D9, 252, "39")
  static let muted = TextColor(0x9DA7B3, 248, "2")
}
