import Diary

/// Where everything of a heatmap goes on a screen of some width.
struct HeatmapLayout: Hashable {
  var style: HeatmapStyle
  /// The columns of the screen.
  var width: Int
  /// Those in front of the grid, for the weekdays; none where there is no room for them.
  var margin: Int
  /// The columns of a cell, and those between two.
  var cell: Int
  var gap: Int
  /// What is drawn.
  var weeks: Weeks

  var pitch: Int { cell + gap }
  var gridWidth: Int { weeks.count * pitch - gap }

  /// How many days stand above each other in one line.
  var daysInLine: Int { style == .compact ? 2 : 1 }
}

extension Heatmap {
  /// The style in which it is drawn where the screen cannot show the one that was asked for.
  ///
  /// Without colours, blocks become digits, and dots and half blocks become densities. Half blocks
  /// and dots are not in ASCII. A half block that is two columns wide would take the room of two
  /// weeks: then each day is a space of its own, in seven lines and as few columns.
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
    let room = width - margin
    let style = drawnStyle(on: screen)
    let all = weeks
    var layout = HeatmapLayout(
      style: style, width: width, margin: margin, cell: 1, gap: 0, weeks: all)
    for (cell, gap) in spacings(of: style, on: screen) {
      layout.cell = cell
      layout.gap = gap
      let capacity = (room + gap) / (cell + gap)
      layout.weeks = all.fitting(max(1, capacity), keeping: latest)
      if capacity >= all.count { break }
    }
    return layout
  }

  /// The columns of a cell and those between two, the roomiest first. A background fills its cell;
  /// signs without one need air, and do without it where a whole span fits in no other way.
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

  /// The columns for the weekdays and the space behind them. Where they would leave less than half
  /// of the screen to the picture, or the screen is very narrow, they are left out.
  private func margin(within width: Int, on screen: Screen) -> Int {
    guard showsWeekdays, width >= 20 else { return 0 }
    let widest = labelled.map { StyledText(words.name(of: $0)).width(on: screen) }.max() ?? 0
    return widest > 0 && widest + 1 <= width / 2 ? widest + 1 : 0
  }

  /// The weekdays whose names are shown: every other one is enough.
  private var labelled: [Weekday] {
    Weekday.allCases.filter { isLabelled($0) }
  }

  func isLabelled(_ weekday: Weekday) -> Bool {
    switch style {
    // A line is named after the upper of its two days.
    case .compact: (weekday.rawValue - firstWeekday.rawValue + 7) % 7 % 2 == 0
    default: [.monday, .wednesday, .friday].contains(weekday)
    }
  }
}

enum HalfBlock {
  static let upper = "\u{2580}"
  static let lower = "\u{2584}"
}
