import Testing

@testable import Arguments

@Suite struct BashLineTests {
  static let breaks = " \t\n\"'@><=;|&(:"

  @Test(arguments: [
    ("commitdiary no", [], "no"),
    ("commitdiary notes ", ["notes"], ""),
    ("commitdiary  notes  add", ["notes"], "add"),
    (#"commitdiary a\ b "c d" 'e\f' g"#, ["a b", "c d", #"e\f"#], "g"),
    (#"commitdiary "a\"b\c" x"#, [#"a"b\c"#], "x"),
    ("commitdiary '' x", [""], "x"),
    ("commitdiary --tag='회고 노", [], "--tag=회고 노"),
    ("LANG=ko commitdiary notes l", ["notes"], "l"),
    ("echo x; commitdiary notes l", ["notes"], "l"),
    ("echo x | commitdiary notes l", ["notes"], "l"),
    ("", [], ""),
  ])
  func `splits the line like bash`(
    _ line: String, _ words: [String], _ cursorWord: String
  ) {
    let line = BashLine(line, breaks: Self.breaks)
    #expect(line.words == words)
    #expect(line.cursorWord == cursorWord)
  }

  @Test func `puts the words of an alias in front`() {
    let line = BashLine("LANG=ko jot --ta", breaks: Self.breaks, alias: "X=1 commitdiary jot -q")
    #expect(line.words == ["jot", "-q"])
    #expect(line.cursorWord == "--ta")
    #expect(BashLine("dy ", breaks: Self.breaks, alias: "commitdiary").words == [])
  }

  @Test(arguments: [
    ("c --theme=b", "--theme=blue", "blue"),
    ("c a:", "a:b", "b"),
    ("c 회", "회고 노트", #"회고\ 노트"#),
    ("c '회", "회고 노트", "회고 노트"),
    (#"c --tag="회"#, "--tag=회고 노트", "회고 노트"),
    ("c it", "it's", #"it\'s"#),
    ("c 'it", "it's", #"it'\''s"#),
    (#"c "a"#, #"a"$b"#, #"a\"\$b"#),
    ("c HE", "HEAD~1", "HEAD~1"),
    ("c ", "~x", #"\~x"#),
  ])
  func `replaces bash's word with the open quotes`(
    _ line: String, _ candidate: String, _ replacement: String
  ) {
    #expect(BashLine(line, breaks: Self.breaks).replacement(for: candidate) == replacement)
  }
}
