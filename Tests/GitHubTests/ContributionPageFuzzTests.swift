import Diary
import GitHub
import StandIn
import TestSupport
import Testing

@Suite struct ContributionPageFuzzTests {
  private static let pieces = [
    "<", ">", "</td>", "/>", "<!--", "-->", "\"", "'", "=", "&", "&#55;",
    "<td class=ContributionCalendar-day", "data-date=\"2026-02-30\"", "data-date=2026-01-05 ",
    "data-level=4 ", "<tool-tip for=a>", "9 contributions", "99999999999 contributions",
    "No contributions", "<template>", "</template>", "<script>", "<h2>", "id=a ", "\0", "\u{A0}",
  ]

  /// Checks what must hold for every page that can be read.
  private static func check(_ bytes: [UInt8], within span: ClosedRange<Day>? = nil) {
    guard let page = try? ContributionPage(bytes, within: span) else { return }
    #expect(!page.days.isEmpty)
    for (earlier, later) in zip(page.days, page.days.dropFirst()) {
      #expect(earlier.day < later.day)
    }
    for day in page.days {
      #expect((0...4).contains(day.level))
      #expect((0..<1_000_000_000).contains(day.count ?? 0))
      #expect(day.count != nil || day.level > 0)
      if let span { #expect(span.contains(day.day)) }
    }
    #expect(page.total >= 0)
    _ = page.until(Day(number: 20_000))
  }

  @Test func `any bytes give a page or an error`() {
    Fuzz.rounds(71, atLeast: 10_000) { seed in
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...60, using: &seed) {
        if Int.random(in: 0..<10, using: &seed) == 0 {
          bytes.append(.random(in: 0 ... .max, using: &seed))
        } else {
          bytes += seed.one(of: Self.pieces).utf8
        }
      }
      Self.check(bytes)
    }
  }

  /// Pages of up to three weeks, which are quick to read.
  private static func writer(_ seed: inout Seeded) -> ContributionPageWriter {
    var counts: [String: Int] = [:]
    let first = Day(number: Int.random(in: 10_000...25_000, using: &seed))
    let span = first...(first + Int.random(in: 0...20, using: &seed))
    for number in 0...(span.upperBound - first) where Bool.random(using: &seed) {
      counts["\(first + number)"] = Int.random(in: 0...seed.one(of: [3, 40, 20_000]), using: &seed)
    }
    var writer = ContributionPageWriter(
      from: "\(span.lowerBound)", to: "\(span.upperBound)", counts: counts)
    writer.attributeOrder = Int.random(in: 0..<24, using: &seed)
    writer.hoistsToolTips = Bool.random(using: &seed)
    writer.isLoud = Bool.random(using: &seed)
    writer.quote = seed.one(of: ["\"", "'", ""])
    writer.separator = seed.one(of: [",", ".", "\u{A0}", ""])
    return writer
  }

  @Test func `what is written is read again`() throws {
    try Fuzz.rounds(72, atLeast: 300) { (seed: inout Seeded) throws in
      let writer = Self.writer(&seed)
      let page = try ContributionPage(writer.bytes)
      let first = try #require(Day(iso: writer.from))
      let last = try #require(Day(iso: writer.to))
      let days = (0...(last - first)).map { first + $0 }
      #expect(page.days == CalendarSample.expected(writer.counts, on: days), "\(writer.html)")
      #expect(page.headlineTotal == page.total)
    }
  }

  @Test func `a damaged page gives a page or an error`() {
    Fuzz.rounds(73, atLeast: 100) { seed in
      let whole = Self.writer(&seed).bytes
      for _ in 0..<20 {
        let bytes = seed.damaged(whole, with: Self.pieces, atLeast: 1)
        let first = Day(number: Int.random(in: 10_000...25_000, using: &seed))
        Self.check(bytes)
        Self.check(bytes, within: first...(first + 10))
      }
    }
  }
}
