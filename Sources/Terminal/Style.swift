/// What a piece of text is, and how it stands out. What colour that means is the palette's affair.
///
/// Styles are written as one (`.id`) or as several that are laid over each other (`[.id, .bold]`).
public struct Style: Hashable, Sendable {
  public var role: Role
  public var emphasis: Emphasis
  /// How dark a cell of a heatmap is. Where it colours the text, it goes before the role.
  public var shade: Shade?
  /// What the shade's levels look like where that is not the palette's affair: in a list of themes.
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
    case plain, heading, accent, id, date, tag, faint
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
  /// What the levels of a heatmap, 0 to 4, are used for.
  public enum Shade: Hashable, Sendable {
    /// The background alone.
    case background(Int)
    /// The background of text, which is black or white, whichever can be read.
    case labelled(Int)
    /// The text itself.
    case foreground(Int)
    /// The text over a background: two days in a half block.
    case halves(upper: Int, lower: Int)
  }
}

extension Style {
  public static let plain = Style(role: .plain)
  public static let heading = Style(role: .heading)
  public static let accent = Style(role: .accent)
  public static let id = Style(role: .id)
  public static let date = Style(role: .date)
  public static let tag = Style(role: .tag)
  public static let faint = Style(role: .faint)
  public static let success = Style(role: .success)
  public static let warning = Style(role: .warning)
  public static let failure = Style(role: .failure)
  public static let added = Style(role: .added)
  public static let removed = Style(role: .removed)
  public static let match = Style(role: .match)

  public static let bold = Style(emphasis: .bold)
  public static let dim = Style(emphasis: .dim)
  public static let italic = Style(emphasis: .italic)
  public static let underline = Style(emphasis: .underline)
  public static let reverse = Style(emphasis: .reverse)

  /// This style with another laid over it, whose role wins where it has one.
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
