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
}
