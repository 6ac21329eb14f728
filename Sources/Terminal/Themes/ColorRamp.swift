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
  func foreground(at depth: ColorDepth) -> String {
    switch depth {
    case .none: ""
    case .ansi16: String(ansi16 < 8 ? 30 + ansi16 : 82 + ansi16)
    case .ansi256: "38;5;\(indexed)"
    case .trueColor: "38;2;\(color.red);\(color.green);\(color.blue)"
    }
  }

  /// The SGR parameters for a background of this color.
  func background(at depth: ColorDepth) -> String {
    switch depth {
    case .none: ""
    case .ansi16: String(ansi16 < 8 ? 40 + ansi16 : 92 + ansi16)
    case .ansi256: "48;5;\(indexed)"
    case .trueColor: "48;2;\(color.red);\(color.green);\(color.blue)"
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
