/// The shades of a heatmap's five levels, from nothing to the most.
public struct ColorRamp: Hashable, Sendable {
  /// The levels that there are.
  public static let levels = 0...4

  /// One for each level.
  let tints: [Tint]

  /// - Parameters:
  ///   - colors: as the web writes them.
  ///   - indexed: of the 256 colours, chosen and not converted: two dark shades that are told apart
  ///     by eye round to the same one.
  ///   - ansi16: of the sixteen, 0 to 15. One hue has two of them, so that a ramp borrows from its
  ///     neighbours, in the order of their brightness.
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
  /// One for each level.
  public var colors: [RGB] { tints.map(\.color) }

  /// The tint of a level; of the nearest that there is.
  subscript(level: Int) -> Tint {
    tints[min(max(level, ColorRamp.levels.lowerBound), ColorRamp.levels.upperBound)]
  }
}

/// One shade, chosen for each depth.
struct Tint: Hashable, Sendable {
  var color: RGB
  var indexed: UInt8
  var ansi16: UInt8
}

extension Tint {
  /// The parameters of SGR for text in this shade; empty where there are no colours.
  func foreground(at depth: ColorDepth) -> String {
    switch depth {
    case .none: ""
    case .ansi16: String(ansi16 < 8 ? 30 + ansi16 : 82 + ansi16)
    case .ansi256: "38;5;\(indexed)"
    case .trueColor: "38;2;\(color.red);\(color.green);\(color.blue)"
    }
  }

  /// The parameters of SGR for a background of this shade.
  func background(at depth: ColorDepth) -> String {
    switch depth {
    case .none: ""
    case .ansi16: String(ansi16 < 8 ? 40 + ansi16 : 92 + ansi16)
    case .ansi256: "48;5;\(indexed)"
    case .trueColor: "48;2;\(color.red);\(color.green);\(color.blue)"
    }
  }

  /// The parameters of SGR for text on a background of this shade: black or white, whichever can be
  /// read.
  func foregroundOnTop(at depth: ColorDepth) -> String {
    switch depth {
    case .none: ""
    // Black, red, blue, magenta and bright black are dark wherever nobody has chosen them light.
    case .ansi16: [0, 1, 4, 5, 8].contains(ansi16) ? "97" : "30"
    case .ansi256: RGB(indexed: indexed).isLight ? "38;5;16" : "38;5;231"
    case .trueColor: color.isLight ? "38;2;0;0;0" : "38;2;255;255;255"
    }
  }
}
