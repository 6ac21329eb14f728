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

  public init(
    role: Role = .plain, emphasis: Emphasis = [], shade: Shade? = nil, ramp: ColorRamp? = nil
  ) {
    self.role = role
    self.emphasis = emphasis
    self.shade = shade
    self.ramp = ramp
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
    public static let dim = Emphasis(rawValue: 1 << 1)
    public static let italic = Emphasis(rawValue: 1 << 2)
    public static let underline = Emphasis(rawValue: 1 << 3)
    public static let reverse = Emphasis(rawValue: 1 << 4)
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
      shade: other.shade ?? shade, ramp: other.ramp ?? ramp)
  }
}

extension Style: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Style...) {
    self = elements.reduce(.plain) { $0.with($1) }
  }
}
