import Diary
import GitHub
import JSON
import Platform
import Testing

/// Pages that GitHub really served, read where they are kept beside the project, against what two
/// other programs found on them.
@Suite(.enabled(if: Captured.areThere, "no captured pages at \(Captured.folder)"))
struct ContributionPageCapturedTests {
  @Test func `has every captured page`() throws {
    #expect(try Captured.names.count == 14)
  }

  @Test(arguments: (try? Captured.names) ?? [])
  func `finds every day`(name: String) throws {
    let captured = try Captured(name)
    guard !captured.days.isEmpty else {
      #expect(throws: ContributionPageError.notFound) { try ContributionPage(captured.bytes) }
      return
    }
    let page = try ContributionPage(captured.bytes)
    #expect(page.days == captured.days)
    #expect(page.total == captured.total)
    #expect(page.headlineTotal == captured.headlineTotal)
  }

  @Test(arguments: [
    ("e1a-2018-05-profile-page-year2017-didericis", 2017, 365, 890),
    ("e1a-2018-05-profile-page-year2015-didericis", 2015, 365, 470),
    ("e1b-2020-12-fragment-leap-year2020-future-days-progfay", 2020, 366, 2867),
  ])
  func `drops the previous December`(name: String, year: Int, days: Int, total: Int)
    throws
  {
    let captured = try Captured(name)
    let first = try #require(Day(year: year, month: 1, day: 1))
    let page = try ContributionPage(captured.bytes, within: first...first + (days - 1))
    #expect(page.days.count == days)
    #expect(page.total == total)
  }

  @Test func `drops future days`() throws {
    let captured = try Captured("e1b-2020-12-fragment-leap-year2020-future-days-progfay")
    let today = try #require(Day(iso: "2020-12-26"))
    let page = try ContributionPage(captured.bytes).until(today)
    #expect(page.days.last?.day == today)
    #expect(page.total == 2867)
  }

  @Test func `keeps an active tomorrow`() throws {
    let captured = try Captured("e5-2026-06-17-fragment-torvalds")
    let evening = try #require(Day(iso: "2026-06-16"))
    let page = try ContributionPage(captured.bytes).until(evening)
    let last = try #require(captured.days.last)
    #expect((page.days.last?.day == last.day) == (last.level > 0))
    let before = try ContributionPage(captured.bytes).until(evening - 1)
    #expect(before.days.last?.day ?? last.day <= evening)
  }

  @Test func `reads a page saved by a browser`() throws {
    for name in try Captured.names where name.hasPrefix("e5") {
      let captured = try Captured(name)
      let text = String(decoding: captured.bytes, as: UTF8.self)
      // All tool-tips to the front, with what a browser writes out of them.
      var rest = text[...]
      var cells = ""
      var toolTips = ""
      while let start = rest.firstRange(of: "<tool-tip"),
        let end = rest.firstRange(of: "</tool-tip>")
      {
        cells += rest[..<start.lowerBound]
        let toolTip = rest[start.lowerBound..<end.upperBound]
        let inside = toolTip.firstIndex(of: ">") ?? toolTip.startIndex
        toolTips += toolTip[...inside] + "<template><style>a</style><slot></slot></template>"
        toolTips += toolTip[inside...].dropFirst()
        rest = rest[end.upperBound...]
      }
      let saved = try ContributionPage(Array((toolTips + cells + rest).utf8))
      #expect(saved.days == captured.days)
    }
  }

  @Test func `half a page gives part of the days`() throws {
    for name in try Captured.names {
      let captured = try Captured(name)
      for part in 1...8 {
        let bytes = Array(captured.bytes.prefix(captured.bytes.count * part / 9))
        guard let page = try? ContributionPage(bytes) else { continue }
        // In today's form the last cell may have lost its tool-tip.
        #expect(page.days.filter { !captured.days.contains($0) }.count <= 1, "\(name) \(part)")
      }
    }
  }
}

/// A page, and what is on it.
struct Captured {
  var bytes: [UInt8]
  var days: [Contribution]
  var total: Int?
  var headlineTotal: Int?

  static let folder: String = {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(root)/../shared/fixtures/contributions"
  }()

  static let areThere = File.isDirectory(folder)

  static var names: [String] {
    get throws {
      try File.list(folder).filter { $0.hasSuffix(".html") }.map { String($0.dropLast(5)) }.sorted()
    }
  }

  init(_ name: String) throws {
    bytes = try File.read("\(Self.folder)/\(name).html")
    let json = try JSONParser.parse(try File.read("\(Self.folder)/\(name).expected.json"))
    days = try (json["days"]?.array ?? []).map { value in
      Contribution(
        day: try #require(value["date"]?.string.flatMap { Day(iso: $0) }),
        count: value["count"]?.integer, level: try #require(value["level"]?.integer))
    }
    total = json["total"]?.integer
    headlineTotal = json["headlineTotal"]?.integer
  }
}
