import Diary

/// The layout of a heatmap on a screen.
struct HeatmapLayout: Hashable {
  var style: HeatmapStyle
  /// The width of the screen.
  var width: Int
  /// The columns for weekday names before the grid; 0 if they do not fit.
  var margin: Int
  /// The columns of a cell, and between two cells.
  var cell: Int
  var gap: Int
  /// The weeks that are drawn.
  var weeks: Weeks

  var pitch: Int { cell + gap }
  var gridWidth: Int { weeks.count * pitch - gap }

  /// The number of days drawn in one line.
  var daysInLine: Int { style == .compact ? 2 : 1 }
}

extension Heatmap {
  /// The style that is drawn, which differs from `style` if the screen cannot show that.
  ///
  /// Without colors, blocks become digits, and dots and half blocks become ASCII densities. Without
  /// Unicode, dots become densities too. If half blocks are not available, or are two columns wide,
  /// the compact style draws each day as one space, in seven lines with the same number of columns.
  public func drawnStyle(on screen: Screen) -> HeatmapStyle {
    switch style {
    case .block: screen.colors > .none ? .block : .digits
    case .compact:
      if screen.colors == .none {
        .ascii
      } else {
        screen.measure.width(of: HalfBlock.upper) == 1 && screen.unicode ? .compact : .block
      }
    case .dots: screen.colors > .none && screen.unicode ? .dots : .ascii
    case .digits, .ascii: style
    }
  }

  func layout(on screen: Screen) -> HeatmapLayout {
    let width = max(1, screen.width(orElse: 80))
    let margin = margin(within: width, on: screen)
    let gridColumns = width - margin
    let style = drawnStyle(on: screen)
    let all = weeks
    var layout = HeatmapLayout(
      style: style, width: width, margin: margin, cell: 1, gap: 0, weeks: all)
    for (cell, gap) in spacings(of: style, on: screen) {
      layout.cell = cell
      layout.gap = gap
      let capacity = (gridColumns + gap) / (cell + gap)
      layout.weeks = all.fitting(max(1, capacity), keeping: latest)
      if capacity >= all.count { break }
    }
    return layout
  }

  /// The columns of a cell and between two cells, widest first. Colored cells touch each other.
  /// Characters without a background color are separated by a gap, unless the whole span only fits
  /// without it.
  private func spacings(of drawn: HeatmapStyle, on screen: Screen) -> [(cell: Int, gap: Int)] {
    let isColored = screen.colors > .none
    let isNarrow = screen.width(orElse: 80) < 2
    return switch drawn {
    case .block: style == .compact || isNarrow ? [(1, 0)] : [(2, 0)]
    case .compact: [(1, 0)]
    case .dots: [(1, 1), (1, 0)]
    case .digits, .ascii: style == .compact ? [(1, 0)] : [isColored ? (2, 0) : (1, 1), (1, 0)]
    }
  }

  /// The columns for the weekday names and the space after them; 0 on a very narrow screen, or if
  /// they would take more than half of it.
  private func margin(within width: Int, on screen: Screen) -> Int {
    guard showsWeekdays, width >= 20 else { return 0 }
    let widest = labeled.map { StyledText(words.name(of: $0)).width(on: screen) }.max() ?? 0
    return widest > 0 && widest + 1 <= width / 2 ? widest + 1 : 0
  }

  /// The weekdays whose names are shown.
  private var labeled: [Weekday] {
    Weekday.allCases.filter { isLabeled($0) }
  }

  func isLabeled(_ weekday: Weekday) -> Bool {
    switch style {
    // A line has the name of the upper one of its two days.
    case .compact: (weekday.rawValue - firstWeekday.rawValue + 7) % 7 % 2 == 0
    default: [.monday, .wednesday, .friday].contains(weekday)
    }
  }
}

enum HalfBlock {
  static let upper = "\u{2580}"
  static let lower = "\u{2584}"
}
