import Testing

@testable import Diary

/// Markdown for a reader that would fetch pictures.
@Suite struct PictureTests {
  @Test(arguments: [
    ("See ![a](http://x/y.png)", "See !\\[a](http://x/y.png)"),
    ("`vec![1]` and ![a]", "`vec!\\[1]` and !\\[a]"),
    ("```\nvec![1]\n<img>\n```\n![b]", "```\nvec![1]\n<img>\n```\n!\\[b]"),
    (
      "<img src=x> <https://example.org> <a@b> a < b </p>",
      "\\<img src=x> <https://example.org> \\<a@b> a < b \\</p>"
    ),
    ("```sh\nls", "```sh\nls\n```"), ("~~~~\nls\n~~~", "~~~~\nls\n~~~\n~~~~"), ("", ""), ("!", "!"),
    ("    ```\n![b](u)", "    ```\n!\\[b](u)"), ("\t```\n![b](u)", "\t```\n!\\[b](u)"),
    ("`a\r- ![b](u)`", "`a\r- !\\[b](u)`"), ("![\u{301}b](u)", "!\\[\u{301}b](u)"),
    ("```\r\n![b]\r\n```\r\n![c]", "```\r\n![b]\r\n```\r\n!\\[c]"),
    ("``` `\n![b]", "``` `\n!\\[b]"), ("> ```\n![b](u)", "> ```\n!\\[b](u)"),
    ("    ![code]", "    !\\[code]"),
  ])
  func `pictures and HTML become text, and blocks are closed`(_ text: String, _ expected: String) {
    #expect(text.withoutPictures == expected)
  }

  @Test func `texts are cut between scalars`() {
    #expect("가나다".shortened(toBytes: 4) == "가…" && "가나".shortened(toBytes: 6) == "가나")
    let long = "a" + String(repeating: "\u{301}", count: 1000)
    #expect(long.shortened(toBytes: 10).utf8.count <= 13)
  }
}
