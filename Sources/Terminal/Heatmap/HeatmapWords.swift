import Diary

/// The words around a heatmap, in the user's language.
public struct HeatmapWords: Hashable, Sendable {
  /// Short names of the months, January first.
  public var monthNames: [String]
  /// Short names of the weekdays, Sunday first.
  public var weekdayNames: [String]
  /// The ends of the legend.
  public var less: String
  public var more: String
  /// The explanation of `?` in the digits style, an active day with an unknown count. If `nil`, the
  /// legend does not explain it.
  public var unknown: String?
  /// Paragraphs above the heatmap.
  public var title: [String]

  public init(
    monthNames: [String], weekdayNames: [String], less: String, more: String,
    unknown: String? = nil, title: [String] = []
  ) {
    self.monthNames = monthNames
    self.weekdayNames = weekdayNames
    self.less = less
    self.more = more
    self.unknown = unknown
    self.title = title
  }
}

extension HeatmapWords {
  func name(ofMonth month: Int) -> String {
    monthNames.indices.contains(month - 1) ? monthNames[month - 1] : ""
  }

  func name(of weekday: Weekday) -> String {
    weekdayNames.indices.contains(weekday.rawValue) ? weekdayNames[weekday.rawValue] : ""
  }
}
