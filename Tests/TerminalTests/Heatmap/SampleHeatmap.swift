import Diary

@testable import Terminal

extension HeatmapWords {
  static let english = HeatmapWords(
    monthNames: [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ],
    weekdayNames: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"], less: "Less", more: "More",
    unknown: nil)

  static let korean = HeatmapWords(
    monthNames: (1...12).map { "\($0)월" }, weekdayNames: ["일", "월", "화", "수", "목", "금", "토"],
    less: "적음", more: "많음", unknown: "개수를 알 수 없음")

  static let japanese = HeatmapWords(
    monthNames: (1...12).map { "\($0)月" }, weekdayNames: ["日", "月", "火", "水", "木", "金", "土"],
    less: "少", more: "多", unknown: nil)
}

extension Heatmap {
  /// A year that ends on a Thursday.
  static func year(
    _ words: HeatmapWords = .english, _ style: HeatmapStyle = .block,
    from firstWeekday: Weekday = .sunday
  ) -> Heatmap {
    let today = Day.on("2026-11-19")
    let first = Day.on("2025-11-21")
    // Days with various counts and levels, and some of which only the level is known.
    let days = (0...(today - first)).map { number in
      let count = number % 3 == 0 ? 0 : number * 7 % 23
      let level = count == 0 ? 0 : min(4, 1 + count / 6)
      return Contribution(
        day: first + number, count: number % 50 == 1 ? nil : count, level: level)
    }
    return Heatmap(
      days: days, span: first...today, firstWeekday: firstWeekday, words: words, style: style)
  }

  /// Seventeen days from a Sunday to a Tuesday, in the middle of which a month begins. Levels and
  /// counts increase day by day.
  static func weeks(_ style: HeatmapStyle, today: Day? = nil) -> Heatmap {
    let first = Day.on("2026-10-25")
    let days = (0..<17).map {
      Contribution(day: first + $0, count: $0, level: $0 == 0 ? 0 : min(4, 1 + $0 / 4))
    }
    return Heatmap(
      days: days, span: first...(first + 16), firstWeekday: .sunday, words: .english, style: style,
      today: today)
  }
}

extension Day {
  /// A day, written as in a test.
  static func on(_ text: String) -> Day { Day(iso: text) ?? Day(number: 0) }
}

extension Screen {
  static func colored(
    _ colors: ColorDepth, width: Int = 80, ambiguousWidth: Int = 1, unicode: Bool = true
  ) -> Screen {
    var screen = Screen.plain(width: width, unicode: unicode)
    screen.colors = colors
    screen.ambiguousWidth = ambiguousWidth
    return screen
  }
}

extension StyledText {
  /// The text, with a digit for each column with a background color.
  var levels: String {
    spans.map { span in
      guard case .background(let level) = span.style.shade, span.text.allSatisfy({ $0 == " " })
      else {
        return span.text
      }
      return String(repeating: String(level), count: span.text.count)
    }.joined()
  }
}
