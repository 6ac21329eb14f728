import Diary
import TestSupport
import Testing

@testable import Views

@Suite struct EditorTextTests {
  private static let cut = EditorText.scissors

  @Test func `the editor gets the text and remarks below the scissors line`() {
    #expect(
      EditorText.template("회고", remarks: ["a/b@1234567  subject", "", "1 file changed"]) == """
        회고

        # ------------------------ >8 ------------------------
        # a/b@1234567  subject
        #
        # 1 file changed

        """)
  }

  @Test(arguments: [
    ("", ""), ("\n\n\(cut)\n# remark\n", ""), ("title\n\n\(cut)\n# remark", "title"),
    ("title\n\nbody", "title\n\nbody"), ("\n \n title \n\nbody\n\t\n\n", " title \n\nbody"),
    ("a\n\(cut)\nb\n\(cut)\n# remark\n", "a\n\(cut)\nb"), ("a\n \(cut)\nb", "a\n \(cut)\nb"),
    ("# a heading\n\n## another", "# a heading\n\n## another"),
    ("title\r\n\r\nbody\r\nmore\r\n\r\n\(cut)\r\n# remark\r\n", "title\r\n\r\nbody\r\nmore"),
    // A scissors line that the user typed, and text below ours: nothing is cut off.
    ("a\n\(cut)\nbelow", "a\n\(cut)\nbelow"),
    ("a\n\(cut)\n# remark\nbelow\n", "a\n\(cut)\n# remark\nbelow"),
    ("a\r\nb\n\nc", "a\r\nb\n\nc"), (cut, ""), ("a\u{2028}b", "a\u{2028}b"),
  ])
  func `the text is above the last scissors line`(_ file: String, _ written: String) {
    #expect(EditorText.written(in: file).utf8.elementsEqual(written.utf8))
  }

  @Test(arguments: [
    ("added", "added"), ("\n\nadded\n# heading\n", "added\n# heading"), ("# remark", ""),
  ])
  func `text that is added below the remarks is kept without them`(_ added: String, _ text: String)
  {
    let remarks = ["Everything below is ignored", "", "commit"]
    let empty = EditorText.template("", remarks: remarks)
    #expect(EditorText.written(in: empty + added, opened: empty) == text)
    let template = EditorText.template("text", remarks: remarks)
    let whole = text.isEmpty ? "text" : "text\n\n\(text)"
    #expect(EditorText.written(in: template + added, opened: template) == whole)
    // The remarks are not those of the file that was opened.
    let strange = EditorText.template("text", remarks: ["another"]) + added
    let kept = text.isEmpty ? "text" : strange.split(separator: "\n").joined(separator: "\n")
    let found = EditorText.written(in: strange, opened: template)
    #expect(found.split(separator: "\n").joined(separator: "\n") == kept)
  }

  @Test func `a remark that looks like the scissors line is not one`() {
    let forged = String(Self.cut.dropFirst(2))
    let file = EditorText.template("text", remarks: ["Commits", forged, "more"])
    #expect(EditorText.written(in: file) == "text")
  }

  @Test(arguments: [
    ("", nil), ("\n\n\(cut)\n# remark\n", nil),
    ("회고\n\n\(cut)\n", EditorText.Position(line: 1, column: 3)),
    ("\n\none\ntwo \n\n\n\(cut)\n", EditorText.Position(line: 4, column: 5)),
    ("one\r\ntwo\r\n", EditorText.Position(line: 2, column: 4)),
  ])
  func `finds the end of the text`(_ file: String, _ end: EditorText.Position?) {
    #expect(EditorText.end(of: file) == end)
  }

  @Test(arguments: [
    ("title", "title", ""), ("title\n\nbody\n\nmore", "title", "body\n\nmore"),
    ("title\nbody", "title", "body"), ("  title  \n\n\n  indented", "title", "  indented"),
    ("title\r\n\r\nbody\r\nmore", "title", "body\r\nmore"), ("a\u{2028}b\n\nc", "a", "b\n\nc"),
    ("a\u{B}b", "a", "b"), ("\n\ntitle\nbody", "title", "body"), ("", "", ""),
    ("주간회고\n\n썼다", "주간회고", "썼다"),
  ])
  func `the first line is the title and the rest the body`(
    _ text: String, _ title: String, _ body: String
  ) {
    let note = EditorText.note(text, from: Text(title: "", body: "", tags: ["a"]))
    #expect(note.isIdentical(to: Text(title: title, body: body, tags: ["a"])))
  }

  @Test(arguments: [
    Text(title: "title", body: "body"), Text(title: "title", body: ""),
    Text(title: "title", body: "one\n\ntwo"), Text(title: "title", body: "title\n\nbody"),
    Text(title: "title", body: "  title\nbody"),
    Text(title: "title", body: "one\r\n\r\ntwo"),
    Text(title: "title", body: "title\r\nbody"),
    Text(title: "title", body: "above\n\(cut)\nbelow"),
    Text(title: "# heading", body: "# heading\n\n- item"),
    Text(title: "회고", body: "썼다", tags: ["a", "b"]),
  ])
  func `an unchanged note stays the same`(_ note: Text) {
    let file = EditorText.template(EditorText.text(of: note), remarks: ["remark", ""])
    let written = EditorText.written(in: file)
    let again = EditorText.note(written, from: note)
    #expect(again.title == note.title)
    #expect(again.body.utf8.elementsEqual(note.body.utf8))
  }

  @Test(arguments: [
    ("", ""), ("\n \n", ""), ("title", "title"), ("\n\n  title \nbody", "title"), ("a\r\nb", "a"),
    ("주간회고를 썼다\n끝", "주간회고를 썼다"), ("\u{FEFF}a", "\u{FEFF}a"),
    (String(repeating: "긴", count: 10_000) + "\nx", String(repeating: "긴", count: 10_000)),
  ])
  func `a body without a title uses its first line`(_ body: String, _ title: String) {
    #expect(body.firstLine == title)
  }

  @Test(arguments: [
    (Text(title: "a", body: "a\nb"), true), (Text(title: "a", body: "\n a \r\nb"), true),
    (Text(title: "a", body: "b\na"), false), (Text(title: "", body: ""), false),
    (Text(title: "a", body: ""), false), (Text(title: "a", body: "ab"), false),
  ])
  func `a title may be the whole first line`(_ note: Text, _ isWhole: Bool) {
    #expect(note.hasTitleInBody == isWhole)
  }

  @Test func `keeps everything but surrounding white space`() {
    var seed = Seeded(41)
    let parts = [
      "a", " ", "\n", "\r\n", "\n\n", "회고", "#", "\u{2028}", "\t", Self.cut, "e\u{301}", "\r",
    ]
    func letters(_ text: String) -> [Unicode.Scalar] {
      text.unicodeScalars.filter { !$0.properties.isWhitespace }
    }
    for _ in 0..<4_000 {
      let text = (0..<Int.random(in: 0...14, using: &seed)).map { _ in
        parts.randomElement(using: &seed) ?? ""
      }.joined()
      let written = EditorText.written(in: text + "\n\(Self.cut)\n# remark")
      #expect(letters(written) == letters(text), "\(text.debugDescription)")
      let note = EditorText.note(written, from: Text(title: "", body: ""))
      #expect(letters(note.title + note.body) == letters(text), "\(text.debugDescription)")
    }
  }
}
