import Diary
import Testing

@Suite struct NoteTextTests {
  @Test(arguments: [
    (Text(title: "a", body: "b", tags: ["c"]), true),
    (Text(title: "A", body: "b", tags: ["c"]), false),
    (Text(title: "a", body: "b\n", tags: ["c"]), false),
    (Text(title: "a", body: "b"), false),
    (Text(title: "a", body: "b", tags: ["c", "c"]), false),
    (Text(title: "a", body: "b", tags: ["d"]), false),
  ])
  func `texts are identical when all parts are`(_ other: Text, _ same: Bool) {
    #expect(Text(title: "a", body: "b", tags: ["c"]).isIdentical(to: other) == same)
  }

  @Test func `another normalization form is another text`() {
    let whole = "caf\u{E9}"
    let parts = "cafe\u{301}"
    #expect(whole == parts)
    #expect(!Text(title: whole, body: "").isIdentical(to: Text(title: parts, body: "")))
    #expect(!Text(title: "", body: whole).isIdentical(to: Text(title: "", body: parts)))
    #expect(
      !Text(title: "", body: "", tags: [whole])
        .isIdentical(to: Text(title: "", body: "", tags: [parts])))
  }
}
