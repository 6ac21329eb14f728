import Diary
import Testing

@testable import Exchange

/// The compiled time zones of the system, which other programs read too.
@Suite struct ZoneRulesTests {
  /// A zone of one offset after the other, as the compiler of time zones writes it.
  private func zone(_ changes: [(Int32, Int)], first: Int32, rule: String) -> [UInt8] {
    func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.bigEndian, Array.init)
    }
    let offsets = [first] + changes.map(\.0)
    func header(_ count: Int, _ types: Int) -> [UInt8] {
      var header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
      for number in [0, 0, 0, count, types, 4] { header += bytes(Int32(number)) }
      return header
    }
    let name = Array("LMT\0".utf8)
    var file = header(0, 1) + bytes(first) + [0, 0] + name
    file += header(changes.count, offsets.count)
    for change in changes { file += bytes(Int64(change.1)) }
    file += changes.indices.map { UInt8($0 + 1) }
    for offset in offsets { file += bytes(offset) + [0, 0] }
    return file + name + Array("\n\(rule)\n".utf8)
  }

  @Test func `finds the offset between changes and by the rule after them`() throws {
    let rules = try #require(
      ZoneRules(
        tzif: zone(
          [(7200, 1_000_000), (3600, 2_000_000)], first: 1800, rule: "CET-1CEST,M3.5.0,M10.5.0/3")))
    func offset(_ text: String) -> Int { rules.offset(at: Instant(rfc3339: text)!) }
    #expect(rules.offset(at: Instant(secondsSince1970: 0)) == 1800)
    #expect(rules.offset(at: Instant(secondsSince1970: 1_000_000)) == 7200)
    #expect(rules.offset(at: Instant(secondsSince1970: 1_999_999)) == 7200)
    #expect(offset("2026-03-29T00:59:59Z") == 3600)
    #expect(offset("2026-03-29T01:00:00Z") == 7200)
    #expect(offset("2026-10-25T00:59:59Z") == 7200)
    #expect(offset("2026-10-25T01:00:00Z") == 3600)
  }

  @Test func `summer contains the turn of the year in the south`() throws {
    let rules = try #require(
      ZoneRules(tzif: zone([], first: 36000, rule: "AEST-10AEDT,M10.1.0,M4.1.0/3")))
    #expect(rules.offset(at: Instant(rfc3339: "2026-01-01T00:00:00Z")!) == 39600)
    #expect(rules.offset(at: Instant(rfc3339: "2026-07-01T00:00:00Z")!) == 36000)
  }

  @Test(arguments: ["", "TZif", "TZif2" + String(repeating: "\0", count: 15), "PK"])
  func `refuses other files`(text: String) {
    #expect(ZoneRules(tzif: Array(text.utf8)) == nil)
  }
}
