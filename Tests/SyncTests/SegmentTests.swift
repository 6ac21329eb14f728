import Diary
import JSON
import TestSupport
import Testing

@testable import Sync

/// What is stored at remotes. Files of every release must stay readable.
@Suite struct SegmentTests {
  private let instant = Instant(secondsSince1970: 1_764_000_000)

  private func lines(_ count: Int) -> [Segment.Line] {
    (0..<count).map { .init(.record, ["kind": "note", "id": .string("note\($0)")]) }
  }

  // MARK: Formats

  /// As schema 23 has written it.
  private let segment = """
    {"segment":2,"device":"0123456789abcdef0123456789abcdef","name":"laptop","sentAt":"2025-11-24T16:00:00Z","lines":7,"replaces":[1,256]}
    {"purged":{"kind":"note","id":"7kq2m9x4c1ab","day":"2025-11-24","begunAt":"2025-11-24T15:00:00Z","removedAt":"2025-11-24T15:00:01Z","completedAt":null,"versions":["00112233445566778899aabbccddeeff"]}}
    {"purgedOrigin":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}
    {"repository":{"name":"/home/me/clone","root":"0123456789012345678901234567890123456789"}}
    {"record":{"kind":"todo","id":"7kq2m9x4c1ac","createdAt":"2025-11-24T15:00:00Z","createdOffset":32400,"versions":[{"version":1,"versionId":"00112233445566778899aabbccddeef0","device":"0123456789abcdef0123456789abcdef","clock":7225344000000000,"hash":"9b74c9897bac770ffc029102a200c5de9b74c9897bac770ffc029102a200c5de","updatedAt":"2025-11-24T15:00:00Z","updatedOffset":32400,"day":"2025-11-24","title":"","body":"우유","tags":[["home","typed"]]}]}}
    {"commit":{"sha":"0123456789012345678901234567890123456789","author":"me@example.org","authoredAt":"2025-11-24T15:00:00Z","parents":""}}
    {"rewrite":{"repository":"github.com/o/n","kind":1,"old":"0123456789012345678901234567890123456789","new":"1123456789012345678901234567890123456789"}}
    {"device":{"id":"0123456789abcdef0123456789abcdef","name":"laptop","key":"5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"}}

    """
  private let format =
    #"{"commitdiary":"sync","version":2,"diary":"00112233445566778899aabbccddeeff","epoch":"ffeeddccbbaa99887766554433221100","cipher":"none"}"#
    + "\n"

  @Test func `a segment of version 2 is read and written again as it was`() throws {
    let read = try Segment(Array(segment.utf8))
    #expect(read.lines.count == 7)
    #expect(read.replaced == 1...256)
    #expect(read.name == "laptop")
    #expect(read.bytes == Array(segment.utf8))
    #expect(read.lines.allSatisfy { $0.kind != nil })
  }

  @Test func `a format of version 2 is read and written again as it was`() throws {
    let read = try RemoteFormat(Array(format.utf8))
    #expect(read.diary == "00112233445566778899aabbccddeeff")
    #expect(read.epoch == "ffeeddccbbaa99887766554433221100")
    #expect(read.bytes == Array(format.utf8))
    #expect(throws: RemoteFormat.Failure.newer) {
      try RemoteFormat(Array(format.replacing(#""version":2"#, with: #""version":3"#).utf8))
    }
    #expect(throws: RemoteFormat.Failure.former) {
      try RemoteFormat(Array(format.replacing(#""version":2"#, with: #""version":1"#).utf8))
    }
    #expect(throws: RemoteFormat.Failure.newer) {
      try RemoteFormat(Array(format.replacing("none", with: "xchacha20").utf8))
    }
    #expect(throws: RemoteFormat.Failure.notADiary) { try RemoteFormat(Array("{}".utf8)) }
    // The ID of a diary is not a path.
    for wrong in ["../../../../etc/0", "00112233445566778899aabbccddeefg", ""] {
      #expect(throws: RemoteFormat.Failure.notADiary) {
        try RemoteFormat(
          Array(format.replacing("00112233445566778899aabbccddeeff", with: wrong).utf8))
      }
    }
  }

  @Test func `what is cut or changed is damaged, and nothing traps`() {
    let bytes = Array(segment.utf8)
    for length in 0..<bytes.count {
      #expect(throws: (any Error).self) { try Segment(Array(bytes.prefix(length))) }
    }
    var random = Seeded(35)
    for _ in 0..<2_000 {
      var changed = bytes
      changed[Int.random(in: changed.indices, using: &random)] = .random(
        in: 0...255, using: &random)
      _ = try? Segment(changed)
      var format = Array(format.utf8)
      format[Int.random(in: format.indices, using: &random)] = .random(in: 0...255, using: &random)
      _ = try? RemoteFormat(format)
    }
  }

  // MARK: Sizes

  @Test(arguments: [0, 1, 999, 1_000, 1_001, 2_000, 2_001])
  func `lines are distributed without loss at the edges of a segment`(_ count: Int) throws {
    let segments = Segment.segments(
      of: lines(count), device: "a", name: "n", sentAt: instant)
    #expect(segments.count == (count + 999) / 1_000)
    #expect(try segments.flatMap { try Segment($0.bytes).lines } == lines(count))
  }

  @Test func `a segment is no larger than a mebibyte, unless one record is`() {
    let long = String(repeating: "x", count: 300_000)
    let many = (0..<7).map { Segment.Line(.record, ["id": .integer($0), "body": .string(long)]) }
    let huge = Segment.Line(.record, ["body": .string(String(repeating: "y", count: 3 << 20))])
    let segments = Segment.segments(
      of: many + [huge] + many, device: "a", name: "n", sentAt: instant)
    #expect(segments.map(\.lines.count) == [3, 3, 1, 1, 3, 3, 1])
  }

  @Test func `the longest text fits into a segment, whatever JSON makes of it`() throws {
    let limit = 64 << 20
    for text in ["\u{1}", "\"", "\u{7F}", "\u{85}", "\u{AD}", "\u{200B}", "한", "\u{E0001}", "😀"] {
      let line = Segment.Line(.record, ["body": .string(text)]).text
      let bytes = line.utf8.count - #"{"record":{"body":""}}"#.utf8.count - 1
      #expect(bytes * (limit / text.utf8.count) < Segment.longestLine - (1 << 20), "\(bytes)")
    }
  }

  @Test(arguments: [0, 255, 256, 257, 600])
  func `the oldest small segments are folded when there are more than 256`(_ count: Int) throws {
    let names = (0..<count).map { SegmentName(device: "a", number: $0 + 1) }
    var listed = names.map { (name: $0, size: 100) }
    listed.append((SegmentName(device: "a", number: 1_000), Segment.fullSize))
    listed.append((SegmentName(device: "b", number: 1), 100))
    let due = SegmentFolding.due(listed.reversed(), of: "a")
    #expect(due == (count > 256 ? Array(names.prefix(256)) : []))
    let old = due.map { _ in
      Segment(device: "a", name: "n", sentAt: instant, lines: lines(2))
    }
    let folded = SegmentFolding.folded(
      old, numbers: 1...256, by: Segment(device: "a", name: "n", sentAt: instant, lines: []))
    #expect(folded.flatMap(\.lines).count == due.count * 2)
    #expect(folded.last?.replaced == (due.isEmpty ? nil : 1...256))
  }

  // MARK: Comparing

  private func listed(_ numbers: ClosedRange<Int>, of device: String = "a")
    -> [RemoteComparison.Listed]
  {
    numbers.map {
      RemoteComparison.Listed(
        name: SegmentName(device: device, number: $0), blob: "\(device)\($0)")
    }
  }

  private func compare(
    _ there: [RemoteComparison.Listed], _ known: [RemoteComparison.Listed],
    diary: String = "d", epoch: String = "e", replaced: [String: ClosedRange<Int>] = [:]
  ) -> RemoteComparison {
    RemoteComparison(
      there, format: RemoteFormat(diary: diary, epoch: epoch),
      known: Dictionary(uniqueKeysWithValues: known.map { ($0.name.path, $0.blob) }), diary: "d",
      epoch: "e", replaced: { replaced[$0.blob] })
  }

  @Test func `exactly the missing segments are read`() {
    let some = compare(listed(1...5), listed(1...3))
    #expect(some.state == .continued)
    #expect(some.new == listed(4...5))
    #expect(compare(listed(1...5), listed(1...5)).new.isEmpty)
    #expect(compare(listed(1...1), []).new == listed(1...1))
    let both = compare(listed(1...2) + listed(1...2, of: "b"), [])
    #expect(both.new.map(\.blob) == ["a1", "b1", "a2", "b2"])
  }

  @Test func `missing, replaced, other and new diaries are told apart`() {
    let missing = compare(listed(1...2), listed(1...3))
    #expect(missing.state == .wentBack)
    #expect(missing.removed == ["devices/a/00000003"])
    let folded = compare(listed(4...4), listed(1...3), replaced: ["a4": 1...3])
    #expect(folded.state == .continued)
    #expect(folded.new == listed(4...4))
    #expect(compare(listed(4...4), listed(1...3), replaced: ["a4": 1...2]).state == .wentBack)
    let other = [RemoteComparison.Listed(name: SegmentName(device: "a", number: 2), blob: "other")]
    let changed = compare(listed(1...1) + other, listed(1...2))
    #expect(changed.state == .changed)
    #expect(changed.new == listed(1...1) + other)
    #expect(compare(listed(1...1), [], diary: "x").state == .foreign)
    let epoch = compare(listed(1...1), listed(1...3), epoch: "x")
    #expect(epoch.state == .newEpoch)
    #expect(epoch.new == listed(1...1))
  }

  @Test func `a file that could never be read is not missed`() {
    let junk = RemoteComparison.Listed(name: SegmentName(device: "b", number: 1), blob: "")
    let gone = compare(listed(1...3), listed(1...2) + [junk])
    #expect(gone.state == .continued)
    #expect(gone.new == listed(3...3))
    #expect(gone.removed == ["devices/b/00000001"])
    #expect(compare(listed(1...1), listed(1...2) + [junk]).state == .wentBack)
  }

  @Test func `only paths of segments are read`() {
    for path in [
      "devices/a/1", "devices/a/000000001", "devices//00000001", "x/a/00000001",
      "devices/a/0000000x",
      "devices/a/00000000", "devices/a/00000001/b", "format",
    ] {
      #expect(SegmentName(path: path) == nil, "\(path)")
    }
    #expect(SegmentName(path: "devices/a/00000012") == SegmentName(device: "a", number: 12))
  }
}
