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
