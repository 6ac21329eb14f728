import Testing

@testable import Sync

@Suite struct TextMergeTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var base = ""
    var earlier: String
    var later: String
    var merged: String
    var hasLoss = false
  }

  @Test(arguments: [
    Example(
      testDescription: "one side", base: "a\n\nb", earlier: "a\n\nb", later: "a\n\nc",
      merged: "a\n\nc"),
    Example(
      testDescription: "different paragraphs", base: "a\n\nb\n\nc", earlier: "x\n\nb\n\nc",
      later: "a\n\nb\n\ny", merged: "x\n\nb\n\ny"),
    Example(
      testDescription: "jots at the end", base: "09:00 a", earlier: "09:00 a\n\n11:00 c",
      later: "09:00 a\n\n10:00 b", merged: "09:00 a\n\n10:00 b\n\n11:00 c"),
    Example(
      testDescription: "jots in the middle", base: "09:00 a\n\n18:00 z",
      earlier: "09:00 a\n\n11:00 c\n\n18:00 z", later: "09:00 a\n\n10:00 b\n\n18:00 z",
      merged: "09:00 a\n\n10:00 b\n\n11:00 c\n\n18:00 z"),
    Example(
      testDescription: "jots without a common text", earlier: "오전 9:00 가\n\n오후 3:00 나",
      later: "10:00 AM b\n\nbelow b", merged: "오전 9:00 가\n\n10:00 AM b\n\nbelow b\n\n오후 3:00 나"),
    Example(
      testDescription: "jots after midnight", base: "21:00 a",
      earlier: "21:00 a\n\n22:00 b\n\n01:00 d", later: "21:00 a\n\n23:00 c",
      merged: "21:00 a\n\n22:00 b\n\n23:00 c\n\n01:00 d"),
    Example(
      testDescription: "equal paragraphs once", earlier: "same\n\none", later: "same\n\ntwo",
      merged: "same\n\none\n\ntwo"),
    Example(
      testDescription: "lines of a list", base: "- a\n- b", earlier: "- a\n- b\n- c",
      later: "- 0\n- a\n- b\n- d", merged: "- 0\n- a\n- b\n- c\n- d"),
    Example(
      testDescription: "words of a line", base: "The quick brown fox", earlier: "A quick brown fox",
      later: "The quick brown fox jumps", merged: "A quick brown fox jumps"),
    Example(
      testDescription: "added at the same place", base: "buy milk", earlier: "buy milk, eggs",
      later: "buy milk and bread", merged: "buy milk, eggs and bread"),
    Example(
      testDescription: "the same words", base: "It was slow today", earlier: "It was fast today",
      later: "It was fine today", merged: "It was fine today", hasLoss: true),
    Example(
      testDescription: "other sentences", base: "Fixed the parser",
      earlier: "Rewrote the whole tokenizer", later: "Fixed it by caching of nodes",
      merged: "Fixed it by caching of nodes", hasLoss: true),
    Example(
      testDescription: "removed and changed", base: "a\n\nb b b\n\nc", earlier: "a\n\nc",
      later: "a\n\nb b x\n\nc", merged: "a\n\nb b x\n\nc", hasLoss: true),
    Example(
      testDescription: "Korean", base: "오늘은 느렸다", earlier: "오늘은 빨랐고 느렸다", later: "오늘은 느렸다!",
      merged: "오늘은 빨랐고 느렸다!"),
    Example(
      testDescription: "blank lines", base: "a\n\n\n\nb\n", earlier: "a\n\n\n\nb\n\nc\n",
      later: "a\n\n\n\nx b\n", merged: "a\n\n\n\nx b\n\nc\n"),
    Example(
      testDescription: "a paragraph added by one, changed by the other", base: "one two three",
      earlier: "one two three\n\nnew", later: "one two four", merged: "one two four\n\nnew"),
    Example(
      testDescription: "an accent in other bytes", base: "e\u{301}\n\nx", earlier: "\u{E9}\n\nx",
      later: "e\u{301}\n\ny", merged: "\u{E9}\n\ny"),
  ])
  func `merges paragraphs, lines and words`(_ example: Example) {
    let merge = TextMerge(base: example.base, earlier: example.earlier, later: example.later)
    #expect(Array(merge.text.utf8) == Array(example.merged.utf8))
    #expect(merge.text == example.merged)
    #expect(merge.hasLoss == example.hasLoss)
  }

  @Test func `a text is the same after taking it apart`() {
    for text in ["", "\n", "\n\n", "a", "a\n", "\n a\n\n\t\nb\nc\n\n", "a\r\n\r\nb", " ", "a\n\n"] {
      #expect(Array(Paragraphs(text).bytes) == Array(text.utf8), "\(text.debugDescription)")
    }
  }

  @Test func `a long text is merged in time`() {
    let base = (0..<20_000).map { "line \($0)" }.joined(separator: "\n\n")
    let merge = TextMerge(
      base: base, earlier: base.replacing("9", with: "8"), later: "a\n\n" + base)
    #expect(merge.text.hasPrefix("a\n\n"))
  }
}

@Suite struct AddedParagraphsTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var base: String
    var text: String
    var removed: [String] = []
    var kept: [String]
  }

  @Test(arguments: [
    Example(
      testDescription: "paragraphs above, between and below are new",
      base: "secret\n\nmore", text: "first\n\nsecret\n\nsecond\nline\n\nmore\n\nthird",
      kept: ["first", "second\nline", "third"]),
    Example(
      testDescription: "a changed paragraph is not", base: "the password is x\n\nmore",
      text: "the password is y\n\nmore\n\nnew", kept: ["new"]),
    Example(
      testDescription: "of several in its place, the most similar one is the changed one",
      base: "first\n\nthe password is x", text: "first\n\nnew\n\nthe password is y\n\nlast",
      kept: ["new", "last"]),
    Example(
      testDescription: "a paragraph in the place of another one is not", base: "secret\n\nmore",
      text: "something else\n\nmore", kept: []),
    Example(
      testDescription: "a moved paragraph is not", base: "secret\n\nmore",
      text: "more\n\nnew\n\nsecret", kept: ["new"]),
    Example(
      testDescription: "a paragraph that was moved and changed is not",
      base: "the password is x\n\nmore\n\nlast", text: "more\n\nlast\n\nthe password is y\n\nnew",
      kept: ["new"]),
    Example(
      testDescription: "a paragraph with a removed line is not", base: "secret",
      text: "secret\n\nnew\n  older secret \nlines\n\nnew", removed: ["older secret\n\nx"],
      kept: ["new"]),
    Example(
      testDescription: "as many paragraphs as were replaced may be changed ones",
      base: "secret\n\nmore", text: "secret\nmore\n\nnew", kept: []),
    Example(
      testDescription: "without spaces too, a moved and changed paragraph is not new",
      base: "비밀번호는헌터투입니다\n\n점심\n\n끝", text: "점심\n\n끝\n\n비밀번호는헌터투였습니다\n\n오후에는 산책",
      kept: ["오후에는 산책"]),
    Example(
      testDescription: "the parts of a paragraph are not new",
      base: "the password is hunter2 and the user is root\n\nmore",
      text: "the password is hunter2\n\nand the user is root\n\nmore", kept: []),
    Example(
      testDescription: "a paragraph that was shortened and moved is not new",
      base: "password: hunter2\n\nmore\n\nlast", text: "more\n\nlast\n\npw hunter2", kept: []),
    Example(
      testDescription: "a long text with a word of a short paragraph is new",
      base: "first\n\nlunch\n\nlast",
      text: "first\n\nlast\n\nAfter lunch we talked for hours about the cache, and wrote it down.",
      kept: ["After lunch we talked for hours about the cache, and wrote it down."]),
    Example(
      testDescription: "a long text in the place of a short paragraph is new",
      base: "first\n\nlunch",
      text: "first\n\nWe talked for hours about the cache, and wrote it down.",
      kept: ["We talked for hours about the cache, and wrote it down."]),
    Example(
      testDescription: "lines of one form are new",
      base: "11:15 AM w10015q was seen",
      text: "9:15 AM w10032q was seen\n\n12:15 PM w10044q was seen",
      removed: ["10:15 AM w10020q was seen"], kept: ["12:15 PM w10044q was seen"]),
    Example(
      testDescription: "what an older version had is not new",
      base: "first", text: "first\n\nthe password is hunter2, okay",
      removed: ["the password is hunter2, ok\n\nfirst"], kept: []),
    Example(
      testDescription: "everything is new in an empty text", base: "", text: "one\n\ntwo",
      kept: ["one", "two"]),
    Example(
      testDescription: "nothing is new in the same text", base: "x\n\ny", text: "x\n\ny", kept: []),
  ])
  func `finds what was added as whole paragraphs`(_ example: Example) {
    let kept = AddedParagraphs.find(
      in: example.text, since: [example.base], without: example.removed + [example.base]
    ) { _ in true }
    #expect(kept == example.kept)
  }

  @Test func `what one of several texts had is not new`() {
    let kept = AddedParagraphs.find(
      in: "one\n\ntwo\n\nthree", since: ["one", "two"], without: ["one", "two"]
    ) { _ in true }
    #expect(kept == ["three"])
    #expect(
      AddedParagraphs.find(in: "one\n\ntwo", since: ["one"], without: ["one"]) { _ in false } == [])
  }
}
