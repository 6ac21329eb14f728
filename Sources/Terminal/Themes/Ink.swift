/// A colour for text, chosen for each depth.
struct Ink: Hashable, Sendable {
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

extension Ink {
  /// The paint of a role, with the parameters that set its weight in front.
  func paint(_ weight: String = "") -> Paint {
    let prefix = weight.isEmpty ? "" : weight + ";"
    return Paint(
      ansi16: prefix + ansi16, ansi256: prefix + "38;5;\(indexed)",
      trueColor: prefix + "38;2;\(color.red);\(color.green);\(color.blue)")
  }
}

/// The colours of a theme's text on one background. All of them can be read on white, or on what
/// passes for black.
struct Inks: Hashable, Sendable {
  var accent: Ink
  var id: Ink
  var tag: Ink
}

/// Hues for text on light.
enum OnLight {
  static let green = Ink(0x116329, 22, "32")
  static let blue = Ink(0x0550AE, 25, "34")
  static let purple = Ink(0x6639BA, 55, "35")
  static let orange = Ink(0x953800, 94, "31")
  static let pink = Ink(0x99286E, 126, "35")
  static let red = Ink(0xA40E26, 124, "31")
  static let teal = Ink(0x1B6E75, 23, "36")
  static let olive = Ink(0x633C01, 58, "33")
  static let strong = Ink(0x1F2328, 234, "39")
  static let middle = Ink(0x424A53, 238, "39")
  static let muted = Ink(0x59636E, 241, "2")
}

/// Hues for text on dark.
enum OnDark {
  static let green = Ink(0x7EE787, 114, "32")
  static let blue = Ink(0x79C0FF, 117, "94")
  static let purple = Ink(0xD2A8FF, 183, "95")
  static let orange = Ink(0xFFA657, 215, "33")
  static let pink = Ink(0xFF9BCE, 218, "95")
  static let red = Ink(0xFF9492, 210, "91")
  static let teal = Ink(0x76E3EA, 116, "36")
  static let yellow = Ink(0xE3D04F, 185, "93")
  static let strong = Ink(0xF0F6FC, 255, "97")
  static let middle = Ink(0xC9D1D9, 252, "39")
  static let muted = Ink(0x9DA7B3, 248, "2")
}
