import Diary
import Testing

@testable import Terminal

@Suite struct HeatmapScaleTests {
  private static let scale = HeatmapScale(
    steps: [
      .init(level: 1, label: "<0"), .init(level: 2, label: "0+"), .init(level: 4, label: "20+"),
    ], unit: "°C")

  private func heatmap(_ style: HeatmapStyle) -> Heatmap {
    var heatmap = Heatmap.weeks(style)
    heatmap.scale = Self.scale
    return heatmap
  }

  private func legend(_ style: HeatmapStyle, _ screen: Screen) -> [String] {
    heatmap(style).lines(on: screen).drop { !$0.isEmpty }.dropFirst().map(\.levels)
  }

  @Test func `the legend names the levels in every style`() {
    let color = Screen.colored(.trueColor)
    #expect(legend(.block, color) == ["11 <0   22 0+   44 20+ °C"])
    #expect(legend(.compact, color) == ["11 <0   22 0+   44 20+ °C"])
    #expect(legend(.dots, color) == ["◼ <0   ◼ 0+   ◼ 20+ °C"])
    #expect(legend(.digits, color) == ["1 <0   2 0+   4 20+ °C"])
    #expect(legend(.ascii, .plain(width: 80)) == [": <0   + 0+   # 20+ °C"])
  }

  @Test func `digits show levels and not counts`() {
    let lines = heatmap(.digits).lines(on: .plain(width: 80)).map(\.plain)
    #expect(lines[1...7].joined().filter { $0.isNumber || $0 == "." }.sorted().first == ".")
    #expect(!lines[1...7].joined().contains("+") && !lines[1...7].joined().contains("9"))
  }

  @Test func `a long legend takes several lines`() {
    var heatmap = heatmap(.digits)
    heatmap.scale?.steps[1].label = "unhealthy for sensitive groups"
    let lines = heatmap.lines(on: .plain(width: 20)).drop { !$0.isEmpty }.dropFirst()
    #expect(lines.map(\.plain) == ["1 <0", "2 unhealthy for sen…", "4 20+ °C"])
  }

  @Test func `a scale without levels has no legend`() {
    var heatmap = heatmap(.block)
    heatmap.scale = HeatmapScale(steps: [], unit: "words")
    #expect(heatmap.lines(on: .colored(.trueColor)).count == 8)
  }

  @Test func `the SVG has a swatch and a label for each level`() {
    let heatmap = heatmap(.block)
    let svg = heatmap.svg(in: .green, title: "", description: "", language: "en") { _ in "" }
    for text in [">&lt;0</text>", ">0+</text>", ">20+ °C</text>"] {
      #expect(svg.contains(text), "\(svg)")
    }
    #expect(!svg.contains("Less"))
  }
}
