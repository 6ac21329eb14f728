import Diary
import GitHub
import JSON
import Platform
import TestSupport
import Testing

/// Recorded pages of GitHub, compared with the results of two other programs.
@Suite(.enabled(if: Recordings.areThere(service), "\(Recordings.missing(service))"))
struct ContributionPageCapturedTests {
  private static let names: [String] = {
    let files = (try? File.list(Recordings.folder(service))) ?? []
    return files.filter { $0.hasSuffix(".html") }.map { String($0.dropLast(5)) }.sorted()
  }()

  /// The names of forms begin like this; `e5` is the one since November 2023.
  private static func isFormer(_ name: String) -> Bool {
    ["e1", "e2", "e3", "e4"].contains { name.hasPrefix($0) }
  }

  @Test(arguments: names.filter { !isFormer($0) })
  func `finds every day`(name: String) throws {
    let bytes = try Recordings.bytes(service, "\(name).html")
    let facts = try JSONParser.parse(Recordings.bytes(service, "\(name).expected.json"))
    let days = try (facts["days"]?.array ?? []).map { value in
      Contribution(
        day: try #require(value["date"]?.string.flatMap { Day(iso: $0) }),
        count: value["count"]?.integer, level: try #require(value["level"]?.integer))
    }
    guard !days.isEmpty else {
      #expect(throws: ContributionPageError.notFound) { try ContributionPage(bytes) }
      return
    }
    let page = try ContributionPage(bytes)
    #expect(page.days == days)
    #expect(page.total == facts["total"]?.integer)
    #expect(page.headlineTotal == facts["headlineTotal"]?.integer)
  }

  @Test(arguments: names.filter(isFormer))
  func `refuses a page from before November 2023`(name: String) throws {
    let bytes = try Recordings.bytes(service, "\(name).html")
    #expect(throws: ContributionPageError.noCalendar) { try ContributionPage(bytes) }
  }
}

private let service = "contributions"
