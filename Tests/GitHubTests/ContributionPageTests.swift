import Diary
import GitHub
import StandIn
import Testing

/// Pages as GitHub wrote them, and as it might have, made up by the tests' own writer.
@Suite struct ContributionPageTests {
  typealias Era = ContributionPageWriter.Era

  static let counts = CalendarSample.counts(year: 2026)
  static let expected = CalendarSample.expected(counts, year: 2026)

  private func writer(_ era: Era) -> ContributionPageWriter {
    ContributionPageWriter(era, year: 2026, counts: Self.counts)
  }

  private func page(_ writer: ContributionPageWriter) throws -> ContributionPage {
    try ContributionPage(writer.bytes)
  }

  private func page(_ html: String) throws -> ContributionPage {
    try ContributionPage(Array(html.utf8))
  }

  private func day(_ iso: String) throws -> Day { try #require(Day(iso: iso)) }

  // MARK: Forms

  @Test(arguments: Era.allCases)
  func `reads a year in every page format`(_ era: Era) throws {
    let page = try page(writer(era))
    #expect(page.days == Self.expected)
    #expect(page.total == Self.counts.values.reduce(0, +))
    #expect(page.headlineTotal == page.total)
  }

  @Test(arguments: Era.allCases)
  func `accepts attributes in any order`(_ era: Era) throws {
    var writer = writer(era)
    writer.to = "2026-01-31"
    for order in 0..<ContributionPageWriter.orders(of: 4) {
      writer.attributeOrder = order
      #expect(try page(writer).days == Array(Self.expected.prefix(31)), "\(order)")
    }
  }

  @Test(arguments: Era.allCases, ["'", ""])
  func `accepts any quotes`(_ era: Era, quote: String) throws {
    var writer = writer(era)
    writer.quote = quote
    #expect(try page(writer).days == Self.expected)
  }

  @Test(arguments: Era.allCases)
  func `accepts upper-case tags`(_ era: Era) throws {
    var writer = writer(era)
    writer.isLoud = true
    #expect(try page(writer).days == Self.expected)
  }

  @Test func `accepts tool-tips before the table`() throws {
    var writer = writer(.e5)
    writer.hoistsToolTips = true
    #expect(try page(writer).days == Self.expected)
  }

  @Test(arguments: Era.allCases)
  func `accepts unclosed and missing elements`(_ era: Era) throws {
    var html = writer(era).html
    for tag in ["td", "rect", "span", "tr", "g", "svg", "table", "tbody", "div", "h2", "tool-tip"] {
      html = html.replacing("</\(tag)>", with: "")
    }
    #expect(try page(html).days == Self.expected)
    let start = try #require(html.firstRange(of: era.isTable ? "<tr style=\"height: 10" : "<rect"))
    #expect(try page(String(html[start.lowerBound...])).days == Self.expected)
  }

  @Test(arguments: Era.allCases)
  func `ignores broken markup around it`(_ era: Era) throws {
    var writer = writer(era)
    writer.preamble = """
      <!-- '"` --><!-- </textarea></xmp> --></option></form><input value="a>b" <p class=
      >5 contributions</p><template><h2>9 contributions</h2></template>
      <script>var a = "<td class='day' data-date='2026-01-01' data-count='99'>"</script>
      <style>td.day::after { content: "<rect>" }</style>
      <textarea><rect class="day" data-date="2026-01-01" data-count="98"/></textarea>
      <template><rect class="day" data-date="2026-01-01" data-count="97"/></template>
      <!-- <td class="ContributionCalendar-day" data-date="2026-01-01" data-level="4"></td> -->
      """
    let page = try page(writer)
    #expect(page.days == Self.expected)
    #expect(page.headlineTotal == page.total)
  }

  // MARK: Cells

  @Test(arguments: [
    "<div class=\"day\" data-date=\"2026-01-01\" data-count=\"9\"></div>",
    "<td class=\"holiday\" data-date=\"2026-01-01\" data-count=\"9\"></td>",
    "<td class=\"day-off Day\" data-date=\"2026-01-01\" data-count=\"9\"></td>",
    "<td class=\"ContributionCalendar-label\" data-date=\"2026-01-01\" data-level=\"4\"></td>",
    "<td data-date=\"2026-01-01\" data-count=\"9\"></td>",
    "<time class=\"day\" datetime=\"2026-01-01\" data-date=\"2026-01-01\"></time>",
    "<td class=\"day\" date=\"2026-01-01\" data-count=\"9\"></td>",
    "<tr class=\"day\" data-date=\"2026-01-01\" data-count=\"9\"></tr>",
    "<!-- <td class=\"day\" data-date=\"2026-01-01\" data-count=\"9\"> -->",
    "<td title='<td class=\"day\" data-date=\"2026-01-01\" data-count=\"9\">'>",
    "<td class=\"day\" data-date=\"2026-01-01\" data-count=\"9\"",
    "<td class=\"day\" data-date=\"2026-01-1\" data-count=\"9\">",
    "<td class=\"day\" data-date=\"2026-13-01\" data-count=\"9\">",
    "<td class=\"day\" data-date=\"2026-02-29\" data-count=\"9\">",
    "<td class=\"day\" data-date=\"0000-01-01\" data-count=\"9\">",
    "<td class=\"day\" data-date=\" 2026-01-01\" data-count=\"9\">",
    "<td class=\"day\" data-date=\"2026-01-01T00\" data-count=\"9\">",
    "<td class=\"day\" data-date=\"2026/01/01\" data-count=\"9\">",
    "<td class=\"day\" data-date=\"+026-01-01\" data-count=\"9\">",
  ])
  func `ignores other elements`(html: String) {
    #expect(throws: ContributionPageError.noCalendar) { try page(html) }
  }

  @Test(arguments: [
    "<td class=\"a ContributionCalendar-day b\" data-date=\"2026-01-01\" data-level=\"2\" data-count=\"9\">",
    "<RECT CLASS=day DATA-DATE=2026-01-01 DATA-COUNT=9 DATA-LEVEL=2 />",
    "<rect class='day' data-date='2026-01-01' data-count='9' fill='#7BC96F'/>",
    "<rect class='day' data-date='2026-01-01' data-count='9' fill='var(--color-calendar-graph-day-L2-bg)'>",
    "<td\tclass=\n'x\tday'\r\ndata-date=2026-01-01 data-level=2 data-count=9>",
    "<td class=d&#97;y data-date=2026&#45;01-01 data-level='&#50;' data-count='&#x39;'>",
    "<td class=day data-date=2026-01-01 data-level=2>9 contributions on Thursday</td>",
    "<td class=day data-date=2026-01-01 data-level=2> <b>9</b> <i>contri</i>butions</td>",
    "<td class=day data-date=2026-01-01 data-level=2><!-- 8 contributions -->9 Contributions</td>",
    "<td class=day data-date=2026-01-01 data-level=2>9&nbsp;contributions",
    "<td class=day id=a data-date=2026-01-01 data-level=2></td><tool-tip for=a>9 contributions",
    "<tool-tip for=a>9 contributions</tool-tip><td class=day id=a data-date=2026-01-01 data-level=2>",
    "<tool-tip for='&#97;'>9 contributions</tool-tip><td class=day id=a data-date=2026-01-01 data-level=2>",
    "<td class=day id=a data-date=2026-01-01 data-level=2><tool-tip for=a>9 contributions</tool-tip></td>",
    "<td class=day id=a data-date=2026-01-01 data-level=2>x</td><tool-tip for=b>8 contributions</tool-tip><tool-tip for=a>9 contributions</tool-tip>",
    "<td class=day id=a data-date=2026-01-01 data-level=2 data-count=9>8 contributions</td><tool-tip for=a>7 contributions</tool-tip>",
  ])
  func `recognizes every form of a cell`(html: String) throws {
    let day = try day("2026-01-01")
    #expect(try page(html).days == [Contribution(day: day, count: 9, level: 2)])
  }

  @Test(arguments: [
    ("No contributions on Friday", 0), ("no contributions", 0), ("0 contributions", 0),
    ("1 contribution on", 1), ("1 contributions", 1), ("1,234 contributions", 1234),
    ("1.234 contributions", 1234), ("1\u{A0}234 contributions", 1234),
    ("1 234 contributions", 1234),
    ("1\u{202F}234\u{A0}contributions", 1234), ("1&nbsp;234&nbsp;contributions", 1234),
    ("1&#44;234 contributions", 1234), ("1’234 contributions", 1234),
    ("12,34,567 contributions.", 1_234_567), ("999,999,999 contributions", 999_999_999),
    ("7 CONTRIBUTIONS", 7), ("\n  7\n  contributions\n", 7), ("7 contributions", 7),
  ])
  func `reads counts from texts`(text: String, count: Int) throws {
    let cell = "<td class=day id=a data-date=2026-01-01 data-level=1>"
    #expect(try page("\(cell)\(text)</td>").days.first?.count == count)
    #expect(try page("\(cell)</td><tool-tip for=a>\(text)</tool-tip>").days.first?.count == count)
    #expect(try page("<h2>\(text)</h2>\(cell)1 contribution").headlineTotal == count)
  }

  @Test(arguments: [
    "", "7", "contributions", "7contributions", "7 contributed", "7 contribution_s",
    "seven contributions",
    "about 7 contributions", "7 Beiträge", "Nocontributions", "Nocturnal contributions",
    "N contributions",
    "7 commits, 8 contributions", "-7 contributions", "7 contributionsx",
    "1000000000 contributions",
    "99999999999999999999999999 contributions", "None contributions", "7 — contributions",
  ])
  func `ignores other texts`(text: String) throws {
    let cell = "<td class=day id=a data-date=2026-01-01 data-level=1>"
    let error = ContributionPageError.countsMissing(known: 0, active: 1)
    #expect(throws: error) { try page("\(cell)\(text)</td>") }
    #expect(throws: error) { try page("\(cell)</td><tool-tip for=a>\(text)</tool-tip>") }
  }

  @Test(arguments: Era.allCases, [",", ".", "\u{A0}", "\u{202F}", "’", ""])
  func `reads any thousands separator`(_ era: Era, separator: String) throws {
    let counts = CalendarSample.counts(year: 2026, most: 12_345)
    var writer = ContributionPageWriter(era, year: 2026, counts: counts)
    writer.separator = separator
    let page = try page(writer)
    #expect(page.days == CalendarSample.expected(counts, year: 2026))
    #expect(page.headlineTotal == page.total)
  }

  // MARK: Levels

  @Test(arguments: [
    ("#ebedf0", 0), ("#eeeeee", 0), ("#c6e48b", 1), ("#d6e685", 1), ("#7bc96f", 2), ("#8cc665", 2),
    ("#239a3b", 3), ("#44a340", 3), ("#196127", 4), ("#1e6823", 4), ("#1E6823", 4),
    ("var(--color-calendar-graph-day-bg)", 0), ("var(--color-calendar-graph-day-L3-bg)", 3),
    ("var(--color-calendar-halloween-graph-day-L4-bg)", 4),
  ])
  func `maps colors to levels`(fill: String, level: Int) throws {
    let html = "<rect class=day data-date=2026-01-01 data-count=5 fill='\(fill)'/>"
    #expect(try page(html).days.first?.level == level)
  }

  @Test func `data-level takes precedence over the color`() throws {
    let html = "<rect class=day data-date=2026-01-01 data-count=5 data-level=1 fill='#196127'/>"
    #expect(try page(html).days.first?.level == 1)
  }

  @Test func `estimates levels of Halloween colors`() throws {
    var writer = writer(.e1a)
    writer.isHalloween = true
    let days = try page(writer).days
    #expect(days.map(\.count) == Self.expected.map(\.count))
    #expect(days.allSatisfy { ($0.count == 0) == ($0.level == 0) && (0...4).contains($0.level) })
    #expect(Set(days.map(\.level)) == [0, 1, 2, 3, 4])
    let sorted = days.sorted { ($0.count ?? 0) < ($1.count ?? 0) }
    #expect(sorted.map(\.level) == sorted.map(\.level).sorted())
    writer.era = .e1b
    #expect(try page(writer).days == Self.expected)
  }

  @Test(arguments: ["5", "-1", "x", "", "10"])
  func `treats an invalid level as unknown`(level: String) throws {
    let html = "<td class=day data-date=2026-01-01 data-level='\(level)'"
    #expect(try page("\(html) data-count=5>").days.first?.level == 1)
    #expect(throws: ContributionPageError.countsMissing(known: 0, active: 1)) {
      try page("\(html)>")
    }
  }

  // MARK: What is not there

  @Test(arguments: [Era.e3, .e4, .e5])
  func `a day without a count is active`(_ era: Era) throws {
    let active = Self.expected.filter { $0.level > 0 }.prefix(20).map(\.day)
    let idle = Self.expected.filter { $0.level == 0 }.prefix(20).map(\.day)
    var writer = writer(era)
    writer.silent = Set((active + idle).map(\.description))
    let expected = Self.expected.map { day in
      Contribution(
        day: day.day, count: active.contains(day.day) ? nil : day.count, level: day.level)
    }
    #expect(try page(writer).days == expected)
  }

  @Test(arguments: Era.allCases)
  func `reports a page without counts`(_ era: Era) {
    var writer = writer(era)
    writer.isSilent = true
    let active = Self.expected.count { $0.level > 0 }
    #expect(throws: ContributionPageError.countsMissing(known: 0, active: active)) {
      try page(writer)
    }
  }

  @Test(arguments: [Era.e3, .e4, .e5])
  func `reports a page in another language`(_ era: Era) {
    var writer = writer(era)
    writer.language = .german
    let active = Self.expected.count { $0.level > 0 }
    #expect(throws: ContributionPageError.countsMissing(known: 0, active: active)) {
      try page(writer)
    }
  }

  @Test(arguments: [Era.e1a, .e1b, .e2])
  func `reads counts from attributes in any language`(_ era: Era) throws {
    var writer = writer(era)
    writer.language = .german
    let page = try page(writer)
    #expect(page.days == Self.expected)
    #expect(page.headlineTotal == nil)
  }

  @Test func `accepts a page with at least half of its counts`() throws {
    func cells(_ known: Int, of all: Int) -> String {
      (1...all).map { day in
        let count = day <= known ? " data-count=3" : ""
        return "<td class=day data-date=2026-01-\(day.padded(to: 2)) data-level=1\(count)></td>"
      }.joined()
    }
    #expect(try page(cells(5, of: 10)).total == 15)
    #expect(throws: ContributionPageError.countsMissing(known: 4, active: 10)) {
      try page(cells(4, of: 10))
    }
  }

  @Test(arguments: Era.allCases)
  func `reads a calendar without contributions`(_ era: Era) throws {
    let page = try page(ContributionPageWriter(era, year: 2026, counts: [:]))
    #expect(page.days.count == 365)
    #expect(page.days.allSatisfy { $0.count == 0 && $0.level == 0 })
    #expect(page.total == 0)
    #expect(page.headlineTotal == 0)
  }

  @Test func `the headline may differ from the sum or be missing`() throws {
    var writer = writer(.e5)
    writer.headline = 100_000
    #expect(try page(writer).headlineTotal == 100_000)
    #expect(try page(writer).days == Self.expected)
    writer.hasHeadline = false
    #expect(try page(writer).headlineTotal == nil)
  }

  @Test func `uses the first headline with a number`() throws {
    let cell = "<td class=day data-date=2026-01-01 data-level=0></td>"
    let html =
      "<h2>Popular repositories</h2><h3>4 contributions</h3><h2>\n 5\n contributions\n in 2026</h2>\(cell)<h2>6 contributions</h2>"
    #expect(try page(html).headlineTotal == 5)
  }

  // MARK: Days

  @Test(arguments: Era.allCases, [2023, 2024, 2028, 2000])
  func `reads years of 53 and 54 weeks, with or without a leap day`(_ era: Era, year: Int) throws {
    let counts = CalendarSample.counts(year: year)
    let page = try page(ContributionPageWriter(era, year: year, counts: counts))
    #expect(page.days == CalendarSample.expected(counts, year: year))
  }

  @Test(arguments: Era.allCases)
  func `drops days of the previous December`(_ era: Era) throws {
    var writer = writer(era)
    writer.from = "2025-12-25"
    writer.counts["2025-12-27"] = 3
    let all = try page(writer)
    #expect(all.days.count == 372)
    let year = try day("2026-01-01")...day("2026-12-31")
    let page = try ContributionPage(writer.bytes, within: year)
    #expect(page.days == Self.expected)
    #expect(page.headlineTotal == page.total + 3)
  }

  @Test func `reports a page of other days`() throws {
    let span = try day("2020-01-01")...day("2020-12-31")
    let shown = try day("2026-01-01")...day("2026-12-31")
    #expect(throws: ContributionPageError.otherDays(shown)) {
      try ContributionPage(writer(.e5).bytes, within: span)
    }
  }

  @Test(arguments: Era.allCases)
  func `counts a repeated day once and drops invalid days`(_ era: Era) throws {
    var writer = writer(era)
    writer.strays = [
      ("2026-01-01", 77), ("2026-02-30", 5), ("2026-00-10", 5), ("0000-01-01", 5), ("today", 5),
      ("2026-1-1", 5), ("", 5),
    ]
    #expect(try page(writer).days == Self.expected)
  }

  @Test func `keeps the more complete of two equal days`() throws {
    let html = """
      <td class=day data-date=2026-01-01 data-level=3></td>
      <td class=day data-date=2026-01-02 data-level=1 data-count=1></td>
      <td class=day data-date=2026-01-01 data-level=2 data-count=8></td>
      """
    #expect(try page(html).days.map(\.count) == [8, 1])
  }

  @Test func `drops future days but keeps an active tomorrow`() throws {
    let today = try day("2026-06-16")
    var writer = writer(.e5)
    for day in Self.expected.map(\.day) where day > today { writer.counts[day.description] = nil }
    #expect(try page(writer).until(today).days.last?.day == today)
    writer.counts["2026-06-17"] = 2
    #expect(try page(writer).until(today).days.last?.day == today + 1)
    writer.counts["2026-06-18"] = 2
    #expect(try page(writer).until(today).days.last?.day == today + 1)
  }

  // MARK: No calendar

  @Test(arguments: [
    ("Not Found", ContributionPageError.notFound), ("  Not Found\n", .notFound), ("", .notHTML),
    ("{\"message\":\"Not Found\"}", .notHTML), ("just words", .notHTML), ("\0\u{1}", .notHTML),
    ("<p>hello</p>", .noCalendar), ("<html><title>Page not found · GitHub</title>", .notFound),
    ("<table class='ContributionCalendar-grid'></table>", .noCalendar),
  ])
  func `reports a page without a calendar`(
    html: String, error: ContributionPageError
  ) {
    #expect(throws: error) { try page(html) }
  }

  @Test func `distinguishes an organization, a private profile and a login page`() {
    let pages: [([UInt8], ContributionPageError)] = [
      (OtherPage.organization("github"), .organization),
      (OtherPage.privateProfile("octocat"), .privateProfile), (OtherPage.login, .loginRequired),
      (OtherPage.notFound, .notFound),
      (OtherPage.page("octocat · GitHub", head: "", body: "<p>Something new</p>"), .noCalendar),
    ]
    for (bytes, error) in pages {
      #expect(throws: error) { try ContributionPage(bytes) }
    }
  }
}

extension ContributionPageWriter.Era {
  fileprivate var isTable: Bool { self == .e4 || self == .e5 }
}
