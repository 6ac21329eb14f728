/// A colour for text, chosen for each depth.
struct TextColor: Hashable, Sendable {
  var color: RGB
  var indexed: UInt8
  /// A parameter of SGR, since the sixteen can also be told apart by weight.
  var ansi16: String

  init(_ color: UInt32, _ indexed: UInt8, _ ansi16: String) {
    self.color = RGB(color)
    self.indexed = indexed
    self.ansi16 = ansi16
  }
}

extension TextColor {
  /// The codes of a role, with the parameters that set its weight in front.
  func codes(_ weight: String = "") -> ColorCodes {
    let prefix = weight.isEmpty ? "" : weight + ";"
    return ColorCodes(
      ansi16: prefix + ansi16, ansi256: prefix + "38;5;\(indexed)",
      trueColor: prefix + "38;2;\(color.red);\(color.green);\(color.blue)")
  }
}

/// The colours of a theme's text on one background. All of them can be read on white, or on what
/// passes for black.
struct TextColors: Hashable, Sendable {
  var accent: TextColor
  var id: TextColor
  var tag: TextColor
}

/// Hues for text on light.
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

/// Hues for text on dark.
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
