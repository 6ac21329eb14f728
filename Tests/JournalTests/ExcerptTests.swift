import Diary
import Records
import TestSupport
import Testing

@testable import Journal

@Suite struct ExcerptTests {
  /// The excerpt on one line, with matches in brackets and dots in place of omitted text.
  private func shown(_ text: String, _ query: String, _ length: Int) -> String {
    let excerpt = Excerpt(of: text, matching: SearchQuery(line: query), length: length)
    let line = excerpt.pieces.map { $0.isMatch ? "[\($0.text)]" : $0.text }.joined()
    return (excerpt.isCutAtStart ? "…" : "") + line + (excerpt.isCutAtEnd ? "…" : "")
  }

  @Test(arguments: [
    ("주간회고를 썼다", "회고", 40, "주간[회고]를 썼다"), ("주간회고를 썼다", "를", 40, "주간회고[를] 썼다"),
    ("주간회고를 썼다", "간회고", 40, "주[간회고]를 썼다"),
    ("주간회고", "주간 간회", 40, "[주간회]고"), ("weekly review", "week", 40, "[weekly] review"),
    ("a Review, a review", "review", 40, "a [Review], a [review]"),
    ("nothing here", "word", 40, "nothing here"), ("", "word", 40, ""),
    ("nothing here", "", 7, "nothing…"), ("one\ntwo\r\n\nthree", "two", 40, "one [two] three"),
    ("ship 🚀 now", "🚀", 40, "ship [🚀] now"), ("cafe\u{301}s", "café", 40, "[cafe\u{301}s]"),
    ("1 2 3 4 5 6 7 8 9", "7", 9, "…6 [7] 8 9"),
    ("aaaa bbbb cccc dddd", "dddd", 9, "…[dddd]"), ("東京都", "京都", 40, "東[京都]"),
  ])
  func `shows the match in context`(
    _ text: String, _ query: String, _ length: Int, _ line: String
  ) {
    #expect(shown(text, query, length) == line)
  }

  @Test func `shows a match deep in a text, up to a limit`() {
    let filler = String(repeating: "낱말 ", count: 15_000)
    let near = Excerpt(
      of: filler + "needle" + filler, matching: SearchQuery(["needle"]), length: 30)
    #expect(near.pieces.contains { $0.isMatch && $0.text == "needle" })
    #expect(near.isCutAtStart && near.isCutAtEnd)
    let huge = String(repeating: "가나다라 abc ", count: 600_000)
    let time = ThreadTime.measure {
      for cut in 0..<3 {
        let far = Excerpt(
          of: String(repeating: "x", count: cut) + huge + "needle",
          matching: SearchQuery(["needle"]), length: 30)
        #expect(far.pieces.allSatisfy { !$0.isMatch } && far.isCutAtEnd && !far.isCutAtStart)
      }
    }
    #expect(time < .seconds(10))
  }

  @Test func `an excerpt is always part of the text`() {
    var seed = Seeded(31)
    let parts = [
      "a", "b", " ", "회", "고", "東", "é", "e\u{301}", "👩‍👩‍👧", "ｶﾞ", "1", ".", "\u{301}", "\"", "word",
      "ﾞ", "\u{200D}",
    ]
    func text(_ count: Int) -> String {
      (0..<Int.random(in: 0...count, using: &seed)).map { _ in
        parts.randomElement(using: &seed) ?? ""
      }.joined()
    }
    for _ in 0..<3_000 {
      let whole = text(30)
      let query = text(4)
      let length = Int.random(in: 1...20, using: &seed)
      let excerpt = Excerpt(of: whole, matching: SearchQuery(line: query), length: length)
      let line = excerpt.pieces.map(\.text).joined()
      guard
        line.isEmpty || whole.contains(line) || Array(whole.utf8).count == Array(line.utf8).count
      else {
        Issue.record(
          "\(line.debugDescription) is not in \(whole.debugDescription), by \(query.debugDescription)"
        )
        return
      }
      #expect(excerpt.isCutAtStart || excerpt.isCutAtEnd || line == whole)
    }
  }
}

@Suite struct SearchTokensTests {
  @Test(
    arguments: [
      ("", []), ("plain words", ["plain", "words"]), ("주간회고", ["주간", "간회", "회고", "고"]),
      ("글", ["글"]), ("git으로", ["git", "으로", "로"]),
      ("a-b_c", ["a", "b", "c"]), ("ABC ÀÉ", ["abc", "ae"]), ("🚀🎉x", ["🚀", "🎉", "x"]),
      ("ｶﾞｲ", ["ガイ", "イ"]), ("Ｘ１", ["x1"]), ("\"*-", []),
      ("\u{1100}\u{1161}\u{1102}\u{1161}", ["가나", "나"]),
      ("１２", ["12"]), ("가 나", ["가", "나"]), ("가.나다", ["가", "나다", "다"]),
    ] as [(String, [String])])
  func `cuts a text as its script requires`(_ text: String, _ tokens: [String]) {
    #expect(SearchTokens(text).words == tokens)
    #expect(
      IndexedWords(of: .entry, Text(body: text)).line == tokens.map { "e\($0) " }.joined())
  }

  @Test func `folds every half-width letter`() {
    for value in UInt32(0xFF66)...0xFF9F {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let (text, kind) = Folding.fold(Character(scalar))
      #expect(kind == .dense)
      #expect(
        text.unicodeScalars.allSatisfy { (0x3099...0x30FC).contains($0.value) },
        "\(String(value, radix: 16))")
    }
    #expect(Folding.fold("ﾝ").text == "ン")
    #expect(Folding.fold("ｦ").text == "ヲ")
  }

  @Test func `a letter is at most one token`() {
    for value in UInt32(0)...0x1F9FF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let (text, kind) = Folding.fold(Character(scalar))
      // Characters that SQLite's tokenizer treats as separators.
      let isCut = text.utf8.contains {
        $0 < 0x80 && !(0x30...0x39).contains($0) && !(0x61...0x7A).contains($0)
      }
      #expect(!isCut || kind == .separator, "U+\(String(value, radix: 16))")
    }
  }
}
