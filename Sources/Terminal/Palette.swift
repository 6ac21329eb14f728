/// The colors of the roles. A theme is a palette with its own colors for some of them.
public struct Palette: Hashable, Sendable {
  public var colorCodes: [Style.Role: ColorCodes] = [:]
  /// The shades of a heatmap.
  public var ramp: ColorRamp = Theme.default.dark

  /// The sixteen configurable terminal colors, which are legible on light and dark backgrounds,
  /// except for bright black and white, which often are not.
  public static let standard = Palette()
}

/// The colors of one role: the SGR parameters for each depth. A depth without its own value uses
/// that of the depth below, so that shades are chosen by hand and not converted.
public struct ColorCodes: Hashable, Sendable {
  public var ansi16: String
  public var ansi256: String?
  public var trueColor: String?

  func parameters(at depth: ColorDepth) -> String {
    switch depth {
    case .none: ""
    case .ansi16: ansi16
    case .ansi256: ansi256 ?? ansi16
    case .trueColor: trueColor ?? ansi256 ?? ansi16
    }
  }
}

extension Palette {
  /// The SGR parameters for a style; empty for the default style.
  func parameters(for style: Style, at depth: ColorDepth) -> String {
    guard depth > .none, style != .plain else { return "" }
    let role = colorCodes[style.role]?.parameters(at: depth) ?? Palette.defaultCode(style.role)
    let shade = style.shade.map { parameters(for: $0, in: style.ramp ?? ramp, at: depth) }
    let colors =
      switch style.shade {
      case nil, .background: [role, shade ?? ""]
      case .labeled, .foreground, .halves: [shade ?? ""]
      }
    let emphasis = Palette.emphases.lazy
      .filter { style.emphasis.contains($0.emphasis) }.map(\.parameter)
    return (colors.filter { !$0.isEmpty } + emphasis).joined(separator: ";")
  }

  private func parameters(
    for shade: Style.Shade, in ramp: ColorRamp, at depth: ColorDepth
  ) -> String {
    switch shade {
    case .background(let level): ramp[level].background(at: depth)
    case .labeled(let level):
      ramp[level].foregroundOnTop(at: depth) + ";" + ramp[level].background(at: depth)
    case .foreground(let level): ramp[level].foreground(at: depth)
    case .halves(let upper, let lower):
      ramp[upper].foreground(at: depth) + ";" + ramp[lower].background(at: depth)
    }
  }

  private static func defaultCode(_ role: Style.Role) -> String {
    switch role {
    case .plain: ""
    case .heading: "1"
    case .accent: "36"
    case .id: "35"
    case .date: "36"
    case .tag: "32"
    case .faint: "2"
    case .success: "32"
    case .warning: "33"
    case .failure: "1;31"
    case .added: "32"
    case .removed: "31"
    case .match: "1;4"
    }
  }

  private static let emphases: [(emphasis: Style.Emphasis, parameter: String)] = [
    (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
  ]
}
