/// How the days of a heatmap are drawn. What a screen cannot show is drawn in the nearest style that
/// it can: see `Heatmap.drawnStyle(on:)`.
public enum HeatmapStyle: String, CaseIterable, Sendable {
  /// Two spaces on a coloured background: as wide everywhere, whatever the terminal's fonts.
  case block
  /// Two days in a half block, so that a year fits in 60 columns and four lines.
  case compact
  /// Coloured squares with air around them.
  case dots
  /// How many, to nine.
  case digits
  /// How dark, in signs that every screen has.
  case ascii
}
