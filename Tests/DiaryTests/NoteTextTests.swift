import Diary
import Testing

@Suite struct NoteTextTests {
  @Test(arguments: [
    (NoteText(title: "a", body: "b", tags: ["c"]), true),
    (NoteText(title: "A", body: "b", tags: ["c"]), false),
    (NoteText(title: "a", body: "b\n", tags: ["c"]), false),
    (NoteText(title: "a", body: "b"), false),
    (NoteText(title: "a", body: "b", tags: ["c", "c"]), false),
    (NoteText(title: "a", body: "b", tags: ["d"]), false),
  ])
  func `texts are identical when all parts are`(_ other: NoteText, _ same: Bool) {
    #expect(NoteText(title: "a", body: "b", tags: ["c"]).isIdentical(to: other) == same)
  }

  @Test func `another normalization form is another text`() {
    let whole = "caf\u{E9}"
    let parts = "cafe\u{301}"
    #expect(whole == parts)
    #expect(!NoteText(title: whole, body: "").isIdentical(to: NoteText(title: parts, body: "")))
    #expect(!NoteText(title: "", body: whole).isIdentical(to: NoteText(title: "", body: parts)))
    #expect(
      !NoteText(title: "", body: "", tags: [whole])
        .isIdentical(to: NoteText(title: "", body: "", tags: [parts])))
  }
}
