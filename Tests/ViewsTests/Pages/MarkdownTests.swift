import TestSupport
import Testing

@testable import Views

/// Markdown in texts.
@Suite struct MarkdownTests {
  /// Without directions, which have a test of their own.
  private func html(_ text: String, headingsFrom level: Int = 1) -> String {
    Markdown(text: text, id: "x").html(headingsFrom: level).replacing(" dir=\"auto\"", with: "")
  }

  // MARK: Blocks

  @Test(arguments: [
    ("", ""),
    ("one\ntwo", "<p>one<br/>\ntwo</p>\n"),
    ("one\n\n\n  two  ", "<p>one</p>\n<p>two</p>\n"),
    (
      "- ```\n  a\n  \n    b\n  ```",
      "<ul>\n<li><pre dir=\"ltr\"><code>a\n\n  b\n</code></pre></li>\n</ul>\n"
    ),
    ("# Title #\ntext", "<h1>Title</h1>\n<p>text</p>\n"),
    ("####### seven", "<p>####### seven</p>\n"),
    ("#tag", "<p>#tag</p>\n"),
    ("a\n\n---\n\nb", "<p>a</p>\n<hr/>\n<p>b</p>\n"),
    (
      "```swift\nlet a = \"<b>\"\n\n  b\n```\nc",
      "<pre dir=\"ltr\"><code>let a = &quot;&lt;b&gt;&quot;\n\n  b\n</code></pre>\n<p>c</p>\n"
    ),
    ("~~~\nopen", "<pre dir=\"ltr\"><code>open\n</code></pre>\n"),
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
      """
      <ul>
      <li class="box"><span class="mark" role="img" aria-label="open">☐</span> open</li>
      <li class="box"><span class="mark" role="img" aria-label="done">☑</span> done</li>
      <li>[y] no</li>
      </ul>

      """
    ),
    ("text\n- a\n- b", "<p>text</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
    ("-a\n+1 for that", "<p>-a<br/>\n+1 for that</p>\n"),
    (
      "1. a\n   - b\n     1) c\n     2) d\n\n2. e",
      """
      <ol>
      <li><p>a</p>
      <ul>
      <li>b
      <ol>
      <li>c</li>
      <li>d</li>
      </ol></li>
      </ul></li>
      <li><p>e</p></li>
      </ol>

      """
    ),
    // Editors indent by four columns, or by a tab.
    (
      "* a\n    * b\n        * c\n* d\n\t* e",
      """
      <ul>
      <li>a
      <ul>
      <li>b
      <ul>
      <li>c</li>
      </ul></li>
      </ul></li>
      <li>d
      <ul>
      <li>e</li>
      </ul></li>
      </ul>

      """
    ),
    ("- a\r\n- b\r\n", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
  ])
  func `blocks`(_ text: String, _ expected: String) { #expect(html(text) == expected) }

  @Test func `headings begin where the page has its own`() {
    #expect(html("# a\n## b", headingsFrom: 3) == "<h3>a</h3>\n<h4>b</h4>\n")
    // No level is left out, because people who hear a page jump from one to the next.
    #expect(html("# a\n###### b", headingsFrom: 3) == "<h3>a</h3>\n<h4>b</h4>\n")
    #expect(html("### a\n# b") == "<h1>a</h1>\n<h1>b</h1>\n")
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
    ("~~a *b*~~ c ~~~ ~d~ ~/e ~~f", "<del>a <em>b</em></del> c ~~~ ~d~ ~/e ~~f"),
    ("*a ~~b* c~~ ~~ d ~~", "<em>a ~~b</em> c~~ ~~ d ~~"),
    (
      "![a *b*](https://example.org/p.png) ![c]",
      "<a href=\"https://example.org/p.png\">a <em>b</em></a> ![c]"
    ),
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
    "```\n</code></pre><script>\n```", "|<b>|\n|-|\n|<script>|", "~~<u>~~",
    "[^<script>\"]\n\n[^<script>\"]: <b>", "[^a]\n\n[^a]: [b](javascript:alert(1))",
    "`</code><script>`", "https://a\"onmouseover=b",
    "[a](file:///etc/passwd)", "[a](//example.org)", "[a](/x)", "&lt;script&gt;", "\u{0}\u{202E}",
  ])
  func `nothing is taken as HTML, and links are of pages and mail`(_ text: String) {
    let html = html(text)
    #expect(!html.contains("<script") && !html.contains("<img") && !html.contains("<b>"))
    #expect(!html.contains("<i>") && !html.contains("<u>"))
    for part in html.split(separator: "<a ").dropFirst() {
      let tag = part.prefix { $0 != ">" }
      if tag.hasPrefix("href=\"#n-x-1\"") || tag.hasPrefix("href=\"#r-x-1\"") { continue }
      #expect(tag.hasPrefix("href=\"http") || tag.hasPrefix("href=\"mailto:"), "\(html)")
      #expect(tag.filter { $0 == "\"" }.count == 2, "\(html)")
    }
  }

  /// Work that grew with the square of the length would take hours.
  @Test(.timeLimit(.minutes(2))) func `very many marks on both sides are read`() {
    let marks = String(repeating: "*", count: 100_000)
    let accents = (1...400).map { String(repeating: "`", count: $0) + " " }.joined()
    #expect(Markdown(text: marks + "a" + marks + accents).html().contains("a"))
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
      ("[", "](http://a.example)"), ("[^a]\n\n[^a]: b\n\n", "[^a]"), ("[^a]\n\n[^a]: ", "> - "),
      ("a|b\n-|-\n", "c\n"), (String(repeating: "a|", count: 1_000) + "\n", "-|"),
      (String(repeating: "a|", count: 999) + "\n" + String(repeating: "-|", count: 999), "\nb"),
    ])
  func `many repetitions after a beginning are read`(_ beginning: String, _ piece: String) {
    let text = beginning + String(repeating: piece, count: 50_000 / piece.utf8.count)
    #expect(Markdown(text: text).html().utf8.count < 2_000_000)
  }

  @Test(.timeLimit(.minutes(2))) func `many links in links are read`() {
    let text =
      String(repeating: "[", count: 5_000) + "<http://a.example>"
      + String(repeating: "](http://b.example)", count: 5_000)
    #expect(Markdown(text: text).html().contains("<a href=\"http://a.example\">"))
  }

  @Test(
    .timeLimit(.minutes(2)),
    arguments: [
      "*", "_", "*_", "`", "` ``", "[", "](", "[a](", "[a](https://b)", "> ", "- ", "  - ", "<",
      "<https://", "‹", "[x](", "](",
      "**a", "_a_ *", "https://", "\\", "1. ", "```\n", "> - ", "*a _b ", "~~", "~~a *", "|",
      "|\n", "|-", "|-|\n", "| a |\n|-|\n", "[^", "[^a]", "[^a]:", "[^a]: ", "[^a]: b\n", "![",
      "[^a]: - ", "> [^a]: ", "[a](http://b)[", "\\|",
    ])
  func `very many repetitions are read`(_ piece: String) {
    #expect(
      !Markdown(text: String(repeating: piece, count: 100_000 / piece.utf8.count)).html().isEmpty)
  }
}
