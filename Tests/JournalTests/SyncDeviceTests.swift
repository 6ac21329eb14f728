import Diary
import JSON
import Records
import Sync
import Testing

@testable import Journal

/// Which devices get the next key: those of which the journal knows a public key.
@Suite struct SyncDeviceTests {
  private let file: JournalOnDisk
  private let journal: Journal
  private let writer = String(repeating: "a1", count: 16)
  private let member = String(repeating: "b2", count: 16)
  private let stranger = String(repeating: "c3", count: 16)

  init() throws {
    file = try JournalOnDisk()
    journal = file.journal
  }

  private func key(_ byte: UInt8) -> String {
    Hexadecimal.text([UInt8](repeating: byte, count: 32))
  }

  private func line(_ id: String, _ key: UInt8) -> Segment.Line {
    .init(.device, ["id": .string(id), "name": "x", "key": .string(self.key(key))])
  }

  /// Reads one segment in the folder of `path`.
  private func receive(
    _ lines: [Segment.Line], from sender: String, in path: String? = nil, number: Int = 1,
    namedBy writer: String? = nil
  ) async throws {
    var remote = SyncRemote(
      address: "/x", diary: String(repeating: "0", count: 32),
      epoch: String(repeating: "1", count: 32))
    remote.key = SyncKeyName(number: 1, fingerprint: "x")
    let moment = Moment.test("2026-11-21T12:00:00+09:00")
    let segment = Segment(device: sender, name: "name", sentAt: moment.instant, lines: lines)
    let arrived = ArrivedSegment(
      name: SegmentName(device: path ?? sender, number: number), blob: "b\(number)",
      segment: segment)
    try await journal.receiveOne(arrived, of: remote, namedBy: writer, at: moment)
  }

  private func keys() async throws -> [String: String] {
    var keys: [String: String] = [:]
    for device in try await journal.devices() where !device.isThis {
      keys[device.id] = device.publicKey.map(Hexadecimal.text)
    }
    return keys
  }

  @Test func `a device names its own key only`() async throws {
    try await receive([line(member, 2), line(stranger, 3)], from: member)
    #expect(try await keys() == [member: key(2)])
  }

  @Test func `the device that began the epoch names all keys`() async throws {
    try await receive([line(writer, 1), line(member, 2)], from: writer, namedBy: writer)
    #expect(try await keys() == [writer: key(1), member: key(2)])
  }

  @Test func `a key that is known is not replaced`() async throws {
    try await receive([line(member, 2)], from: member)
    try await receive([line(member, 3)], from: member, number: 2)
    try await receive([line(member, 4)], from: writer, number: 3)
    #expect(try await keys()[member] == key(2))
  }

  @Test(arguments: [true, false])
  func `a device whose ID has another key at the remote is a new device`(isNamed: Bool) async throws
  {
    let old = try await journal.deviceID()
    try await journal.savePublicKey([UInt8](repeating: 9, count: 32))
    if isNamed {
      try await receive([line(writer, 1), line(old, 2)], from: writer, namedBy: writer)
    } else {
      try await receive([line(old, 2), line(old, 9)], from: old)
    }
    #expect(try await journal.deviceID() != old)
    let this = try await journal.devices().first(where: \.isThis)
    #expect(this?.publicKey.map(Hexadecimal.text) == key(9))
    #expect(try await keys()[old] == key(2))
    #expect(try await journal.hasUnsent())
  }

  @Test func `a device with its key at the remote stays the same`() async throws {
    let old = try await journal.deviceID()
    try await journal.savePublicKey([UInt8](repeating: 9, count: 32))
    try await receive([line(old, 9)], from: old)
    #expect(try await journal.deviceID() == old)
    #expect(try await keys().isEmpty)
    // The remote has it.
    #expect(try await !journal.hasUnsent())
  }

  @Test func `a segment in the folder of another device is not read`() async throws {
    try await receive([line(member, 2)], from: member, in: stranger)
    #expect(try await keys().isEmpty)
    #expect(try await journal.unreadableSegments().count == 1)
  }
}

extension Journal {
  fileprivate func receiveOne(
    _ segment: ArrivedSegment, of remote: SyncRemote, namedBy writer: String?, at moment: Moment
  ) throws {
    var rest = [segment]
    _ = try receive(remote, comparingAll: false, namedBy: writer, at: moment) { rest.popLast() }
  }
}

/// What is sent to a remote, and what is too long for that.
@Suite struct UnsentTests {
  private let file: JournalOnDisk
  private let journal: Journal

  init() async throws {
    file = try JournalOnDisk()
    journal = file.journal
    try await journal.save(
      SyncRemote(
        address: "/x", diary: String(repeating: "0", count: 32),
        epoch: String(repeating: "1", count: 32)))
  }

  @Test func `a version that is too long for a line stays here, and the others are sent`()
    async throws
  {
    try await file.add("short")
    try await file.add("long", body: String(repeating: "\u{1}", count: 1_000))
    let sent = try await journal.sendAll(longestLine: 2_000)
    #expect(sent.lines.count { $0.contains("\"record\"") } == 1)
    #expect(sent.tooLong == 1)
    #expect(try await journal.unsentCount() == 1)
    // Nothing but it is left.
    let again = try await journal.sendAll(longestLine: 2_000)
    #expect(again.isEmpty && again.tooLong == 1)
    #expect(try await !journal.sendAll(longestLine: 8_000).isEmpty)
    #expect(try await journal.unsentCount() == 0)
  }

  @Test func `a text does not become longer than what can be sent`() throws {
    let longest = Text(title: "ab", body: String(repeating: "x", count: (64 << 20) - 2))
    #expect(try longest.checked.body.utf8.count == (64 << 20) - 2)
    var longer = longest
    longer.title += "c"
    #expect(throws: JournalError.textTooLong(limit: 64 << 20)) { try longer.checked }
    #expect(Text.limit * 6 < Segment.longestLine)
  }
}

extension Journal {
  fileprivate func sendAll(
    longestLine: Int
  ) throws -> (lines: [String], isEmpty: Bool, tooLong: Int) {
    var lines: [String] = []
    let texts = try unsent(
      everything: false, deviceName: "name", longestLine: longestLine
    ) { lines.append($0.text) }
    try write { () throws(JournalError) in
      try markSent(texts, at: Instant(secondsSince1970: 1_764_000_000))
    }
    return (lines, texts.isEmpty, texts.tooLong)
  }
}
