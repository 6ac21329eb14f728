import TestSupport
import Testing

@testable import Diary

@Suite struct WordDiffTests {
  @Test(
    arguments: [
      ("", "", []),
      ("same", "same", [.same("same")]),
      ("", "new", [.added("new")]),
      ("old", "", [.removed("old")]),
      (
        "the quick fox", "the slow fox",
        [.same("the "), .removed("quick"), .added("slow"), .same(" fox")]
      ),
      ("one two", "one  two", [.same("one"), .removed(" "), .added("  "), .same("two")]),
      ("주간회고를 썼다", "월간회고를 썼다", [.removed("주"), .added("월"), .same("간회고를 썼다")]),
      ("東京都", "京都", [.removed("東"), .same("京都")]),
      ("a\nb", "a\nc\nb", [.same("a\n"), .added("c\n"), .same("b")]),
      ("f(x)", "f(y)", [.same("f("), .removed("x"), .added("y"), .same(")")]),
      ("👩‍👩‍👧", "👩‍👩‍👦", [.removed("👩‍👩‍👧"), .added("👩‍👩‍👦")]),
    ] as [(String, String, [WordDiff.Piece])])
  func `compares by words, or by letters in scripts without spaces`(
    old: String, new: String, pieces: [WordDiff.Piece]
  ) {
    #expect(WordDiff(from: old, to: new).pieces == pieces)
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
      switch $0 {
      case .same(let text), .removed(let text): text
      case .added: ""
      }
    }.joined()
  }

  private static func new(_ pieces: [WordDiff.Piece]) -> String {
    pieces.map {
      switch $0 {
      case .same(let text), .added(let text): text
      case .removed: ""
      }
    }.joined()
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
