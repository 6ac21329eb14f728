import TestSupport
import Testing

@testable import Diary

@Suite struct WordDiffTests {
  struct Example: CustomTestStringConvertible {
    var old: String
    var new: String
    var pieces: [WordDiff.Piece]
    var testDescription: String { "\(old) → \(new)" }
  }

  @Test(arguments: [
    Example(old: "", new: "", pieces: []),
    Example(old: "same", new: "same", pieces: [.same("same")]),
    Example(old: "", new: "new", pieces: [.added("new")]),
    Example(old: "old", new: "", pieces: [.removed("old")]),
    Example(
      old: "the quick fox", new: "the slow fox",
      pieces: [.same("the "), .removed("quick"), .added("slow"), .same(" fox")]),
    Example(
      old: "one two", new: "one  two",
      pieces: [.same("one"), .removed(" "), .added("  "), .same("two")]),
    Example(
      old: "주간회고를 썼다", new: "월간회고를 썼다",
      pieces: [.removed("주"), .added("월"), .same("간회고를 썼다")]),
    Example(old: "東京都", new: "京都", pieces: [.removed("東"), .same("京都")]),
    Example(old: "a\nb", new: "a\nc\nb", pieces: [.same("a\n"), .added("c\n"), .same("b")]),
    Example(
      old: "f(x)", new: "f(y)", pieces: [.same("f("), .removed("x"), .added("y"), .same(")")]),
    Example(old: "👩‍👩‍👧", new: "👩‍👩‍👦", pieces: [.removed("👩‍👩‍👧"), .added("👩‍👩‍👦")]),
  ])
  func `compares by words, or by letters in scripts without spaces`(_ example: Example) {
    #expect(WordDiff(from: example.old, to: example.new).pieces == example.pieces)
  }

  @Test func `the pieces rebuild both texts`() {
    var seed = Seeded(1)
    let parts = [
      "a", "b", "word", " ", "  ", "\n", "\r\n", "회", "고", "를", "日", ".", "é", "👍🏽", "1", "\u{301}",
    ]
    for round in 0..<4_000 {
      let old = Self.text(of: parts, upTo: round % 40, &seed)
      let new =
        round % 3 == 0 ? Self.text(of: parts, upTo: 30, &seed) : Self.changed(old, parts, &seed)
      let pieces = WordDiff(from: old, to: new).pieces
      guard Self.old(pieces) == old, Self.new(pieces) == new else {
        Issue.record("\(old.debugDescription) → \(new.debugDescription): \(pieces)")
        return
      }
      #expect(zip(pieces, pieces.dropFirst()).allSatisfy { !Self.isOneKind($0, $1) })
    }
  }

  @Test func `identical texts have no changes`() {
    var seed = Seeded(2)
    for _ in 0..<500 {
      let text = Self.text(of: ["a", " ", "회", "\n", "z9"], upTo: 60, &seed)
      #expect(WordDiff(from: text, to: text).pieces == (text.isEmpty ? [] : [.same(text)]))
    }
  }

  @Test func `finds the shortest edit script`() {
    var seed = Seeded(3)
    for _ in 0..<300 {
      let old = Self.text(of: ["가", "나", "다"], upTo: 12, &seed)
      let new = Self.text(of: ["가", "나", "다"], upTo: 12, &seed)
      let kept = WordDiff(from: old, to: new).pieces.reduce(0) { count, piece in
        if case .same(let text) = piece { count + text.count } else { count }
      }
      #expect(kept == Self.longestCommon(Array(old), Array(new)), "\(old) \(new)")
    }
  }

  @Test func `compares large unrelated texts in bounded time`() {
    var seed = Seeded(4)
    let old = (0..<60_000).map { _ in "\(UInt32.random(in: 0 ... .max, using: &seed))" }.joined(
      separator: " ")
    let new = (0..<60_000).map { _ in "\(UInt32.random(in: 0 ... .max, using: &seed))" }.joined(
      separator: " ")
    var pieces: [WordDiff.Piece] = []
    let time = ThreadTime.measure {
      pieces = WordDiff(from: "start \(old) end", to: "start \(new) end").pieces
    }
    #expect(time < .seconds(20))
    #expect(Self.old(pieces) == "start \(old) end")
    #expect(Self.new(pieces) == "start \(new) end")
    #expect(pieces.first == .same("start ") && pieces.last == .same(" end"))
  }

  // MARK: Texts

  private static func text(of parts: [String], upTo count: Int, _ seed: inout Seeded) -> String {
    (0..<Int.random(in: 0...count, using: &seed)).map { _ in parts.randomElement(using: &seed) ?? ""
    }
    .joined()
  }

  /// The text with a few letters removed and others inserted.
  private static func changed(_ text: String, _ parts: [String], _ seed: inout Seeded) -> String {
    var letters = Array(text)
    for _ in 0..<Int.random(in: 0...4, using: &seed) {
      let place = Int.random(in: 0...letters.count, using: &seed)
      if Bool.random(using: &seed), place < letters.count {
        letters.remove(at: place)
      } else {
        letters.insert(contentsOf: parts.randomElement(using: &seed) ?? "", at: place)
      }
    }
    return String(letters)
  }

  private static func old(_ pieces: [WordDiff.Piece]) -> String {
    pieces.map {
      if case .same(let text) = $0 {
        text
      } else if case .removed(let text) = $0 {
        text
      } else {
        ""
      }
    }
    .joined()
  }

  private static func new(_ pieces: [WordDiff.Piece]) -> String {
    pieces.map {
      if case .same(let text) = $0 { text } else if case .added(let text) = $0 { text } else { "" }
    }
    .joined()
  }

  private static func isOneKind(_ left: WordDiff.Piece, _ right: WordDiff.Piece) -> Bool {
    switch (left, right) {
    case (.same, .same), (.removed, .removed), (.added, .added): true
    default: false
    }
  }

  /// The length of the longest common subsequence, by the textbook algorithm.
  private static func longestCommon(_ a: [Character], _ b: [Character]) -> Int {
    var row = [Int](repeating: 0, count: b.count + 1)
    for letter in a {
      var diagonal = 0
      for (index, other) in b.enumerated() {
        let above = row[index + 1]
        row[index + 1] = letter == other ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[b.count]
  }
}
