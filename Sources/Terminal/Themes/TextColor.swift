import Diary
import Glibc

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

/// The text colors of a theme. All of them are legible on white or on near-black.
struct TextColors: Hashable, Sendable {
  var accent: Hue
  var id: Hue
  var tag: Hue
}

// The colors that are the same in all themes.
extension TextColors {
  var success: Hue { .success }
  var warning: Hue { .warning }
  var failure: Hue { .failure }
  var remark: Hue { .muted }

  var repository: Hue {
    func color(on background: Background) -> TextColor {
      (accent[background] == Hue.blue[background] ? Hue.teal : .blue)[background]
    }
    return Hue(light: color(on: .light), dark: color(on: .dark))
  }
}

/// A text color for light and for dark backgrounds.
typealias Hue = LightDark<TextColor>

extension Hue {
  init(_ light: (UInt32, UInt8, String), _ dark: (UInt32, UInt8, String)) {
    self.init(light: TextColor(light.0, light.1, light.2), dark: TextColor(dark.0, dark.1, dark.2))
  }

  static var green: Hue { Hue((0x116329, 22, "32"), (0x7EE787, 114, "32")) }
  static var blue: Hue { Hue((0x0550AE, 25, "34"), (0x79C0FF, 117, "94")) }
  static var purple: Hue { Hue((0x6639BA, 55, "35"), (0xD2A8FF, 183, "95")) }
  static var orange: Hue { Hue((0x953800, 94, "31"), (0xFFA657, 215, "33")) }
  static var pink: Hue { Hue((0x99286E, 126, "35"), (0xFF9BCE, 218, "95")) }
  static var teal: Hue { Hue((0x1B6E75, 23, "36"), (0x76E3EA, 116, "36")) }
  /// Olive, or yellow on dark backgrounds.
  static var yellow: Hue { Hue((0x633C01, 58, "33"), (0xE3D04F, 185, "93")) }
  static var strong: Hue { Hue((0x1F2328, 234, "39"), (0xF0F6FC, 255, "97")) }
  static var middle: Hue { Hue((0x424A53, 238, "39"), (0xC9D1D9, 252, "39")) }
  static var muted: Hue { Hue((0x59636E, 241, "2"), (0x9DA7B3, 248, "2")) }
  static var success: Hue { Hue((0x1A7F37, 28, "32"), (0x56D364, 77, "32")) }
  static var warning: Hue { Hue((0x7D4E00, 94, "33"), (0xE3B341, 179, "33")) }
  static var failure: Hue { Hue((0xCF222E, 160, "31"), (0xFF8E86, 210, "91")) }
}

/// The colors of a heatmap's five levels.
public struct ColorRamp: Hashable, Sendable {
  /// The valid levels.
  public static let levels = 0...4

  /// The tints of the levels, in order.
  let tints: [Tint]

  /// - Parameters:
  ///   - colors: the colors as 24-bit RGB values.
  ///   - indexed: the 256-color indexes. They are chosen by hand, because a conversion would map
  ///     two distinct dark shades to the same index.
  ///   - ansi16: the 16-color indexes. A hue has only two of them, so that a ramp includes
  ///     neighboring hues in the order of their brightness.
  init(_ colors: [UInt32], indexed: [UInt8], ansi16: [UInt8]) {
    precondition(
      colors.count == ColorRamp.levels.count && indexed.count == colors.count
        && ansi16.count == colors.count)
    tints = colors.indices.map {
      Tint(color: RGB(colors[$0]), indexed: indexed[$0], ansi16: ansi16[$0])
    }
  }
}

extension ColorRamp {
  /// The colors of the levels, in order.
  public var colors: [RGB] { tints.map(\.color) }

  /// The tint of a level, which is limited to the valid range.
  subscript(level: Int) -> Tint {
    tints[min(max(level, ColorRamp.levels.lowerBound), ColorRamp.levels.upperBound)]
  }
}

/// A color with a value for each color depth.
struct Tint: Hashable, Sendable {
  var color: RGB
  var indexed: UInt8
  var ansi16: UInt8
}

extension Tint {
  /// The SGR parameters for text in this color; empty without colors.
  func foreground(at depth: ColorDepth) -> String { parameters(at: depth, from: 30) }

  /// The SGR parameters for a background of this color.
  func background(at depth: ColorDepth) -> String { parameters(at: depth, from: 40) }

  private func parameters(at depth: ColorDepth, from first: UInt8) -> String {
    switch depth {
    case .none: ""
    case .ansi16: String(ansi16 < 8 ? first + ansi16 : first + 52 + ansi16)
    case .ansi256: "\(first + 8);5;\(indexed)"
    case .trueColor: "\(first + 8);2;\(color.red);\(color.green);\(color.blue)"
    }
  }

  /// The SGR parameters for text on a background of this color: black or white, whichever is
  /// legible.
  func foregroundOnTop(at depth: ColorDepth) -> String {
    switch depth {
    case .none: ""
    // Black, red, blue, magenta and bright black are dark in default palettes.
    case .ansi16: [0, 1, 4, 5, 8].contains(ansi16) ? "97" : "30"
    case .ansi256: RGB(indexed: indexed).isLight ? "38;5;16" : "38;5;231"
    case .trueColor: color.isLight ? "38;2;0;0;0" : "38;2;255;255;255"
    }
  }
}

/// An sRGB color.
public struct RGB: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
}

extension RGB {
  /// A color such as `0x2DA44E`; higher bits are ignored.
  public init(_ value: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
      blue: UInt8(truncatingIfNeeded: value))
  }

  public static let white = RGB(0xFFFFFF)
  public static let black = RGB(0x000000)

  /// `#2da44e`
  public var hex: String { "#" + Hexadecimal.text([red, green, blue]) }

  /// The relative luminance of WCAG 2, from 0 to 1.
  public var luminance: Double {
    func linear(_ part: UInt8) -> Double {
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The contrast ratio of WCAG 2, from 1 to 21. Text requires 4.5.
  public func contrast(with other: RGB) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// Whether black text is more legible than white text on this color.
  public var isLight: Bool { contrast(with: .black) > contrast(with: .white) }

  /// The color of a 256-color index. The first sixteen are configurable in terminals; this uses the
  /// defaults of xterm.
  init(indexed index: UInt8) {
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    switch Int(index) {
    case let number where number < 16:
      self = RGB(RGB.xterm[number])
    case let number where number < 232:
      let cube = number - 16
      self.init(red: levels[cube / 36], green: levels[cube / 6 % 6], blue: levels[cube % 6])
    case let number:
      let gray = UInt8(8 + (number - 232) * 10)
      self.init(red: gray, green: gray, blue: gray)
    }
  }

  private static let xterm: [UInt32] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]
}
