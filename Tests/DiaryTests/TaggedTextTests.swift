import Diary
import Testing

@Suite struct TaggedTextTests {
  @Test func `a text has the tags that are written in its title and body`() {
    let note = Text(
      title: "Faster #perf", body: "See #회고\n\n```\n#no\n```", tags: ["two words"])
    #expect(note.tagsInText == ["perf", "회고"])
    #expect(note.withTagsInText.tags == ["two words", "perf", "회고"])
    #expect(note.withTagsInText.withoutTagsInText.tags == ["two words"])
    #expect(note.withTagsInText.withTagsInText == note.withTagsInText)
  }

  @Test func `a tag that was set and is written keeps its spelling`() {
    let note = Text(title: "", body: "#Perf #회고", tags: ["perf", "#회고"])
    #expect(note.withTagsInText.tags == ["perf", "회고"])
  }

  @Test func `a code block that begins in the title continues in the body`() {
    let entry = Text(written: "```\n#no\n```\n#yes")
    #expect(entry.title == "```")
    #expect(entry.tagsInText == ["yes"])
  }

  struct Renaming: CustomTestStringConvertible, Sendable {
    var old: String
    var new: String
    var testDescription: String { old }
  }

  @Test(arguments: [
    Renaming(old: "#perf and #Perf, (#PERF).", new: "#fast and #fast, (#fast)."),
    Renaming(old: "#performance #perf/cpu #perf-", new: "#performance #perf/cpu #fast-"),
    Renaming(
      old: "`#perf` https://a.example/#perf C#perf #perf",
      new: "`#perf` https://a.example/#perf C#perf #fast"),
    Renaming(old: "＃perf🚀", new: "＃fast🚀"),
    Renaming(old: "    #perf\n\r\n#perf\r\n", new: "    #perf\n\r\n#fast\r\n"),
  ])
  func `renames a tag only where it is one`(_ example: Renaming) {
    let note = Text(title: "", body: example.old, tags: ["perf"])
    let renamed = note.renamingTag("perf", to: "fast", inText: true)
    #expect(renamed.body == example.new)
    #expect(renamed.tags == ["fast"])
  }

  @Test func `renames a tag in the title and in the body`() {
    let entry = Text(written: "하루 #회고\n\n#회고 #회고록", tags: ["일", "회고", "회고록"])
    let renamed = entry.renamingTag("#회고", to: "주간", inText: true)
    #expect(renamed.written == "하루 #주간\n\n#주간 #회고록")
    #expect(renamed.tags == ["일", "주간", "회고록"])
  }

  @Test func `a title that is the first line of the body remains its first line`() {
    let note = Text(title: "`open #perf", body: "`open #perf\nclose` #perf", tags: ["perf"])
    let renamed = note.renamingTag("perf", to: "fast", inText: true)
    // The code span of the body covers the first line.
    #expect(renamed.body == "`open #perf\nclose` #fast" && renamed.title == "`open #perf")
    let plain = Text(title: "a #perf", body: "\n a #perf \nb")
    #expect(
      plain.renamingTag("PERF", to: "x", inText: true)
        == Text(title: "a #x", body: "\n a #x \nb"))
  }

  @Test func `renames composed and decomposed spellings, and merges tags`() {
    let note = Text(title: "", body: "#cafe\u{301} #café", tags: ["café", "tea", "x"])
    let renamed = note.renamingTag("cafe\u{301}", to: "tea", inText: true)
    #expect(renamed == Text(title: "", body: "#tea #tea", tags: ["tea", "x"]))
  }

  @Test func `without the texts, only the list of tags is renamed`() {
    let note = Text(title: "#perf", body: "#perf", tags: ["perf"])
    #expect(
      note.renamingTag("perf", to: "fast", inText: false)
        == Text(title: "#perf", body: "#perf", tags: ["fast"]))
  }

  @Test(arguments: [
    ("perf", true), ("회고", true), ("a1_b-c/d", true), ("e\u{301}t", true), ("two words", false),
    ("1st", false), ("C#", false), ("perf-", false), ("🚀", false), ("a.b", false),
  ])
  func `knows which tags can be written in a text`(_ tag: String, _ can: Bool) {
    #expect(Tag.canBeWritten(tag) == can)
  }
}
