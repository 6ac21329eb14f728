import Diary
import Testing

@testable import Journal

/// Merging two changes of a note.
@Suite struct LineMergeTests {
  private func merge(_ base: String?, _ ours: String, _ theirs: String) -> [[UInt8]] {
    func lines(_ text: String) -> [[UInt8]] {
      text.split(separator: " ").map { Array($0.utf8) }
    }
    return LineMerge.merged(base: base.map(lines), ours: lines(ours), theirs: lines(theirs))
  }

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var base: String?
    var ours: String
    var theirs: String
    var merged: String
  }

  @Test(arguments: [
    Example(
      testDescription: "only theirs", base: "a b c", ours: "a b c", theirs: "a x c",
      merged: "a x c"),
    Example(
      testDescription: "only ours", base: "a b c", ours: "a x c", theirs: "a b c", merged: "a x c"),
    Example(
      testDescription: "both, in different places", base: "a b c d e", ours: "x b c d e",
      theirs: "a b c d y", merged: "x b c d y"),
    Example(
      testDescription: "the same change", base: "a b", ours: "a x", theirs: "a x", merged: "a x"),
    Example(
      testDescription: "both, in one place", base: "a b c", ours: "a x c", theirs: "a y c",
      merged: "a x y c"),
    Example(
      testDescription: "deleted and changed", base: "a b c", ours: "a c", theirs: "a y c",
      merged: "a y c"),
    Example(
      testDescription: "no common version", base: nil, ours: "a b c", theirs: "a y c",
      merged: "a b y c"),
    Example(
      testDescription: "added at the end by both", base: "a", ours: "a b", theirs: "a c",
      merged: "a b c"),
  ])
  func `merges by lines and keeps both in a conflict`(_ example: Example) {
    let lines = merge(example.base, example.ours, example.theirs)
    let text = lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    #expect(text == example.merged)
  }

  @Test func `a long text is merged in time`() {
    let lines = (0..<200_000).map { Array("line \($0)".utf8) }
    let changed = lines.map { $0 + [0x21] }
    let merged = LineMerge.merged(base: lines, ours: changed, theirs: [[0x61]] + lines)
    #expect(merged.count >= 200_001)
  }

  @Test func `an edit in git's editor keeps what git strips elsewhere`() {
    let base = Text(title: "T", body: "# Heading\n\n\nfirst  \n\nlast\n")
    let stripped = TextLines(of: Text(title: "T", body: "first\n\nlast"))
    #expect(TextLines(of: base).isSame(afterGit: stripped))
    let edited = TextLines(of: Text(title: "T", body: "first\n\nchanged"))
    #expect(!TextLines(of: base).isSame(afterGit: edited))
    let restored = TextLines(of: base).restoring(edited).text(tags: [])
    #expect(restored.body == "# Heading\n\n\nfirst  \n\nchanged\n")
  }
}
