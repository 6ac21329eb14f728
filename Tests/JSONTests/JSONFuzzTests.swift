import TestSupport
import Testing

@testable import JSON

@Suite struct JSONFuzzTests {
  @Test func `what is written is read again`() throws {
    try Fuzz.rounds(11, atLeast: 2_000) { (seed: inout Seeded) throws in
      let value = Self.value(depth: 4, &seed)
      for layout in [JSONValue.Layout.compact, .indented] {
        #expect(try JSONParser.parse(Array(value.text(layout).utf8)) == value)
      }
    }
  }

  @Test func `any bytes are parsed or refused, and results can be written`() {
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "'", "\\", "\\u", "D83D", "\\uDE00", "0x", "-", "+", ".",
      "e", "1", "007", "true",
      "null", "//", "/*", "*/", "\n", " ", "a", "é", "8000000000000000", "\u{FEFF}", "\0",
    ].map { Array($0.utf8) }
    Fuzz.rounds(12, atLeast: 20_000) { seed in
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...24, using: &seed) {
        if Int.random(in: 0..<6, using: &seed) == 0 {
          bytes.append(.random(in: 0 ... .max, using: &seed))
        } else {
          bytes += pieces[Int.random(in: 0..<pieces.count, using: &seed)]
        }
      }
      Self.check(bytes)
    }
  }

  @Test func `a damaged document gives a value or an error`() {
    Fuzz.rounds(13, atLeast: 300) { seed in
      let whole = Array(Self.value(depth: 4, &seed).text().utf8)
      for _ in 0..<10 {
        var bytes = whole
        let place = Int.random(in: 0..<bytes.count, using: &seed)
        switch Int.random(in: 0..<3, using: &seed) {
        case 0: bytes.removeSubrange(place...)
        case 1: bytes.remove(at: place)
        default: bytes[place] = .random(in: 0 ... .max, using: &seed)
        }
        Self.check(bytes)
      }
    }
  }

  private static func check(_ bytes: [UInt8]) {
    do {
      let value = try JSONParser.parse(bytes)
      #expect((try? JSONParser.parse(Array(value.text().utf8))) == value, "\(bytes)")
    } catch {
      #expect(error.line >= 1 && error.column >= 1 && error.column <= bytes.count + 1)
    }
  }

  private static func value(depth: Int, _ seed: inout Seeded) -> JSONValue {
    let count = Int.random(in: 0...4, using: &seed)
    switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &seed) {
    case 0: return .null
    case 1: return .bool(.random(using: &seed))
    case 2: return .integer(.random(in: .min ... .max, using: &seed))
    case 3: return .number(.random(in: -1e9...1e9, using: &seed))
    case 4: return .string(text(&seed))
    case 5: return .array((0..<count).map { _ in value(depth: depth - 1, &seed) })
    default:
      return .object(
        (0..<count).map { _ in JSONValue.Member(text(&seed), value(depth: depth - 1, &seed)) })
    }
  }

  private static func text(_ seed: inout Seeded) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...12, using: &seed) {
      let most: UInt32 = [0x7F, 0xFF, 0xFFFF, 0x10FFFF].randomElement(using: &seed) ?? 0x7F
      if let scalar = Unicode.Scalar(UInt32.random(in: 0...most, using: &seed)) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
