import Diary
import GitHub
import StandIn
import Testing

/// Generated pages as GitHub sends them, and variations of them.
@Suite struct ContributionPageTests {
  static let counts = CalendarSample.counts(year: 2026)
  static let expected = CalendarSample.expected(counts, year: 2026)

  private let writer = ContributionPageWriter(year: 2026, counts: Self.counts)

  private func page(_ writer: ContributionPageWriter) throws -> ContributionPage {
    try ContributionPage(writer.bytes)
  }

  /// A page that differs in something.
  private func page(
    _ change: (inout ContributionPageWriter) -> Void
  ) throws -> ContributionPage {
    var writer = writer
    change(&writer)
    return try page(writer)
  }

  private func page(_ html: String) throws -> ContributionPage {
    try ContributionPage(Array(html.utf8))
  }

  private func day(_ iso: String) throws -> Day { try #require(Day(iso: iso)) }

  // MARK: Formats

  @Test func `reads a year`() throws {
    let page = try page(writer)
    #expect(page.days == Self.expected)
    #expect(page.total == Self.counts.values.reduce(0, +))
    #expect(page.headlineTotal == page.total)
  }

  @Test func `accepts attributes in any order`() throws {
    var writer = writer
    writer.to = "2026-01-31"
    for order in 0..<ContributionPageWriter.orders(of: 4) {
      writer.attributeOrder = order
      #expect(try page(writer).days == Array(Self.expected.prefix(31)), "\(order)")
    }
  }

  @Test(arguments: ["'", ""])
  func `accepts any quotes`(quote: String) throws {
    #expect(try page { $0.quote = quote }.days == Self.expected)
  }

  @Test func `accepts upper-case tags, and tool-tips before the table`() throws {
    #expect(try page { $0.isLoud = true }.days == Self.expected)
    #expect(try page { $0.hoistsToolTips = true }.days == Self.expected)
  }

  @Test func `accepts unclosed and missing elements`() throws {
    var html = writer.html
    for tag in ["td", "span", "tr", "table", "tbody", "div", "h2", "tool-tip"] {
      html = html.replacing("</\(tag)>", with: "")
    }
    #expect(try page(html).days == Self.expected)
    let start = try #require(html.firstRange(of: "<tr style=\"height: 10"))
    #expect(try page(String(html[start.lowerBound...])).days == Self.expected)
  }

  @Test func `ignores broken markup around it`() throws {
    let preamble = """
      <!-- '"` --><!-- </textarea></xmp> --></option></form><input value="a>b" <p class=
      >5 contributions</p><template><h2>9 contributions</h2></template>
      <script>var a = "<td class='ContributionCalendar-day' data-date='2026-01-01' data-level='4'>"</script>
      <style>td.day::after { content: "<td>" }</style>
      <textarea><td class="ContributionCalendar-day" data-date="2026-01-01" data-level="4"></textarea>
      <template><td class="ContributionCalendar-day" data-date="2026-01-01" data-level="4"></template>
      <!-- <td class="ContributionCalendar-day" data-date="2026-01-01" data-level="4"></td> -->
      """
    let page = try page { $0.preamble = preamble }
    #expect(page.days == Self.expected)
    #expect(page.headlineTotal == page.total)
  }

  // MARK: Cells

  /// The beginning of a cell, for a tool-tip for `a`.
  private static let cell =
    "<td class=ContributionCalendar-day id=a data-date=2026-01-01 data-level=2>"

  @Test(arguments: [
    "<div class=\"ContributionCalendar-day\" data-date=\"2026-01-01\" data-level=\"4\"></div>",
    "<td class=\"myContributionCalendar-day\" data-date=\"2026-01-01\" data-level=\"4\"></td>",
    "<td class=\"ContributionCalendar-day-off contributioncalendar-day\" data-date=\"2026-01-01\" data-level=\"4\"></td>",
    "<td class=\"ContributionCalendar-label\" data-date=\"2026-01-01\" data-level=\"4\"></td>",
    "<td data-date=\"2026-01-01\" data-level=\"4\"></td>",
    "<time class=\"ContributionCalendar-day\" datetime=\"2026-01-01\" data-date=\"2026-01-01\"></time>",
    "<td class=\"ContributionCalendar-day\" date=\"2026-01-01\" data-level=\"4\"></td>",
    "<tr class=\"ContributionCalendar-day\" data-date=\"2026-01-01\" data-level=\"4\"></tr>",
    "<!-- <td class=\"ContributionCalendar-day\" data-date=\"2026-01-01\" data-level=\"4\"> -->",
    "<td title='<td class=\"ContributionCalendar-day\" data-date=\"2026-01-01\" data-level=\"4\">'>",
    "<td class=\"ContributionCalendar-day\" data-date=\"2026-01-01\" data-level=\"4\"",
    "<td class=\"ContributionCalendar-day\" data-date=\"2026-01-1\" data-level=\"4\">",
    "<td class=\"ContributionCalendar-day\" data-date=\"2026-13-01\" data-level=\"4\">",
    "<td class=\"ContributionCalendar-day\" data-date=\"2026-02-29\" data-level=\"4\">",
    "<td class=\"ContributionCalendar-day\" data-date=\"0000-01-01\" data-level=\"4\">",
    "<td class=\"ContributionCalendar-day\" data-date=\" 2026-01-01\" data-level=\"4\">",
    "<td class=\"ContributionCalendar-day\" data-date=\"2026-01-01T00\" data-level=\"4\">",
    "<td class=\"ContributionCalendar-day\" data-date=\"2026/01/01\" data-level=\"4\">",
    "<td class=\"ContributionCalendar-day\" data-date=\"+026-01-01\" data-level=\"4\">",
  ])
  func `ignores other elements`(html: String) {
    #expect(throws: ContributionPageError.noCalendar) { try page(html) }
  }

  @Test(arguments: [
    "<td class=\"a ContributionCalendar-day b\" id=a data-date=\"2026-01-01\" data-level=\"2\"></td><tool-tip for=a>9 contributions",
    "<TD CLASS=ContributionCalendar-day ID=a DATA-DATE=2026-01-01 DATA-LEVEL=2 /><TOOL-TIP FOR=a>9 contributions",
    "<td\tclass=\n'x\tContributionCalendar-day'\r\nid=a data-date=2026-01-01 data-level=2><tool-tip\nfor=a>9 contributions",
    "<td class=ContributionCalendar-d&#97;y id=a data-date=2026&#45;01-01 data-level='&#50;'><tool-tip for=a>&#x39; contributions",
    "\(Self.cell)<tool-tip for=a>9 contributions on Thursday</tool-tip>",
    "\(Self.cell)<tool-tip for=a> <b>9</b> <i>contri</i>butions</tool-tip>",
    "\(Self.cell)<tool-tip for=a><!-- 8 contributions -->9 Contributions</tool-tip>",
    "\(Self.cell)<tool-tip for=a>9&nbsp;contributions",
    "\(Self.cell)</td><tool-tip for=a>9 contributions",
    "<tool-tip for=a>9 contributions</tool-tip>\(Self.cell)",
    "<tool-tip for='&#97;'>9 contributions</tool-tip>\(Self.cell)",
    "\(Self.cell)<tool-tip for=a>9 contributions</tool-tip></td>",
    "\(Self.cell)x</td><tool-tip for=b>8 contributions</tool-tip><tool-tip for=a>9 contributions</tool-tip>",
    "\(Self.cell)</td><tool-tip for=a>9 contributions</tool-tip><tool-tip for=a>7 contributions</tool-tip>",
  ])
  func `recognizes every form of a cell`(html: String) throws {
    let day = try day("2026-01-01")
    #expect(try page(html).days == [Contribution(day: day, count: 9, level: 2)])
  }

  @Test(arguments: [
    "<rect class=day data-date=2020-01-01 data-count=9 fill='#7bc96f'/>",
    "<rect class=day data-date=2020-12-01 data-count=9 fill='var(--color-calendar-graph-day-L2-bg)'/>",
    "<rect class=ContributionCalendar-day data-date=2022-01-01 data-count=9 data-level=2></rect>",
    "<rect class=ContributionCalendar-day data-date=2023-02-01 data-level=2>9 contributions on February 1, 2023</rect>",
    "<td class=day data-date=2026-01-01 data-level=2 data-count=9></td>",
  ])
  func `refuses cells of a form from before November 2023`(html: String) {
    #expect(throws: ContributionPageError.noCalendar) { try page(html) }
  }

  @Test(arguments: [
    "<td class=ContributionCalendar-day data-date=2023-04-01 data-level=2><span class=sr-only>9 contributions on Saturday, April 1, 2023</span></td>",
    "<td class=ContributionCalendar-day data-date=2026-01-01 data-level=2 data-count=9></td>",
  ])
  func `refuses counts of a form from before November 2023`(html: String) {
    #expect(throws: ContributionPageError.countsMissing(known: 0, active: 1)) { try page(html) }
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
    let toolTip = "<tool-tip for=a>\(text)</tool-tip>"
    #expect(try page("\(Self.cell)</td>\(toolTip)").days.first?.count == count)
    #expect(try page("<h2>\(text)</h2>\(Self.cell)</td>\(toolTip)").headlineTotal == count)
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
    let error = ContributionPageError.countsMissing(known: 0, active: 1)
    #expect(throws: error) { try page("\(Self.cell)\(text)</td>") }
    #expect(throws: error) { try page("\(Self.cell)</td><tool-tip for=a>\(text)</tool-tip>") }
  }

  @Test(arguments: [",", ".", "\u{A0}", "\u{202F}", "’", ""])
  func `reads any thousands separator`(separator: String) throws {
    let counts = CalendarSample.counts(year: 2026, most: 12_345)
    var writer = ContributionPageWriter(year: 2026, counts: counts)
    writer.separator = separator
    let page = try page(writer)
    #expect(page.days == CalendarSample.expected(counts, year: 2026))
    #expect(page.headlineTotal == page.total)
  }

  // MARK: Levels

  @Test func `estimates levels that are missing`() throws {
    let days = try page(writer.html.replacing("data-level=", with: "data-shade=")).days
    #expect(days.map(\.count) == Self.expected.map(\.count))
    #expect(days.allSatisfy { ($0.count == 0) == ($0.level == 0) && (0...4).contains($0.level) })
    #expect(Set(days.map(\.level)) == [0, 1, 2, 3, 4])
    let sorted = days.sorted { ($0.count ?? 0) < ($1.count ?? 0) }
    #expect(sorted.map(\.level) == sorted.map(\.level).sorted())
  }

  @Test(arguments: ["5", "-1", "x", "", "10"])
  func `treats an invalid level as unknown`(level: String) throws {
    let html =
      "<td class=ContributionCalendar-day id=a data-date=2026-01-01 data-level='\(level)'></td>"
    #expect(try page("\(html)<tool-tip for=a>5 contributions").days.first?.level == 1)
    #expect(throws: ContributionPageError.countsMissing(known: 0, active: 1)) { try page(html) }
  }

  // MARK: Missing counts

  @Test func `a day without a count is active`() throws {
    let active = Self.expected.filter { $0.level > 0 }.prefix(20).map(\.day)
    let idle = Self.expected.filter { $0.level == 0 }.prefix(20).map(\.day)
    let silent = Set((active + idle).map(\.description))
    let expected = Self.expected.map { day in
      Contribution(
        day: day.day, count: active.contains(day.day) ? nil : day.count, level: day.level)
    }
    #expect(try page { $0.silent = silent }.days == expected)
  }

  @Test func `reports a page without counts, and one in another language`() {
    let error = ContributionPageError.countsMissing(
      known: 0, active: Self.expected.count { $0.level > 0 })
    #expect(throws: error) { try page { $0.isSilent = true } }
    #expect(throws: error) { try page { $0.language = .german } }
  }

  @Test func `accepts a page with at least half of its counts`() throws {
    func cells(_ known: Int, of all: Int) -> String {
      (1...all).map { day in
        let date = "2026-01-\(day.padded(to: 2))"
        let toolTip = day <= known ? "<tool-tip for=\(day)>3 contributions</tool-tip>" : ""
        return
          "<td class=ContributionCalendar-day id=\(day) data-date=\(date) data-level=1></td>\(toolTip)"
      }.joined()
    }
    #expect(try page(cells(5, of: 10)).total == 15)
    #expect(throws: ContributionPageError.countsMissing(known: 4, active: 10)) {
      try page(cells(4, of: 10))
    }
  }

  @Test func `reads a calendar without contributions`() throws {
    let page = try page(ContributionPageWriter(year: 2026, counts: [:]))
    #expect(page.days.count == 365)
    #expect(page.days.allSatisfy { $0.count == 0 && $0.level == 0 })
    #expect(page.total == 0)
    #expect(page.headlineTotal == 0)
  }

  @Test func `the headline may differ from the sum or be missing`() throws {
    let other = try page { $0.headline = 100_000 }
    #expect(other.headlineTotal == 100_000 && other.days == Self.expected)
    #expect(try page { $0.hasHeadline = false }.headlineTotal == nil)
  }

  @Test func `uses the first headline with a number`() throws {
    let cell = "<td class=ContributionCalendar-day data-date=2026-01-01 data-level=0></td>"
    let html =
      "<h2>Popular repositories</h2><h3>4 contributions</h3><h2>\n 5\n contributions\n in 2026</h2>\(cell)<h2>6 contributions</h2>"
    #expect(try page(html).headlineTotal == 5)
  }

  // MARK: Days

  @Test(arguments: [2023, 2024, 2028, 2000])
  func `reads years of 53 and 54 weeks, with or without a leap day`(year: Int) throws {
    let counts = CalendarSample.counts(year: year)
    let page = try page(ContributionPageWriter(year: year, counts: counts))
    #expect(page.days == CalendarSample.expected(counts, year: year))
  }

  @Test func `drops days of the previous December`() throws {
    var writer = writer
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
    #expect(throws: ContributionPageError.otherDays) {
      try ContributionPage(writer.bytes, within: span)
    }
  }

  @Test func `counts a repeated day once and drops invalid days`() throws {
    let strays = [
      ("2026-01-01", 77), ("2026-02-30", 5), ("2026-00-10", 5), ("0000-01-01", 5), ("today", 5),
      ("2026-1-1", 5), ("", 5),
    ]
    #expect(try page { $0.strays = strays.map { (date: $0, count: $1) } }.days == Self.expected)
  }

  @Test func `keeps the more complete of two equal days`() throws {
    let html = """
      <td class=ContributionCalendar-day id=a data-date=2026-01-01 data-level=3></td>
      <td class=ContributionCalendar-day id=b data-date=2026-01-02 data-level=1></td>
      <tool-tip for=b>1 contribution</tool-tip>
      <td class=ContributionCalendar-day id=c data-date=2026-01-01 data-level=2></td>
      <tool-tip for=c>8 contributions</tool-tip>
      """
    #expect(try page(html).days.map(\.count) == [8, 1])
  }

  @Test func `drops future days but keeps an active tomorrow`() throws {
    let today = try day("2026-06-16")
    var writer = writer
    for day in Self.expected.map(\.day) where day > today { writer.counts[day.description] = nil }
    #expect(try page(writer).until(today).days.last?.day == today)
    writer.counts["2026-06-17"] = 2
    #expect(try page(writer).until(today).days.last?.day == today + 1)
    writer.counts["2026-06-18"] = 2
    #expect(try page(writer).until(today).days.last?.day == today + 1)
  }

  // MARK: Pages without a calendar

  @Test(arguments: [
    ("Not Found", ContributionPageError.notFound), ("  Not Found\n", .notFound), ("", .notHTML),
    ("{\"message\":\"Not Found\"}", .notHTML), ("just words", .notHTML), ("\0\u{1}", .notHTML),
    ("<p>hello</p>", .noCalendar), ("<html><title>Page not found · GitHub</title>", .notFound),
    ("<table class='ContributionCalendar-grid'></table>", .noCalendar),
    (String(decoding: OtherPage.organization("github"), as: UTF8.self), .organization),
    (String(decoding: OtherPage.privateProfile("octocat"), as: UTF8.self), .privateProfile),
    (String(decoding: OtherPage.login, as: UTF8.self), .loginRequired),
    (
      String(
        decoding: OtherPage.page("octocat · GitHub", head: "", body: "<p>Something new</p>"),
        as: UTF8.self), .noCalendar
    ),
  ])
  func `reports why a page has no calendar`(html: String, error: ContributionPageError) {
    #expect(throws: error) { try page(html) }
  }
}
