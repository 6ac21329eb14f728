import Diary
import Testing

@Suite struct MeasureTests {
  @Test func `every measure is read from its name`() {
    for measure in Measure.named + [.tag("perf"), .tag("회고 노트")] {
      #expect(Measure(name: measure.name) == measure)
    }
    #expect(Measure(name: "tag:#perf ") == .tag("perf"))
    #expect(Measure(name: "tag:a:b") == .tag("a:b"))
    for name in ["", "word", "Words", "tag", "tag:", "tag:#", "tag: ", ":"] {
      #expect(Measure(name: name) == nil, "\(name)")
    }
  }

  @Test func `temperatures are divided at round numbers`() {
    /// A year between two temperatures.
    func year(_ low: Double, _ high: Double) -> TemperatureBands {
      TemperatureBands(of: (0..<365).map { low + (high - low) * Double($0) / 364 })
    }
    #expect(year(-8, 30).bounds == [0, 10, 20])
    #expect(year(26, 30).bounds == [27, 28, 29])
    #expect(year(2, 21).bounds == [5, 10, 15])
    #expect(year(-50, 25).bounds == [-40, -20, 0])
    #expect(year(-40, -12).bounds == [-30, -20, -10])
  }

  @Test func `a temperature at a bound is in the warmer range`() {
    let bands = TemperatureBands(of: [-5, 4, 15, 25])
    #expect(bands.bounds == [0, 10, 20])
    #expect([-40, -0.1, 0, 9.9, 10, 20, 41].map(bands.level) == [1, 1, 2, 2, 3, 4, 4])
  }

  @Test func `few or impossible temperatures have ranges too`() {
    #expect(TemperatureBands(of: []).bounds == [1, 2, 3])
    #expect(TemperatureBands(of: [7.4]).bounds == [8, 9, 10])
    #expect(TemperatureBands(of: [-0.5]).bounds == [0, 1, 2])
    #expect(TemperatureBands(of: [.infinity, .nan, -1e300, 1e300]).level(of: 0) <= 4)
  }

  @Test func `particles have the level of their grade`() {
    #expect([0, 15, 16, 36, 76, 999].map(GradeScale.korea.level(ofPM25:)) == [1, 1, 2, 3, 4, 4])
    #expect([9, 9.1, 36, 60, 150, 300].map(GradeScale.us.level(ofPM25:)) == [1, 2, 3, 4, 4, 4])
    #expect([5, 6, 16, 51, 91, 141].map(GradeScale.eu.level(ofPM25:)) == [1, 2, 3, 4, 4, 4])
    #expect(GradeScale.korea.level(ofPM25: .nan) == 1)
  }

  @Test func `the lowest counts are those of the levels`() {
    for counts in [[], [1], [3, 3, 3], [1, 2, 3, 4, 5, 6, 7, 8], [120, 80, 3000, 41, 80]] {
      let quartiles = Quartiles(of: counts)
      for (level, count) in quartiles.lowest {
        #expect(quartiles.level(of: count) == level, "\(counts)")
        #expect(count == 1 || quartiles.level(of: count - 1) < level, "\(counts)")
      }
      #expect(quartiles.lowest.isEmpty == counts.isEmpty)
    }
  }
}
