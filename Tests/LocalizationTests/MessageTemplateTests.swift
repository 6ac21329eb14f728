import Testing

@testable import Localization

@Suite struct MessageTemplateTests {
  @Test(
    arguments: [
      ("", []), ("plain", [.literal("plain")]), ("{a}", [.placeholder("a")]),
      ("a {b} c", [.literal("a "), .placeholder("b"), .literal(" c")]),
      ("{a}{b}", [.placeholder("a"), .placeholder("b")]), ("{{a}", [.literal("{a}")]),
      ("a {{{b}", [.literal("a {"), .placeholder("b")]), ("open {a", [.literal("open {a")]),
      ("}", [.literal("}")]), ("{", [.literal("{")]), ("{}", [.placeholder("")]),
      ("{a:을/를} x", [.particle(name: "a", forms: "을/를"), .literal(" x")]),
    ] as [(String, [MessageTemplate.Part])])
  func `splits a template into text and placeholders`(
    _ text: String, _ parts: [MessageTemplate.Part]
  ) {
    #expect(MessageTemplate(text).parts == parts)
  }
}

@Suite struct KoreanParticleTests {
  @Test(arguments: [
    ("회고", "을/를", "를"), ("기록", "을/를", "을"), ("회고", "이/가", "가"), ("기록", "이/가", "이"),
    ("서울", "으로/로", "로"),
    ("서울", "을/를", "을"), ("부산", "으로/로", "으로"), ("회고", "으로/로", "로"), ("“회고”", "은/는", "는"),
    ("1", "을/를", "을"), ("2", "을/를", "를"),
    ("10", "을/를", "을"), ("8", "으로/로", "로"), ("notes", "을/를", "을(를)"), ("", "을/를", "을(를)"),
    ("…", "이/가", "이(가)"),
    ("회\u{1100}\u{1169}", "을/를", "를"), ("기\u{1105}\u{1169}\u{11A8}", "을/를", "을"),
    ("\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}", "으로/로", "로"),
    ("회고", "을", "을"), ("회고", "a/b/c", "a/b/c"),
  ])
  func `chooses the particle for the preceding sound`(
    _ text: String, _ forms: String, _ particle: String
  ) {
    #expect(KoreanParticle.fitting(text, of: forms) == particle)
  }
}

@Suite struct ASCIITests {
  @Test(arguments: [
    ("plain", "plain"), ("a → b ← c", "a -> b <- c"), ("wait…", "wait..."),
    ("“a” ‘b’ „c", "\"a\" 'b' \"c"), ("1–2 — −3", "1-2 - -3"), ("· •", "* *"),
    ("5:04\u{202F}PM\u{A0}x\u{2009}y", "5:04 PM x y"), ("7°", "7"), ("3×4", "3x4"), ("✓ ✗", "ok x"),
    ("↑↓", "UpDown"), ("회고", "??"), ("é", "?"), ("", ""),
  ])
  func `every symbol has an ASCII spelling`(_ text: String, _ spelled: String) {
    #expect(ASCII.spelled(text) == spelled)
  }

  @Test func `every English message can be written in ASCII`() throws {
    let english = try #require(Catalog.of("en"))
    for key in MessageKey.allCases {
      for form in 0...1 {
        guard let text = english.text(key, form) else { continue }
        let spelled = ASCII.spelled(text)
        #expect(spelled.utf8.allSatisfy { $0 < 0x80 })
        #expect(spelled.count { $0 == "?" } == text.count { $0 == "?" }, "\(key): \(text)")
      }
    }
  }
}
