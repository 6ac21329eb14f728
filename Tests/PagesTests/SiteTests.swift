import Diary
import Terminal
import Testing

@testable import Pages

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
      "<h3>A &lt;b&gt;quiet&lt;/b&gt; day</h3>", "<h4 dir=\"auto\">One</h4>", "Measure &lt;it&gt;",
      "<a href=\"https://github.com/o/r/commit/1?a=1&amp;b=2\">o/r@1234567 Fix &quot;it&quot;</a>",
      "<code>a &lt; b</code>", "<p class=\"quiet\">a private repository</p>",
      "7.4°C · overcast · 3 commits", "aria-label=\"done\"", "id=\"d2026-11-20\"",
      "<a rel=\"prev\" href=\"2025-12.html\">← December 2025</a>",
    ] {
      #expect(page.contains(part), "\(part)")
    }
    #expect(!page.contains("rel=\"next\""))
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
      #expect(text.ranges(of: "<h1>").count == 1, "\(name)")
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
    let text = StyleSheet(theme).text
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
