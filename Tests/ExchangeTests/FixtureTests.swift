import Platform
import Testing

@testable import Exchange

/// Files that jrnl, Day One and calendars wrote, with counts that were made by other means: jrnl 4.6 and
/// python for entries, `grep -c BEGIN:VEVENT` for events.
@Suite(.enabled(if: Fixtures.areThere, "\(Fixtures.missing)"))
struct FixtureTests {
  /// The number of items and what was left out of a reader, and the reasons of its errors.
  private func counts(
    _ reader: some ItemReader
  ) throws -> (items: Int, left: LeftOut, errors: [ExchangeError.Reason]) {
    var reader = reader
    var (items, errors) = (0, [ExchangeError.Reason]())
    while true {
      do {
        guard try reader.next() != nil else { break }
        items += 1
      } catch let error as ExchangeError {
        errors.append(error.reason)
      }
    }
    return (items, reader.left, errors)
  }

  private func source(_ files: [String: String]) -> Source {
    Source(
      name: "folder",
      files: files.sorted { $0.key < $1.key }.map { SourceFile(path: $0, Array($1.utf8)) },
      isFolder: true)
  }

  @Test(arguments: [
    ("basic_onefile", 3), ("brackets", 1), ("deletion", 3), ("deletion_filters", 5),
    ("markdown-headings-335", 1), ("mostlyreadabledates", 3), ("multiline-tags", 1),
    ("multiline", 1), ("simple", 2), ("tags-216", 1), ("tags", 2),
  ])
  func `a journal of jrnl has as many entries as jrnl reads`(name: String, count: Int) throws {
    let text = try #require(Fixtures.files(of: "jrnl")["\(name).journal"])
    let found = try counts(
      FormatReader<JrnlFormat>(
        Source(name: name, Array(text.utf8)), time: MarkdownTests.seoul, now: MarkdownTests.now))
    #expect(found.items == count && found.errors == [])
  }

  @Test(arguments: ["basic_encrypted", "encrypted", "encrypted_v3", "encrypted_v3_legacy_header"])
  func `an encrypted journal is named`(name: String) throws {
    let text = try #require(Fixtures.files(of: "jrnl")["\(name).journal"])
    let source = Source(name: name, Array(text.utf8))
    #expect(source.refusal(beginning: text) == ExchangeError(.encrypted))
  }

  @Test(arguments: ["basic_dayone.dayone", "bug153.dayone", "dayone.dayone"])
  func `a folder of plists is refused as one, and so is each of them`(name: String) throws {
    let files = try Fixtures.files(of: "jrnl/\(name)")
    #expect(source(files).refusal(beginning: "")?.reason == .dayOneClassic)
    for (path, text) in files where path.hasSuffix(".doentry") {
      let file = Source(name: path, Array(text.utf8))
      #expect(file.refusal(beginning: text) == ExchangeError(.dayOneClassic), "\(path)")
      guard text.contains("<plist") else { continue }
      #expect(RefusedForm.reason(name: "", beginning: text) == .dayOneClassic, "\(path)")
    }
  }

  @Test(arguments: [("Dev Journal.json", 5, 0), ("Dev Journal One Invalid.json", 5, 1)])
  func `an export of Day One has its entries, and its media are counted`(
    name: String, count: Int, errors: Int
  ) throws {
    let text = try #require(Fixtures.files(of: "dayone")[name])
    let found = try counts(
      FormatReader<DayOneFormat>(
        Source(name: name, Array(text.utf8)), time: MarkdownTests.seoul, now: MarkdownTests.now))
    #expect(found.items == count && found.errors.count == errors)
    #expect(found.left.counts[.photo] == 3 && found.left.counts[.video] == 2)
  }

  @Test func `calendars of events have nothing for a diary, and every event is counted`() throws {
    let found = try counts(
      FormatReader<CalendarFormat>(
        source(Fixtures.files(of: "ics")), time: MarkdownTests.seoul, now: MarkdownTests.now))
    #expect(found.items == 0 && found.errors == [])
    #expect(found.left.counts[.event] == 70)
  }
}
