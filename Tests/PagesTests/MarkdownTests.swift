import TestSupport
import Testing

@testable import Pages

/// Markdown in texts.
@Suite struct MarkdownTests {
  private func html(_ text: String) -> String { Markdown(text).html() }

  // MARK: Blocks

  @Test(arguments: [
    ("", ""),
    ("one\ntwo", "<p>one<br/>\ntwo</p>\n"),
    ("one\n\n\n  two  ", "<p>one</p>\n<p>two</p>\n"),
    ("- ```\n  a\n  \n    b\n  ```", "<ul>\n<li><pre><code>a\n\n  b\n</code></pre></li>\n</ul>\n"),
    ("# Title #\ntext", "<h1>Title</h1>\n<p>text</p>\n"),
    ("####### seven", "<p>####### seven</p>\n"),
    ("#tag", "<p>#tag</p>\n"),
    ("a\n\n---\n\nb", "<p>a</p>\n<hr/>\n<p>b</p>\n"),
    (
      "```swift\nlet a = \"<b>\"\n\n  b\n```\nc",
      "<pre><code>let a = &quot;&lt;b&gt;&quot;\n\n  b\n</code></pre>\n<p>c</p>\n"
    ),
    ("~~~\nopen", "<pre><code>open\n</code></pre>\n"),
    ("``` no `code` ```", "<p><code>no `code`</code></p>\n"),
    (
      "> one\n> > two\nthree",
      "<blockquote>\n<p>one</p>\n<blockquote>\n<p>two</p>\n</blockquote>\n</blockquote>\n<p>three</p>\n"
    ),
    ("- a\n- b\n", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
    ("- a\n\n- b", "<ul>\n<li><p>a</p></li>\n<li><p>b</p></li>\n</ul>\n"),
    (
      "- a\n  - b\n    c\n- d",
      "<ul>\n<li>a\n<ul>\n<li>b<br/>\nc</li>\n</ul></li>\n<li>d</li>\n</ul>\n"
    ),
    ("3. a\n4) b", "<ol start=\"3\">\n<li>a</li>\n</ol>\n<ol start=\"4\">\n<li>b</li>\n</ol>\n"),
    ("I was born in\n1984. It was cold.", "<p>I was born in<br/>\n1984. It was cold.</p>\n"),
    (
      "- [ ] open\n- [x] done\n- [y] no",
      "<ul>\n<li class=\"box\">☐ open</li>\n<li class=\"box\">☑ done</li>\n<li>[y] no</li>\n</ul>\n"
    ),
    ("text\n- a\n- b", "<p>text</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
    ("-a\n+1 for that", "<p>-a<br/>\n+1 for that</p>\n"),
    ("| a | b |\n|---|---|", "<p>| a | b |<br/>\n|---|---|</p>\n"),
  ])
  func `blocks`(_ text: String, _ expected: String) { #expect(html(text) == expected) }

  @Test func `headings begin where the page has its own`() {
    #expect(Markdown("# a\n## b").html(headingsFrom: 3) == "<h3>a</h3>\n<h4>b</h4>\n")
    // No level is left out, because people who hear a page jump from one to the next.
    #expect(Markdown("# a\n###### b").html(headingsFrom: 3) == "<h3>a</h3>\n<h4>b</h4>\n")
    #expect(Markdown("### a\n# b").html() == "<h1>a</h1>\n<h1>b</h1>\n")
  }

  // MARK: Within paragraphs

  @Test(arguments: [
    (
      "*a* and **b** and ***c***",
      "<em>a</em> and <strong>b</strong> and <em><strong>c</strong></em>"
    ),
    ("_a_ and snake_case_name", "<em>a</em> and snake_case_name"),
    ("2 * 3 * 4", "2 * 3 * 4"), ("**open", "**open"),
    ("*a **b* c**", "<em>a <em><em>b</em> c</em></em>"),
    ("`a*b*` and ``c`d``", "<code>a*b*</code> and <code>c`d</code>"), ("`open", "`open"),
    ("\\*no\\* \\a C:\\dir", "*no* \\a C:\\dir"),
    (
      "[the *page*](https://example.org/?a=1&b=2)",
      "<a href=\"https://example.org/?a=1&amp;b=2\">the <em>page</em></a>"
    ),
    ("[a](<https://example.org/>) [b]", "<a href=\"https://example.org/\">a</a> [b]"),
    (
      "see https://example.org/a_b_(c), or (https://example.org).",
      "see <a href=\"https://example.org/a_b_(c)\">https://example.org/a_b_(c)</a>, or "
        + "(<a href=\"https://example.org\">https://example.org</a>)."
    ),
    (
      "<https://example.org> <mailto:me@example.org>",
      "<a href=\"https://example.org\">https://example.org</a> "
        + "<a href=\"mailto:me@example.org\">mailto:me@example.org</a>"
    ),
    ("우유*를* 샀다", "우유<em>를</em> 샀다"),
  ])
  func `inline`(_ text: String, _ expected: String) {
    #expect(html(text) == "<p>\(expected)</p>\n")
  }

  // MARK: Attacks

  @Test(arguments: [
    "<script>alert(1)</script>", "[a](javascript:alert(1))", "[a](JaVaScRiPt:alert(1))",
    "[a](data:text/html,x)", "[a](vbscript:x)", "<javascript:alert(1)>",
    "![a](https://example.org/p.png\" onerror=\"x)", "[a](https://x\" onclick=\"y)",
    "[<img src=x onerror=y>](https://example.org)", "# <b>a</b>", "> <i>", "- <u>",
    "```\n</code></pre><script>\n```", "`</code><script>`", "https://a\"onmouseover=b",
    "[a](file:///etc/passwd)", "[a](//example.org)", "[a](/x)", "&lt;script&gt;", "\u{0}\u{202E}",
  ])
  func `nothing is taken as HTML, and links are of pages and mail`(_ text: String) {
    let html = html(text)
    #expect(!html.contains("<script") && !html.contains("<img") && !html.contains("<b>"))
    #expect(!html.contains("<i>") && !html.contains("<u>"))
    for part in html.split(separator: "<a ").dropFirst() {
      #expect(part.hasPrefix("href=\"http") || part.hasPrefix("href=\"mailto:"), "\(html)")
      let tag = part.prefix { $0 != ">" }
      #expect(tag.filter { $0 == "\"" }.count == 2, "\(html)")
    }
  }

  /// Work that grew with the square of the length would take hours.
  @Test(.timeLimit(.minutes(2))) func `very many marks on both sides are read`() {
    let marks = String(repeating: "*", count: 100_000)
    let accents = (1...400).map { String(repeating: "`", count: $0) + " " }.joined()
    #expect(html(marks + "a" + marks + accents).contains("a"))
  }

  @Test(arguments: [
    ("[x <http://in.example>](http://out.example)", 2), ("[](http://a.example)", 1),
    ("http://%zz/", 0),
    ("<http://:::/>", 0), ("http://a:b/", 0), ("https://matrix.to/#/#room:x.org", 1),
    ("https://a.example/100%", 1), ("http://\\", 0), ("https://한국.example:80/", 1),
  ])
  func `addresses are well-formed, and links are not nested`(text: String, count: Int) {
    let html = html(text)
    #expect(html.ranges(of: "<a ").count == count, "\(html)")
    for part in html.split(separator: "href=\"").dropFirst() {
      let address = part.prefix { $0 != "\"" }
      #expect(address.count { $0 == "#" } <= 1 && !address.hasSuffix("%"), "\(html)")
      #expect(!part.contains("\"></a>"), "\(html)")
    }
  }

  @Test(
    .timeLimit(.minutes(2)),
    arguments: [
      "*", "_", "*_", "`", "` ``", "[", "](", "[a](", "[a](https://b)", "> ", "- ", "  - ", "<",
      "<https://", "‹", "[x](", "](",
      "**a", "_a_ *", "https://", "\\", "1. ", "```\n", "> - ", "*a _b ",
    ])
  func `very many repetitions are read`(_ piece: String) {
    #expect(!html(String(repeating: piece, count: 100_000)).isEmpty)
  }
}
