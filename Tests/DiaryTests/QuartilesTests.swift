import Diary
import Testing

@Suite struct QuartilesTests {
  @Test func `each level has a quarter of the days`() {
    let quartiles = Quartiles(of: [1, 2, 3, 4, 5, 6, 7, 8, 0, 0])
    #expect((0...9).map(quartiles.level) == [0, 1, 1, 2, 2, 3, 3, 4, 4, 4])
  }

  @Test func `one outlier does not lower the other levels`() {
    let usual = Quartiles(of: [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(Quartiles(of: [1, 2, 3, 4, 5, 6, 7, 8, 500]) == usual)
    #expect(usual.level(of: 500) == 4)
    #expect(Quartiles(of: [1, 1, 1, .max, .max]).level(of: .max) <= 4)
  }

  @Test func `equal days get the lowest active level`() {
    #expect([0, 3].map(Quartiles(of: [3, 3, 3]).level) == [0, 1])
  }

  @Test func `a single day is active`() {
    #expect([0, 5, -1].map(Quartiles(of: []).level) == [0, 1, 0])
  }

  @Test func `levels use the last year`() {
    let last = Day(number: 1000)
    let counts = [last: 1, last - 1: 2, last - 2: 3, last - 3: 4, last - 365: 90, last + 1: 90]
    let days = Contribution.days(counting: counts, from: last - 4, through: last)
    #expect(days.map(\.day) == (-4...0).map { last + $0 })
    #expect(days.map(\.count) == [0, 4, 3, 2, 1])
    #expect(days.map(\.level) == [0, 4, 3, 2, 1])
    #expect(Contribution.days(counting: counts, from: last + 1, through: last).isEmpty)
  }
}
