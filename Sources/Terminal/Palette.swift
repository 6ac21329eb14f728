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
    let role = colorCodes[style.role]?.parameters(at: depth) ?? style.role.look.code
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

  private static let emphases: [(emphasis: Style.Emphasis, parameter: String)] = [
    (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
  ]
}

extension Style.Role {
  /// What text of this role looks like: the SGR parameters without a theme; with one, its color and what
  /// is added to that.
  var look: (code: String, color: KeyPath<TextColors, TextColor>?, weight: String) {
    switch self {
    case .plain: ("", nil, "")
    case .heading: ("1", \.accent, "1")
    case .day: ("36", \.accent, "")
    case .id: ("35", \.id, "")
    case .repository: ("34", \.repository, "")
    case .tag: ("32", \.tag, "")
    case .remark: ("2", \.remark, "")
    case .overdue: ("33", \.warning, "1")
    case .accent: ("36", \.accent, "")
    case .success, .added: ("32", \.success, "")
    case .warning: ("33", \.warning, "")
    case .failure: ("1;31", \.failure, "1")
    case .removed: ("31", \.failure, "")
    case .match: ("1;4", \.accent, "1;4")
    }
  }
}
