import Diary
import JSON
import TestSupport
import Testing

@testable import Exchange

@Suite struct JrnlFuzzTests {
  private static let time = CivilTime { _ in 9 * 3600 }
  private static let now = Moment(Instant(secondsSince1970: 0), offset: 0)

  /// Reads everything, in parts of a few bytes, and writes it again.
  private func check(_ bytes: [UInt8], isFolder: Bool, _ seed: inout Seeded) {
    let length = Int.random(in: 1...40, using: &seed)
    let file = SourceFile(path: isFolder ? "2026/11/21.txt" : "") {
      var rest = bytes[...]
      return ByteSource {
        if rest.isEmpty { return nil }
        defer { rest = rest.dropFirst(length) }
        return Array(rest.prefix(length))
      }
    }
    let source = Source(name: "a", files: [file], isFolder: isFolder)
    _ = JrnlFormat.recognizes(
      source, beginning: String(decoding: bytes, as: UTF8.self))
    guard var reader = try? FormatReader<JrnlFormat>(source, time: Self.time, now: Self.now) else {
      return
    }
    var writer = JrnlWriter()
    var items: [Item] = []
    var text = ""
    for _ in 0..<bytes.count + 3 {
      do {
        guard let item = try reader.next() else {
          expectSame(items, text)
          return
        }
        items.append(item)
        text += writer.text(of: item) ?? ""
      } catch {}
    }
    Issue.record("no end: \(bytes)")
  }

  /// What was written is read as the same items.
  private func expectSame(_ items: [Item], _ text: String) {
    // A carriage return before a line break is left out.
    guard !text.unicodeScalars.contains("\r"), !items.contains(where: Self.hasCarriageReturn) else {
      return
    }
    let source = Source(Array(text.utf8))
    guard var reader = try? FormatReader<JrnlFormat>(source, time: Self.time, now: Self.now) else {
      return
    }
    for item in items {
      guard case .entry(let old) = item.content, case .entry(let new)? = try? reader.next()?.content
      else {
        Issue.record("not read: \(text.debugDescription)")
        return
      }
      #expect(new.day == old.day && new.time == old.time, "\(text.debugDescription)")
      #expect(new.text == old.text, "\(text.debugDescription)")
    }
  }

  private static func hasCarriageReturn(_ item: Item) -> Bool {
    guard case .entry(let entry) = item.content else { return false }
    return entry.text.body.unicodeScalars.contains("\r")
  }

  @Test func `any bytes are read or refused, and written`() {
    let pieces = [
      "[2026-11-21 17:04] ", "[2026-11-21 05:04:00 PM] ", "[03/08/2026] ", "[31.12.2026] ",
      "[yesterday] ", "[", "] ", "]", " ", "*", "@a", "@b-c", "\n", "\n\n", "\\", "#x", "09:05 ",
      "text", "한글", "é", "\r", "\t", "[17:04] ", "\u{2028}", "*\u{FE0F}\u{20E3}",
    ].map { Array($0.utf8) }
    Fuzz.rounds(101, atLeast: 3_000) { seed in
      var bytes = Array("[2026-11-21 17:04] ".utf8)
      for _ in 0..<Int.random(in: 0...20, using: &seed) {
        if Int.random(in: 0..<30, using: &seed) == 0 {
          bytes.append(.random(in: 0 ... .max, using: &seed))
        } else {
          bytes += pieces[Int.random(in: 0..<pieces.count, using: &seed)]
        }
      }
      check(bytes, isFolder: Bool.random(using: &seed), &seed)
    }
  }

  @Test func `a damaged file ends`() {
    let text = """
      [2026-11-21 02:30:05 PM] Met @Dan *
      The first line.

      [2026-11-22 12:10:00 AM] A second one
      \\[2026-11-22] quoted

      @a @b

      """
    Fuzz.rounds(102, atLeast: 1_000) { seed in
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &seed) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &seed)
        switch Int.random(in: 0..<4, using: &seed) {
        case 0: bytes.removeSubrange(place...)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(bytes[bytes.count - 1 - place], at: place)
        default: bytes[place] = .random(in: 0 ... .max, using: &seed)
        }
      }
      check(bytes, isFolder: false, &seed)
    }
  }
}
