import Diary
import TestSupport
import Testing

@testable import Git

@Suite struct LineMapTests {
  private func lines(_ text: String) -> FileLines { FileLines(Array(text.utf8)) }

  private func map(_ old: String, _ new: String) -> [Int] {
    LineMap(from: lines(old), to: lines(new)).oldLines
  }

  @Test(arguments: [
    ("a\nb\nc\n", "a\nb\nc\n", [1, 2, 3]), ("a\nb\nc\n", "a\nx\nb\nc\n", [1, 0, 2, 3]),
    ("a\nb\nc\n", "a\nc\n", [1, 3]), ("a\nb\nc\n", "a\nB\nc\n", [1, 0, 3]),
    ("a\nb", "a\nb\n", [1, 2]), ("a\r\nb\r\n", "a\nb\n", [1, 2]),
    ("a\nb\n", "a\r\nx\r\nb\r\n", [1, 0, 2]), ("", "a\n", [0]), ("a\n", "", []),
    ("a\nb\nc\nd\n", "c\nd\na\nb\n", [3, 4, 0, 0]), ("\n\n\n", "\n\n", [1, 2]),
    ("x\ny\n", "a\nb\n", [0, 0]),
  ])
  func `finds the lines that both versions have`(old: String, new: String, expected: [Int]) {
    let found = map(old, new)
    if old.hasPrefix("a\nb\nc\nd") {
      // Either half is an answer.
      #expect(found == expected || found == [0, 0, 1, 2])
    } else {
      #expect(found == expected)
    }
  }

  @Test func `lines are counted as git counts them`() {
    #expect(
      [lines(""), lines("a"), lines("a\n"), lines("\n"), lines("a\n\n")].map(\.count)
        == [0, 1, 1, 1, 2])
    #expect(lines("a\r\nb").text(of: 1) == "a" && lines("a\r\nb").text(of: 2) == "b")
    #expect(lines("a").text(of: 0) == "" && lines("a").text(of: 2) == "")
    #expect(FileLines([0x61, 0]).isBinary && !lines("a").isBinary)
  }

  @Test(arguments: 0..<200)
  func `random edits keep the order, and only equal lines are matched`(seed: Int) {
    var random = Seeded(UInt64(seed))
    let words = seed % 3 == 0 ? 3 : 400
    let count = seed % 5 == 0 ? 1500 : 60
    let old = (0..<count).map { _ in "line \(Int.random(in: 0..<words, using: &random))" }
    var new = old
    for _ in 0..<(seed % 7 == 0 ? 700 : 9) where !new.isEmpty {
      let place = new.indices.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<3, using: &random) {
      case 0: new.remove(at: place)
      case 1: new.insert("new \(Int.random(in: 0..<words, using: &random))", at: place)
      default: new[place] = "changed"
      }
    }
    let found = map(old.joined(separator: "\n"), new.joined(separator: "\n"))
    #expect(found.count == new.count)
    let matched = found.enumerated().filter { $0.element > 0 }
    for (line, oldLine) in matched { #expect(new[line] == old[oldLine - 1]) }
    #expect(zip(matched, matched.dropFirst()).allSatisfy { $0.element < $1.element })
    // Few edits leave most lines unchanged.
    if seed % 7 != 0 { #expect(matched.count >= new.count - 9) }
  }

  @Test func `a file with many equal lines does not take long`() {
    let old = String(repeating: "}\n", count: 60_000)
    let new = (0..<60_000).map { $0 % 2 == 0 ? "}\n" : "{\n" }.joined()
    let time = ThreadTime.measure { #expect(map(old, new).count == 60_000) }
    #expect(time < .seconds(20))
  }

  @Test func `passes only the lines asked about to git`() {
    let map = LineMap(from: lines("a\nb\nc\nd\n"), to: lines("a\nx\nb\nc\ny\nd\n"))
    #expect(map.oldRanges(of: 1...6) == [1...4])
    #expect(map.oldRanges(of: 2...2) == [])
    #expect(map.oldRanges(of: 5...6) == [4...4])
  }
}

@Suite struct BlameRecordsTests {
  private let sha = String(repeating: "ab", count: 20)

  private func text(_ subject: String = "Why") -> String {
    """
    \(sha) 3 5 2
    author 저자
    author-mail <a@example.com>
    author-time 1700000000
    author-tz +0900
    committer C
    summary \(subject)
    boundary
    filename "a\\nb"
    \(sha) 9 1 1
    filename f

    """
  }

  @Test func `reads lines and commits from any pieces`() {
    let bytes = Array(text().utf8)
    for size in [1, 7, 1000] {
      var records = BlameRecords()
      for start in stride(from: 0, to: bytes.count, by: size) {
        records.feed(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      #expect(
        records.records == [
          .init(start: 5, count: 2, sha: sha), .init(start: 1, count: 1, sha: sha),
        ])
      let commit = records.commits[sha]
      #expect(commit?.author == "저자" && commit?.subject == "Why" && commit?.sha == sha)
      #expect(commit?.date.instant.secondsSince1970 == 1_700_000_000)
      #expect(commit?.date.offset == 32_400)
      #expect(records.boundaries == [sha])
    }
  }

  @Test func `keeps only the beginning of an endless subject`() {
    var records = BlameRecords()
    records.feed(Array(text(String(repeating: "x", count: 1 << 20)).utf8))
    #expect(records.records.count == 2)
    #expect((records.commits[sha]?.subject.utf8.count ?? 0) <= 64 << 10)
  }

  @Test(arguments: 0..<300)
  func `reads any bytes`(seed: Int) {
    var random = Seeded(UInt64(seed))
    var bytes = Array(text().utf8)
    for _ in 0..<20 {
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
    }
    var records = BlameRecords()
    records.feed(bytes)
    #expect(records.records.count <= 40)
  }
}
