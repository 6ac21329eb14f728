import Arguments
import Testing

@Suite struct ShellWordsTests {
  @Test(arguments: [
    ("", []),
    ("  \t\n ", []),
    ("vi", ["vi"]),
    (" code  --wait ", ["code", "--wait"]),
    ("'a b' c", ["a b", "c"]),
    ("a'b'\"c\"d", ["abcd"]),
    ("''", [""]),
    ("x '' \"\"", ["x", "", ""]),
    (#""a \"b\" \$ \` \\ \n""#, [#"a "b" $ ` \ \n"#]),
    (#"'a\'b"#, [#"a\b"#]),
    (#"a\ b\\ \'"#, [#"a b\"#, "'"]),
    ("a\\\nb", ["ab"]),
    ("\"a\\\nb\"", ["ab"]),
    ("$HOME `ls` *.c ~ # | ;", ["$HOME", "`ls`", "*.c", "~", "#", "|", ";"]),
    ("편집기 --새창 '두 낱말'", ["편집기", "--새창", "두 낱말"]),
    ("e\u{301}'\u{301}'", ["e\u{301}\u{301}"]),
  ])
  func `splits words like a shell`(_ text: String, _ words: [String]) {
    #expect(ShellWords(text).all == words)
  }

  @Test(arguments: ["'", "\"", "a 'b", "a \"b\\\"", "a\\", "\"\\"])
  func `refuses an unclosed quote`(_ text: String) {
    #expect(ShellWords(text).all == nil)
  }
}
