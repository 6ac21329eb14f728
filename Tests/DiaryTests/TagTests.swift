import Diary
import Testing

@Suite struct TagTests {
  @Test(arguments: [
    ("perf", "perf"), ("#perf", "perf"), ("##perf", "perf"), ("#", ""), ("C#", "C#"),
    ("#긴 꼬리", "긴 꼬리"), (" #Perf ", "Perf"), ("＃Perf", "Perf"), (" ＃ 긴 꼬리\u{3000}", "긴 꼬리"),
    ("＃", ""), (" ", ""), ("C＃", "C＃"),
  ])
  func `removes the sign before a tag`(_ typed: String, _ name: String) {
    #expect(Tag.name(typed) == name)
  }

  @Test func `tags ignore the sign and case`() {
    #expect(Tag.names(["#perf", "slow", "Perf", "#Slow"]) == ["perf", "slow"])
    #expect(Tag.line(["#perf", "slow"]) == "#perf #slow")
  }

  @Test(arguments: [
    ("Faster now #perf", ["perf"]), ("#perf", ["perf"]),
    ("(#perf, #slow-start)", ["perf", "slow-start"]),
    ("#perf #Perf #PERF", ["perf"]), ("#회고 와 ＃설계", ["회고", "설계"]), ("「#設計」は終わり", ["設計"]),
    ("#cafe\u{301} now", ["cafe\u{301}"]), ("#한글 #한글", ["한글"]),
    ("#launch🚀", ["launch"]), ("🚀#launch", ["launch"]), ("#a1_b/c-", ["a1_b/c"]),
    ("#perf.", ["perf"]),
  ])
  func `finds tags in a text`(_ text: String, _ tags: [String]) {
    #expect(Tag.found(in: text) == tags)
  }

  @Test(arguments: [
    "#123", "fixes #12", "# Title", "## Title", "C#", "a#b", "##perf", "\\#perf", "&#x27;", "#🚀",
    "#",
    "#\u{301}", "https://example.org/#part", "(https://example.org/a#part)",
    "www.example.org/#part",
    "owner/repo#fix", "[Functions](#functions)", "see [[#part]]", "`#perf`", "``a ` #perf``",
    "`a\n#perf`", "```\n#perf\n```", "~~~ sh\n#perf",
    "Text\n\n    #perf", "\t#perf", "```\n#perf\n``\n#slow",
  ])
  func `finds no tag`(_ text: String) {
    #expect(Tag.found(in: text) == [])
  }

  @Test(arguments: [
    ("`#no` #yes `#no`", ["yes"]), ("```\n#no\n```\n#yes", ["yes"]), ("` #yes", ["yes"]),
    ("`` ` #yes", ["yes"]), ("- one\n\n    #yes", ["yes"]), ("Text\n    #yes", ["yes"]),
    ("    #no\n#yes", ["yes"]), ("```#yes```", []), ("a\r\n\r\n#yes", ["yes"]),
  ])
  func `finds tags beside code`(_ text: String, _ tags: [String]) {
    #expect(Tag.found(in: text) == tags)
  }

  @Test func `long texts take linear time`() {
    let ticks = (1...400).map { String(repeating: "`", count: $0) }.joined(separator: " ")
    #expect(Tag.found(in: ticks + " #perf") == ["perf"])
    let many = (0..<5000).map { "#tag\($0)" }.joined(separator: " ")
    #expect(Tag.found(in: many).count == 1000)
    #expect(Tag.found(in: "#" + String(repeating: "a", count: 101)) == [])
  }
}
