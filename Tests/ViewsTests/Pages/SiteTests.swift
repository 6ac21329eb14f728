import Diary
import Terminal
import Testing

@testable import Views

/// A folder of pages, made of values.
@Suite struct SiteTests {
  private let diary = PublicDiary(days: DiaryOfTests.days, year: DiaryOfTests.year)

  @Test func `the files are those that are announced`() {
    let files = DiaryOfTests.files(diary)
    let site = Site(diary, theme: .default, reader: DiaryOfTests.reader())
    #expect(Set(files.keys) == Set(site.paths))
    #expect(
      files.keys.sorted() == [
        "2025-12.html", "2026-11.html", "feed.xml", "half-year.svg", "index.html", "streak.svg",
        "style.css",
        "tags.html", "year.svg",
      ])
    let empty = Site(
      PublicDiary(days: [], year: nil), theme: .default, reader: DiaryOfTests.reader())
    #expect(empty.paths.count == 4)
  }

  @Test func `texts are text, and addresses are escaped`() throws {
    let page = try #require(DiaryOfTests.files(diary)["2026-11.html"])
    for part in [
      "<h3 dir=\"auto\">A &lt;b&gt;quiet&lt;/b&gt; day</h3>", "<h4 dir=\"auto\">One<sup>",
      "<h3 dir=\"auto\">Why</h3>", "</span> Measure &lt;it&gt;",
      "<a href=\"https://github.com/o/r/commit/1?a=1&amp;b=2\">o/r@1234567 Fix &quot;it&quot;</a>",
      "<code>a &lt; b</code>", "<p class=\"quiet\">a private repository</p>",
      "7.4°C · overcast · 3 commits", "aria-label=\"done\"", "id=\"d2026-11-20\"",
      "<a rel=\"prev\" href=\"2025-12.html\">← December 2025</a>",
    ] {
      #expect(page.contains(part), "\(part)")
    }
    #expect(!page.contains("rel=\"next\""))
  }

  @Test func `no two elements of a page have an ID`() {
    for (name, text) in DiaryOfTests.files(diary) where name.hasSuffix(".html") {
      let ids = text.split(separator: " id=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
      #expect(Set(ids).count == ids.count && ids.count > 1, "\(name): \(ids)")
    }
  }

  @Test func `the first page has the newest texts, and months by year`() throws {
    var days = DiaryOfTests.days
    days[0].entry?.body = "\n- [x] ## The last one **of it**\nmore"
    let page = try #require(DiaryOfTests.files(PublicDiary(days: days, year: nil))["index.html"])
    let newest = try #require(page.firstRange(of: "<ul class=\"texts\">"))
    #expect(
      page[newest.lowerBound...].hasPrefix(
        """
        <ul class="texts">
        <li><a href="2026-11.html#t-000000000005" dir="auto">Hidden</a> <time class="quiet" \
        datetime="2026-11-20">Nov 20, 2026</time></li>
        <li><a href="2026-11.html#t-000000000004" dir="auto">Why</a> <time class="quiet" \
        datetime="2026-11-20">Nov 20, 2026</time></li>
        <li><a href="2026-11.html#d2026-11-20" dir="auto">A &lt;b&gt;quiet&lt;/b&gt; day</a> \
        <time class="quiet" datetime="2026-11-20">Nov 20, 2026</time></li>
        <li><a href="2025-12.html#d2025-12-31" dir="auto">The last one **of it**</a> <time \
        class="quiet" datetime="2025-12-31">Dec 31, 2025</time></li>
        </ul>
        """), "\(page)")
    #expect(
      page.contains(
        """
        <h3>2026</h3>
        <ul class="months">
        <li><a href="2026-11.html" aria-label="November 2026">Nov</a> <span class="quiet">1 day</span></li>
        </ul>
        <h3>2025</h3>
        """), "\(page)")
    let many = (0..<30).map { number in
      DiaryOfTests.day("2026-01-\(number < 9 ? "0" : "")\(number + 1)") {
        $0.entry = DiaryOfTests.text(number, body: String(repeating: "a", count: 100))
      }
    }
    let index = try #require(DiaryOfTests.files(PublicDiary(days: many, year: nil))["index.html"])
    #expect(index.ranges(of: "<time ").count == 10)
    #expect(index.contains(">" + String(repeating: "a", count: 80) + "…</a>"))
  }

  @Test func `the tags begin with an index`() throws {
    let page = try #require(DiaryOfTests.files(diary)["tags.html"])
    #expect(
      page.contains(
        """
        <ul class="tags">
        <li><a href="#tag-c_2b__2b__20__26__20_c" dir="auto">#C++ &amp; C</a> <span class="quiet">1</span></li>
        <li><a href="#tag-life" dir="auto">#life</a> <span class="quiet">2</span></li>
        </ul>
        """), "\(page)")
  }

  @Test(arguments: ["Mina <3", "Tags", "November 2026"])
  func `a site has the title that its author chose`(title: String) throws {
    let files = DiaryOfTests.files(PublicDiary(title: title, days: DiaryOfTests.days, year: nil))
    let shown = title.escapedForHTML
    let index = try #require(files["index.html"])
    #expect(index.contains("<title>\(shown)</title>") && index.contains("auto\">\(shown)</h1>"))
    for (name, text) in files where name.hasSuffix(".html") {
      #expect(text.contains("\(shown)</title>") && !text.contains("Diary"), "\(name)")
      #expect(
        text.ranges(of: "aria-current").count == (name.first == "2" ? 0 : 1), "\(name): \(text)")
    }
    let feed = try #require(files["feed.xml"])
    #expect(feed.contains("<title>\(shown)</title>") && feed.contains("<name>\(shown)</name>"))
  }

  @Test func `what people write has the direction of its first letter`() throws {
    let body = "نص `SELECT`.\n\n## عنوان\n\n- بند\n\n> قول\n\n|أ|ب|\n|-|-|\n\nح[^1]\n\n[^1]: خ"
    let day = DiaryOfTests.day("2026-11-21") {
      $0.entry = DiaryOfTests.text(1, title: "يوم", body: body, tags: ["وسم"])
      $0.toDos = [DiaryOfTests.text(2, body: "مهمة")]
    }
    let files = DiaryOfTests.files(PublicDiary(title: "يوميات", days: [day], year: nil))
    for (name, text) in files where name.hasSuffix(".html") {
      let main = try #require(text.firstRange(of: "<main"))
      let end = try #require(text.firstRange(of: "</main>"))
      // In the element around each text, or in one around that.
      var directions: [Bool] = []
      var rest = text[main.lowerBound..<end.upperBound]
      while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
        #expect(
          !rest[..<open].unicodeScalars.contains { (0x600...0x6FF).contains($0.value) }
            || directions.contains(true), "\(name): \(rest.prefix(60))")
        let tag = rest[rest.index(after: open)..<close]
        rest = rest[rest.index(after: close)...]
        if tag.hasPrefix("/") {
          directions.removeLast()
        } else if !tag.hasSuffix("/") {
          directions.append(tag.contains("dir=\"auto\""))
        }
      }
    }
  }

  @Test func `links within the folder have a target`() throws {
    let files = DiaryOfTests.files(diary)
    var checked = 0
    for (name, text) in files where name.hasSuffix(".html") {
      for link in text.split(separator: "href=\"").dropFirst() {
        let address = link.prefix { $0 != "\"" }
        guard !address.hasPrefix("https://") else { continue }
        let parts = address.split(separator: "#", omittingEmptySubsequences: false)
        let page = try #require(files[parts[0].isEmpty ? name : String(parts[0])], "\(address)")
        guard parts.count == 2 else { continue }
        let anchor = try #require(String(parts[1]).withoutPercents)
        #expect(page.contains("id=\"\(anchor.escapedForHTML)\""), "\(name): \(address)")
        checked += 1
      }
    }
    #expect(checked > 8)
  }

  @Test func `the table has the values of the year`() throws {
    let page = try #require(DiaryOfTests.files(diary)["index.html"])
    var values: [String] = []
    for cell in page.split(separator: "<td>").dropFirst() {
      guard let end = cell.firstRange(of: "</td>") else { continue }
      let text = cell[..<end.lowerBound]
      if let date = text.firstRange(of: ": </span>") {
        values.append(String(text[date.upperBound...]))
      }
    }
    #expect(values == DiaryOfTests.year.days.map { "\($0.count ?? 0)" })
    #expect(page.ranges(of: "<tr>").count - 1 == 53)
  }

  @Test func `pages need no script and no other server`() {
    for (name, text) in DiaryOfTests.files(diary) where name.hasSuffix(".html") {
      #expect(text.contains("default-src 'none'; style-src 'self'; img-src 'self'"))
      #expect(!text.contains("<script") && !text.contains("style=\""))
      #expect(text.ranges(of: "<h1 ").count == 1, "\(name)")
      for source in text.split(separator: "src=\"").dropFirst() {
        #expect(source.hasPrefix("year.svg\""), "\(name)")
      }
    }
  }

  @Test(arguments: ["en_US", "ko_KR", "ja_JP"])
  func `a page is in the language of its author`(language: String) throws {
    let files = DiaryOfTests.files(diary, language: language)
    let page = try #require(files["2026-11.html"])
    #expect(page.contains("<html lang=\"\(language.prefix(2))\">"))
    let dates = ["en_US": "Fri, Nov 20, 2026", "ko_KR": "2026년 11월 20일", "ja_JP": "2026年11月20日"]
    #expect(page.contains(dates[language] ?? "-"), "\(page)")
  }

  @Test func `the feed names each text once, and what was changed last`() throws {
    let feed = try #require(DiaryOfTests.files(diary)["feed.xml"])
    #expect(feed.ranges(of: "<entry>").count == 4)
    #expect(feed.contains("<updated>2023-11-14T22:13:25Z</updated>"))
    #expect(feed.contains("<link href=\"2026-11.html#d2026-11-20\"/>"))
    #expect(feed.contains("&lt;p dir=&quot;auto&quot;&gt;The last one&lt;/p&gt;"))
  }

  @Test(arguments: Theme.all)
  func `the style sheet stays small`(theme: Theme) {
    let text = theme.styleSheet
    #expect(text.utf8.count < 10_000)
    #expect(!text.contains("url(") && !text.contains("@import"))
  }

  @Test func `characters that XML does not have are replaced`() throws {
    let odd = DiaryOfTests.day("2026-11-21") {
      $0.entry = DiaryOfTests.text(9, title: "a\u{1}b\u{FFFE}c\u{0}", body: "d\u{FFFF}\u{1B}[31me")
    }
    let files = DiaryOfTests.files(PublicDiary(days: [odd], year: nil))
    for (name, text) in files {
      let bad = text.unicodeScalars.filter {
        $0.value < 32 && $0 != "\n" || $0.value == 0xFFFE || $0.value == 0xFFFF
      }
      #expect(bad.isEmpty, "\(name)")
    }
  }
}

extension String {
  fileprivate var withoutPercents: String? {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexDigitValue, let low = rest.popFirst()?.hexDigitValue
      else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
