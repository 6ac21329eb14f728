import Diary
import Testing

@Suite struct WordCounterTests {
  private func count(_ texts: String...) -> Int {
    var counter = WordCounter()
    for text in texts { counter.add(text) }
    return counter.count
  }

  @Test(arguments: [
    ("", 0), (" \n\t", 0), ("\u{3000}\u{A0}", 0), ("one", 1), ("  one\ttwo\nthree ", 3),
    ("don't stop-gap re-run a.b@c.d https://a/b?c=d", 5), ("don\u{2019}t — stop", 2),
    ("- [ ] three open items\n* * *", 3), ("3.14 and 2", 3), ("#perf", 1), ("naïve café", 2),
    ("e\u{301}te\u{301} nai\u{308}ve", 2), ("Привет, мир! Ελλάδα", 3), ("سلام دنیا", 2),
    ("a\u{200B}b", 2), ("①②", 1),
  ])
  func `words are separated by spaces`(_ text: String, _ words: Int) {
    #expect(count(text) == words)
  }

  @Test(arguments: [
    ("주간회고를 썼다", 2), ("캐시를 고쳤다. 두 쿼리가 돌았다!", 5), ("git에서 v2.0을 냈다", 3),
    // Decomposed Hangul, and single letters.
    ("\u{1112}\u{1161}\u{11AB}글 쓰기", 2), ("ㅋㅋㅋ 좋다", 2),
  ])
  func `Korean is counted by its spaces`(_ text: String, _ words: Int) {
    #expect(count(text) == words)
  }

  @Test(arguments: [
    ("今日は雨。", 4), ("今日は、雨が降った。", 8), ("写真を撮る", 5), ("コーヒー", 4), ("人々", 2),
    ("ｺｰﾋｰ", 4), ("今天下雨，很冷。", 6), ("𠮷野家", 3), ("「」、。", 1), ("東京Tower", 3),
    ("Swiftを使う", 4), ("Swift、Rust", 2), ("Ｓｗｉｆｔ　６", 2), ("が", 1), ("か\u{3099}", 1),
    ("ｶﾞ", 1), ("韓國語를 배우다", 5),
  ])
  func `each Han and kana letter is a word`(_ text: String, _ words: Int) {
    #expect(count(text) == words)
  }

  @Test func `a text of signs counts as one word`() {
    #expect(count("🎉") == 1)
    #expect(count("!!! … ——") == 1)
    #expect(count("", "👍🏽\n👍🏽") == 1)
    #expect(count("Done 🎉", "🎉") == 1)
  }

  @Test func `a title and a body are not one word`() {
    #expect(count("one", "two") == 2)
    #expect(count("one ", "", "二三") == 3)
  }

  @Test func `invalid bytes neither crash nor loop`() {
    for bytes in [
      [0xFF, 0xC3], [0xE3, 0x81], [0xF0, 0x9F, 0x98], [0x61, 0x80, 0x62], [0xED, 0xA0, 0x80],
      [0xC0, 0x80, 0xF8, 0x88], [0xF4, 0x90, 0x80, 0x80],
    ] as [[UInt8]] {
      var counter = WordCounter()
      counter.add(bytes.span)
      #expect((1...2).contains(counter.count), "\(bytes)")
    }
  }
}
