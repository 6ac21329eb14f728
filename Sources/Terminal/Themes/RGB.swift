import Glibc

/// An sRGB color.
public struct RGB: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// A color such as `0x2DA44E`; higher bits are ignored.
  public init(_ value: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
      blue: UInt8(truncatingIfNeeded: value))
  }
}

extension RGB {
  public static let white = RGB(0xFFFFFF)
  public static let black = RGB(0x000000)

  /// `#2da44e`
  public var hex: String {
    let digits = Array("0123456789abcdef")
    return [red, green, blue].reduce(into: "#") {
      $0.append(digits[Int($1 >> 4)])
      $0.append(digits[Int($1 & 15)])
    }
  }

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
