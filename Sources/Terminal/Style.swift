/// The role and emphasis of text. The palette defines the colors.
///
/// A style is written as one value (`.id`) or as a combination (`[.id, .bold]`).
public struct Style: Hashable, Sendable {
  public var role: Role
  public var emphasis: Emphasis
  /// The level of a heatmap cell. If it sets the text color, it takes precedence over the role.
  public var shade: Shade?
  /// The colors of the shade, if they are not those of the palette, as in a list of themes.
  public var ramp: ColorRamp?
  /// SGR parameters in place of all else, for text that a command has printed in color.
  public var printed: String?

  public init(
    role: Role = .plain, emphasis: Emphasis = [], shade: Shade? = nil, ramp: ColorRamp? = nil,
    printed: String? = nil
  ) {
    self.role = role
    self.emphasis = emphasis
    self.shade = shade
    self.ramp = ramp
    self.printed = printed
  }

  public enum Role: CaseIterable, Hashable, Sendable {
    case plain
    /// The title of a page or of a part of it.
    case heading
    case day, id, repository, tag
    /// What is said beside something else, and what is less important.
    case remark
    case overdue
    /// What can be typed or pressed: a command, a key, the name of a setting.
    case accent
    case success, warning, failure
    case added, removed, match
  }

  public struct Emphasis: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let bold = Emphasis(rawValue: 1 << 0)
    public static let underline = Emphasis(rawValue: 1 << 1)
    public static let reverse = Emphasis(rawValue: 1 << 2)
  }
}

extension Style {
  /// How a heatmap level, 0 to 4, sets the colors.
  public enum Shade: Hashable, Sendable {
    /// Only the background.
    case background(Int)
    /// The background, with text in black or white, whichever is legible.
    case labeled(Int)
    /// The text color.
    case foreground(Int)
    /// The text color and the background: two days in a half block.
    case halves(upper: Int, lower: Int)
  }
}

extension Style {
  public static let plain = Style(role: .plain)
  public static let heading = Style(role: .heading)
  public static let accent = Style(role: .accent)
  public static let id = Style(role: .id)
  public static let day = Style(role: .day)
  public static let repository = Style(role: .repository)
  public static let tag = Style(role: .tag)
  public static let remark = Style(role: .remark)
  public static let overdue = Style(role: .overdue)
  public static let success = Style(role: .success)
  public static let warning = Style(role: .warning)
  public static let failure = Style(role: .failure)
  public static let added = Style(role: .added)
  public static let removed = Style(role: .removed)
  public static let match = Style(role: .match)

  public static let bold = Style(emphasis: .bold)
  public static let underline = Style(emphasis: .underline)
  public static let reverse = Style(emphasis: .reverse)

  /// This style combined with another one, whose role takes precedence.
  public func with(_ other: Style) -> Style {
    Style(
      role: other.role == .plain ? role : other.role, emphasis: emphasis.union(other.emphasis),
      shade: other.shade ?? shade, ramp: other.ramp ?? ramp, printed: other.printed ?? printed)
  }
}

extension Style: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Style...) {
    self = elements.reduce(.plain) { $0.with($1) }
  }
}

/// The colors of the roles. A theme is a palette with its own colors for some of them.
public struct Palette: Hashable, Sendable {
  public var colorCodes: [Style.Role: ColorCodes] = [:]
  /// The shades of a heatmap.
  public var ramp: ColorRamp = Theme.default.ramps.dark

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
    if let printed = style.printed { return printed }
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
    (.bold, "1"), (.underline, "4"), (.reverse, "7"),
  ]
}

extension Style.Role {
  /// What text of this role looks like: the SGR parameters without a theme; with one, its color and what
  /// is added to that.
  var look: (code: String, color: KeyPath<TextColors, Hue>?, weight: String) {
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
