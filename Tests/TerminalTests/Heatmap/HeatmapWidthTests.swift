import Diary
import Testing

@testable import Terminal

@Suite struct HeatmapWidthTests {
  static let depths = [ColorDepth.none, .ansi16, .ansi256, .trueColor]
  static let languages: [HeatmapWords] = [.english, .korean, .japanese]

  /// Checks what must hold for every heatmap, however wide the screen is.
  static func check(
    _ heatmap: Heatmap, on screen: Screen, location: SourceLocation = #_sourceLocation
  ) {
    let layout = heatmap.layout(on: screen)
    let lines = heatmap.lines(on: screen)
    let width = screen.width ?? 80
    let comment = Comment(
      rawValue:
        "\(heatmap.style) in \(width) columns, \(screen.colors), \(screen.ambiguousWidth),"
        + " \(screen.unicode), \(heatmap.words.less)")
    for line in lines {
      #expect(line.width(on: screen) <= width, comment, sourceLocation: location)
    }
    // The months, the cells.
    let rows = lines.dropFirst().prefix(7 / layout.daysInLine + layout.daysInLine - 1)
    #expect(
      rows.allSatisfy { $0.width(on: screen) == layout.margin + layout.gridWidth }, comment,
      sourceLocation: location)
    #expect(
      heatmap.drawnSpan(on: screen).contains(heatmap.today), comment, sourceLocation: location)
  }

  @Test(arguments: HeatmapStyle.allCases)
  func `fits the screen and includes this week`(
    style: HeatmapStyle
  ) {
    for width in 20...250 {
      let words = Self.languages[width % 3]
      let depth = Self.depths[width / 3 % 4]
      Self.check(
        .year(words, style, from: width % 2 == 0 ? .sunday : .monday),
        on: .colored(
          depth, width: width, ambiguousWidth: 1 + width / 2 % 2, unicode: width % 5 != 0))
    }
  }

  @Test func `is compact only where that shows more weeks`() {
    func style(_ width: Int, _ depth: ColorDepth = .ansi256, unicode: Bool = true)
      -> HeatmapStyle
    {
      let screen = Screen.colored(depth, width: width, ambiguousWidth: 1, unicode: unicode)
      return Heatmap.year().fitted(to: screen).style
    }
    #expect([40, 60, 80, 109].map { style($0) } == Array(repeating: .compact, count: 4))
    #expect([110, 111, 250].map { style($0) } == Array(repeating: .block, count: 3))
    // Without colors, digits are as narrow as densities.
    #expect([20, 40, 80].map { style($0, .none) } == Array(repeating: .block, count: 3))
    #expect(style(80, unicode: false) == .compact)
    let narrow = Screen.colored(.ansi16, width: 40, ambiguousWidth: 1, unicode: true)
    #expect(Heatmap.weeks(.block).fitted(to: narrow).style == .block)
  }

  @Test(arguments: HeatmapStyle.allCases, [2, 3, 9, 19, 20, 21, 40, 60, 61, 80, 110, 250])
  func `fits in every language on every screen`(style: HeatmapStyle, width: Int) {
    for words in Self.languages {
      let heatmap = Heatmap.year(words, style)
      for depth in Self.depths {
        for (ambiguousWidth, unicode) in [(1, true), (2, true), (1, false), (2, false)] {
          Self.check(
            heatmap,
            on: .colored(depth, width: width, ambiguousWidth: ambiguousWidth, unicode: unicode))
        }
      }
    }
  }

  @Test func `accepts names of any kind`() {
    var words = HeatmapWords.english
    words.monthNames = Array(repeating: "\u{1B}[2J very long indeed", count: 12)
    words.weekdayNames = ["日曜日\n", "a\tb", String(repeating: "w", count: 300), "", "", "", ""]
    words.less = String(repeating: "less", count: 100)
    for width in [1, 7, 20, 41, 80, 250] {
      for style in HeatmapStyle.allCases {
        Self.check(.year(words, style), on: .colored(.ansi16, width: width))
      }
    }
    words.monthNames = []
    words.weekdayNames = []
    Self.check(.year(words), on: .colored(.ansi16))
  }

  @Test func `drawing time depends on the screen, not the span`() {
    let heatmap = Heatmap(
      days: [], span: Day.on("0001-01-01")...Day.on("9999-12-31"), firstWeekday: .monday,
      words: .english)
    Self.check(heatmap, on: .colored(.ansi16, width: 80))
  }
}
