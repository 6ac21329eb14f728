import Diary
import JSON
import TestSupport
import Testing

@testable import Exchange

@Suite struct DayOneFuzzTests {
  private static let time = CivilTime(
    offset: { _ in 9 * 3600 },
    zone: { name in
      guard name == "UTC" else { return nil }
      return { _ in 0 }
    })
  private static let now = Moment(Instant(secondsSince1970: 0), offset: 0)

  /// Reads everything, in parts of a few bytes, and writes and reads it again.
  private func check(_ bytes: [UInt8], path: String, _ seed: inout Seeded) {
    let length = Int.random(in: 1...40, using: &seed)
    let file = SourceFile(path: path) {
      var rest = bytes[...]
      return ByteSource {
        if rest.isEmpty { return nil }
        defer { rest = rest.dropFirst(length) }
        return Array(rest.prefix(length))
      }
    }
    let source = Source(name: "a", files: [file], isFolder: !path.isEmpty)
    _ = DayOneFormat.recognizes(
      source, beginning: String(decoding: bytes, as: UTF8.self))
    guard let items = read(source) else { return }
    var writer = DayOneWriter(time: Self.time, zone: "UTC")
    let text = writer.beginning + items.compactMap { writer.text(of: $0) }.joined() + writer.end
    let again = read(Source(Array(text.utf8))) ?? []
    #expect(again.map { $0.content } == items.map { $0.content }, "\(text)")
  }

  private func read(_ source: Source) -> [Item]? {
    guard var reader = try? FormatReader<DayOneFormat>(source, time: Self.time, now: Self.now)
    else { return nil }
    var items: [Item] = []
    for _ in 0..<1_000 {
      do {
        guard let item = try reader.next() else { return items }
        items.append(item)
      } catch {}
    }
    Issue.record("no end")
    return nil
  }

  private static let json = #"""
    {"metadata":{"version":"1.0"},"entries":[{"uuid":"0123456789ABCDEF0123456789ABCDEF",
    "creationDate":"2026-11-20T15:30:00Z","timeZone":"UTC","isAllDay":false,"starred":true,
    "text":"# A walk\\.\n\nBy the river \\(long\\)\\!\n```\na\\.b\n```\n`c\\.d`","tags":["a","b c"],
    "richText":"{\"contents\":[{\"text\":\"a\"}]}","weather":{"temperatureCelsius":7},
    "photos":[{"identifier":"A","md5":"ab","type":"jpeg"}]},
    {"creationDate":"2026-11-21T15:30:00Z","text":"é 한글 \ud83d\ude00","isAllDay":true}]}
    """#

  @Test func `a damaged file ends, and what was read is written`() {
    Fuzz.rounds(111, atLeast: 2_000) { seed in
      var bytes = Array(Self.json.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &seed) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &seed)
        switch Int.random(in: 0..<4, using: &seed) {
        case 0: bytes.removeSubrange(place...)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(bytes[bytes.count - 1 - place], at: place)
        default: bytes[place] = .random(in: 0 ... .max, using: &seed)
        }
      }
      check(bytes, path: "", &seed)
    }
  }

  @Test func `any bytes are read or refused`() {
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"entries\":[", "{\"creationDate\":\"2026-11-20T15:30:00Z\",",
      "\"text\":", "\"a\"", "null", "1e9", "\"timeZone\":\"UTC\"", "\n", "<plist>", "<", "é",
    ].map { Array($0.utf8) }
    Fuzz.rounds(112, atLeast: 2_000) { seed in
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...20, using: &seed) {
        if Int.random(in: 0..<20, using: &seed) == 0 {
          bytes.append(.random(in: 0 ... .max, using: &seed))
        } else {
          bytes += pieces[Int.random(in: 0..<pieces.count, using: &seed)]
        }
      }
      check(bytes, path: ["", "a.json"].randomElement(using: &seed) ?? "", &seed)
    }
  }

  @Test func `any text is written so that it is read again`() {
    let pieces = [
      "\\", "`", "```", "\n", "\r\n", ".", "a", " ", "#", "# ", "![](dayone-moment:", "é",
    ]
    Fuzz.rounds(113, atLeast: 3_000) { seed in
      let text = (0..<Int.random(in: 0...14, using: &seed)).map { _ in
        pieces.randomElement(using: &seed) ?? ""
      }.joined()
      // The title and body of a text are those that a text has once it was read.
      let first = DayOneText.entryText(DayOneText.written(Text(written: text)))
      let second = DayOneText.entryText(DayOneText.written(first))
      #expect(second.isIdentical(to: first), "\(text.debugDescription)")
      #expect(DayOneText.unescaped(DayOneText.written(Text(title: "", body: text))) == text)
    }
  }
}
