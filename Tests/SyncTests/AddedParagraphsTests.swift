import Testing

@testable import Sync

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
