import Diary
import JSON
import Localization
import Terminal
import Testing

@testable import Views

@Suite struct GraphViewTests {
  private static let today = Day(number: 20_778)

  private func graph(_ measure: Measure) -> Graph {
    var activity = Activity(source: .local, measure: measure, name: "Name", days: [])
    for back in 0..<370 {
      let day = Self.today - back
      if measure.isAveraged {
        activity.values[day] = Double(back % 40) - 10
      } else {
        activity.days.append(Contribution(day: day, count: back % 9, level: 1))
      }
    }
    let streaks = Streaks(of: activity.days, today: Self.today)
    return Graph(
      activity: activity, span: (Self.today - 364)...Self.today, today: Self.today,
      firstWeekday: .sunday, streaks: streaks)
  }

  private func shown(
    _ measure: Measure, style: HeatmapStyle? = nil, width: Int = 112
  ) -> [StyledText] {
    var screen = Screen.plain(width: width)
    screen.isTerminal = true
    screen.colors = .trueColor
    let context = ViewContext(
      reader: Reader(LanguagePreference(chosen: LanguageTag("en_US")) { _ in nil }),
      screen: screen, now: Moment(Instant(secondsSince1970: 0), offset: 0)
    ) { Moment($0, offset: 0) }
    return graph(measure).lines(style: style, in: context)
  }

  @Test func `temperatures are not told apart by colors alone`() {
    let lines = shown(.temperature)
    let cells = lines.flatMap(\.spans).filter {
      if case .labeled = $0.style.shade { true } else { false }
    }
    #expect(Set(cells.flatMap(\.text)) == ["1", "2", "3", "4", " "], "\(lines.map(\.plain))")
    // A year fits in 60 columns.
    let narrow = shown(.temperature, width: 60).map(\.plain)
    #expect(!narrow.contains { $0.contains("Showing since") }, "\(narrow)")
    #expect(shown(.words).flatMap(\.spans).contains { $0.style.shade == .background(4) })
  }

  @Test func `a style that was chosen is used for temperatures too`() {
    let lines = shown(.temperature, style: .block)
    #expect(lines.flatMap(\.spans).contains { $0.style.shade == .background(3) })
    #expect(lines.map(\.plain).contains { $0.contains("   <0      0+      10+      20+ °C") })
  }

  @Test func `an average has neither a total nor a streak`() {
    let json = graph(.pm25).json
    #expect(json["total"] == .null && json["streak"] == .null && json["unit"] == "µg/m³")
    #expect(json["average"] != .null && json["days"]?.array?.last?["count"] == .number(-10))
    let counted = graph(.tag("perf")).json
    #expect(counted["measure"] == "tag:perf" && counted["unit"] == "texts")
    #expect(counted["average"] == .null && counted["streak"]?["longest"] != .null)
  }
}
