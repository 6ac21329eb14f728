import Diary
import Testing

@testable import Terminal

@Suite struct HeatmapTests {
  static func picture(_ heatmap: Heatmap, _ screen: Screen) -> [String] {
    heatmap.lines(on: screen).map(\.levels)
  }

  @Test func `draws a day as two colored columns`() {
    #expect(
      Self.picture(.weeks(.block), .colored(.trueColor)) == [
        "      Nov",
        "    002244",
        "Mon 113344",
        "    113344",
        "Wed 1133  ",
        "    2233  ",
        "Fri 2244  ",
        "    2244  ",
        "",
        "Less 0011223344 More",
      ])
  }

  @Test func `draws two days as a half block`() {
    let lines = Heatmap.weeks(.compact).lines(on: .colored(.trueColor))
    #expect(
      lines.map(\.levels) == [
        "     Nov",
        "Sun ▀▀4",
        "Tue 13▀",
        "Thu 2▀ ",
        "Sat ▀▀ ",
        "",
        "Less 0011223344 More",
      ])
    #expect(
      lines[1].spans.map(\.style.shade) == [
        nil, nil, .halves(upper: 0, lower: 1), .halves(upper: 2, lower: 3), .background(4),
      ])
    // The lower half of these cells has no day.
    #expect(lines[4].spans.suffix(3).map(\.style.shade) == [.foreground(2), .foreground(4), nil])
  }

  @Test func `draws a day as a single-width symbol`() {
    let screen = Screen.colored(.ansi256, ambiguousWidth: 2)
    let lines = Heatmap.weeks(.dots).lines(on: screen)
    #expect(
      lines.map(\.plain) == [
        "      Nov",
        "    ⋅ ◼ ◼",
        "Mon ◼ ◼ ◼",
        "    ◼ ◼ ◼",
        "Wed ◼ ◼  ",
        "    ◼ ◼  ",
        "Fri ◼ ◼  ",
        "    ◼ ◼  ",
        "",
        "Less ⋅ ◼ ◼ ◼ ◼ More",
      ])
    #expect(lines[1].width(on: screen) == 9)
  }

  @Test func `writes the count and not the level`() {
    #expect(
      Self.picture(.weeks(.digits), .plain(width: 80)) == [
        "      Nov",
        "    . 7 +",
        "Mon 1 8 +",
        "    2 9 +",
        "Wed 3 +  ",
        "    4 +  ",
        "Fri 5 +  ",
        "    6 +  ",
        "",
        ". = 0   + = 10+",
      ])
  }

  @Test func `writes the level in ASCII`() {
    #expect(
      Self.picture(.weeks(.ascii), .plain(width: 80, unicode: false)) == [
        "      Nov",
        "    . + #",
        "Mon : * #",
        "    : * #",
        "Wed : *  ",
        "    + *  ",
        "Fri + #  ",
        "    + #  ",
        "",
        "Less . : + * # More",
      ])
  }

  @Test func `explains a question mark in the legend`() {
    let day = Day.on("2026-11-19")
    func legend(_ words: HeatmapWords, count: Int?) -> String? {
      Heatmap(
        days: [Contribution(day: day, count: count, level: 3)], span: (day - 6)...day,
        firstWeekday: .sunday, words: words, style: .digits
      ).lines(on: .plain()).last?.plain
    }
    #expect(legend(.korean, count: nil) == ". = 0   + = 10+   ? = 개수를 알 수 없음")
    #expect(legend(.korean, count: 3) == ". = 0   + = 10+")
    #expect(legend(.english, count: nil) == ". = 0   + = 10+")
  }

  @Test(
    arguments: [
      (.block, .none, 1, true, .digits), (.block, .ansi16, 2, false, .block),
      (.compact, .none, 1, true, .ascii), (.compact, .ansi16, 1, true, .compact),
      (.compact, .ansi16, 2, true, .block), (.compact, .ansi16, 1, false, .block),
      (.dots, .none, 1, true, .ascii), (.dots, .ansi16, 1, false, .ascii),
      (.dots, .trueColor, 2, true, .dots), (.digits, .none, 1, true, .digits),
      (.ascii, .trueColor, 1, true, .ascii),
    ] as [(HeatmapStyle, ColorDepth, Int, Bool, HeatmapStyle)])
  func `uses the nearest style the screen supports`(
    style: HeatmapStyle, colors: ColorDepth, ambiguousWidth: Int, unicode: Bool,
    drawn: HeatmapStyle
  ) {
    let screen = Screen.colored(colors, ambiguousWidth: ambiguousWidth, unicode: unicode)
    #expect(Heatmap.weeks(style).drawnStyle(on: screen) == drawn)
  }

  @Test(arguments: [(1, true), (2, true), (1, false), (2, false)])
  func `fits a year in 60 columns when compact`(ambiguousWidth: Int, unicode: Bool) {
    for colors in [ColorDepth.none, .ansi16, .ansi256, .trueColor] {
      let heatmap = Heatmap.year(.korean, .compact)
      let screen = Screen.colored(
        colors, width: 60, ambiguousWidth: ambiguousWidth, unicode: unicode)
      #expect(heatmap.drawnSpan(on: screen) == heatmap.span)
    }
  }

  @Test func `drops the oldest weeks and says what is left`() {
    let heatmap = Heatmap.year()
    let screen = Screen.colored(.ansi16, width: 40)
    // 36 columns beside the weekdays: 18 weeks, the last of which began on November 15.
    #expect(heatmap.drawnSpan(on: screen) == Day.on("2026-07-19")...Day.on("2026-11-19"))
    #expect(heatmap.drawnSpan(on: .colored(.ansi16, width: 110)) == heatmap.span)
  }

  @Test func `drops future weeks before past ones`() {
    let year = Day.on("2026-01-01")...Day.on("2026-12-31")
    let heatmap = Heatmap(
      days: [], span: year, firstWeekday: .sunday, words: .english, today: .on("2026-03-12"))
    func drawn(_ width: Int) -> ClosedRange<Day> {
      heatmap.drawnSpan(on: .colored(.ansi16, width: width))
    }
    #expect(drawn(110) == year)
    #expect(drawn(40) == year.lowerBound...Day.on("2026-05-02"))
    #expect(drawn(20) == Day.on("2026-01-18")...Day.on("2026-03-14"))
  }

  @Test func `accepts days in any order with gaps`() {
    let span = Day.on("2026-11-15")...Day.on("2026-11-19")
    let days = [("2026-11-19", 9), ("2026-11-16", 2), ("2026-11-30", 4), ("2026-11-16", 3)].map {
      Contribution(day: .on($0.0), count: $0.1, level: 1)
    }
    let heatmap = Heatmap(
      days: days, span: span, firstWeekday: .sunday, words: .english, style: .digits)
    let cells = Self.picture(heatmap, .plain()).dropFirst().prefix(7).map { $0.suffix(1) }
    #expect(cells == [".", "3", ".", ".", "9", " ", " "])
  }

  @Test(arguments: [(0, ["1", "1", "1", " ", " "]), (2, ["1", "1", "1", "2", " "])])
  func `leaves the future blank except an active tomorrow`(
    tomorrow: Int, cells: [String]
  ) {
    let first = Day.on("2026-11-08")
    let days = [1, 1, 1, tomorrow, 1].enumerated().map {
      Contribution(day: first + $0.offset, count: $0.element, level: min($0.element, 1))
    }
    let heatmap = Heatmap(
      days: days, span: first...(first + 6), firstWeekday: .sunday, words: .english,
      style: .digits, today: first + 2)
    let picture = Self.picture(heatmap, .plain())
    #expect(picture.dropFirst().prefix(5).map { String($0.suffix(1)) } == cells)
  }

  @Test func `clamps invalid levels and counts`() {
    let first = Day.on("2026-11-15")
    let odd = [(1, 0), (0, 9), (-3, -3), (100_000, 400)]
    func cells(_ style: HeatmapStyle, _ screen: Screen) -> [Substring] {
      Self.picture(
        Heatmap(
          days: odd.enumerated().map {
            Contribution(day: first + $0.offset, count: $0.element.0, level: $0.element.1)
          }, span: first...(first + 3), firstWeekday: .sunday, words: .english, style: style),
        screen
      ).dropFirst().prefix(4).map { $0.suffix(1) }
    }
    #expect(cells(.block, .colored(.ansi16)) == ["1", "4", "0", "4"])
    #expect(cells(.digits, .plain()) == ["1", ".", ".", "+"])
  }

  @Test func `can be drawn without a legend`() {
    var heatmap = Heatmap.weeks(.digits)
    let lines = Self.picture(heatmap, .plain())
    heatmap.showsLegend = false
    #expect(Self.picture(heatmap, .plain()) == lines.dropLast(2))
  }

  @Test func `joins neighbors of the same shade`() {
    let heatmap = Heatmap(
      days: [], span: .on("2026-01-01")...Day.on("2026-12-31"), firstWeekday: .sunday,
      words: .english)
    let row = heatmap.lines(on: .colored(.trueColor, width: 120))[5]
    #expect(row.spans.count == 2)
  }
}
