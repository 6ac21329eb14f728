/// The style of a heatmap. If the screen cannot show it, the nearest possible style is drawn: see
/// `Heatmap.drawnStyle(on:)`.
public enum HeatmapStyle: String, CaseIterable, Sendable {
  /// Two spaces on a colored background, which have the same width in every font.
  case block
  /// Two days per line with half blocks: a year fits in 60 columns and four lines.
  case compact
  /// Colored squares separated by gaps.
  case dots
  /// The count, up to nine.
  case digits
  /// The level as ASCII characters.
  case ascii
}
