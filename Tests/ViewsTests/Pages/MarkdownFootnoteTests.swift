import Testing

@testable import Views

/// Footnotes of texts.
@Suite struct MarkdownFootnoteTests {
  private func html(_ text: String) -> String {
    Markdown(text: text, id: "x").html().replacing(" dir=\"auto\"", with: "")
  }

  private func reference(_ number: Int, _ id: String? = nil) -> String {
    "<sup><a href=\"#n-x-\(number)\" id=\"r-x-\(id ?? "\(number)")\" role=\"doc-noteref\">\(number)</a></sup>"
  }

  private func back(_ ids: String...) -> String {
    ids.map {
      " <a href=\"#r-x-\($0)\" role=\"doc-backlink\" aria-label=\"Back to the text\">↩</a>"
    }.joined()
  }

  @Test func `footnotes are below the text, in the order of the references`() {
    let text = "one[^b] two[^A] three[^b]\n\n[^a]: first *a*\n[^b]: second\n  goes on\n\nmore"
    #expect(
      html(text) == """
        <p>one\(reference(1)) two\(reference(2)) three\(reference(1, "1-2"))</p>
        <p>more</p>
        <ol class="footnotes">
        <li id="n-x-1">second<br/>
        goes on\(back("1", "1-2"))</li>
        <li id="n-x-2">first <em>a</em>\(back("2"))</li>
        </ol>

        """)
  }

  @Test func `a footnote may have paragraphs, lists and other footnotes`() {
    let text = "a[^1]\n\n[^1]: b\n\n    c[^2]\n\n[^2]: - d\n    - e[^1]\n"
    #expect(
      html(text) == """
        <p>a\(reference(1))</p>
        <ol class="footnotes">
        <li id="n-x-1"><p>b</p>
        <p>c\(reference(2))\(back("1", "1-2"))</p></li>
        <li id="n-x-2"><ul>
        <li>d</li>
        <li>e\(reference(1, "1-2"))</li>
        </ul>\(back("2"))</li>
        </ol>

        """)
  }

  @Test func `a footnote to itself ends`() {
    #expect(
      html("a[^1]\n\n[^1]: b[^1]") == """
        <p>a\(reference(1))</p>
        <ol class="footnotes">
        <li id="n-x-1">b\(reference(1, "1-2"))\(back("1", "1-2"))</li>
        </ol>

        """)
  }

  @Test(arguments: [
    ("a[^1]", "<p>a[^1]</p>\n"),
    ("`[^1]` \\[^1]\n\n[^1]: b", "<p><code>[^1]</code> [^1]</p>\n<p>[^1]: b</p>\n"),
    // Nothing that was written is left out.
    ("[^1]: b\n\na", "<p>a</p>\n<p>[^1]: b</p>\n"),
    ("[^1]: b[^1]\n    c\n", "<p>[^1]: b[^1]<br/>\nc</p>\n"),
    ("[^]: a\n[^a b]: c", "<p>[^]: a<br/>\n[^a b]: c</p>\n"),
    ("```\n[^1]: b\n```\n[^1]", "<pre dir=\"ltr\"><code>[^1]: b\n</code></pre>\n<p>[^1]</p>\n"),
  ])
  func `what is no footnote stays as it was written`(_ text: String, _ expected: String) {
    #expect(html(text) == expected)
  }

  @Test func `of two footnotes with a name, the first one is used, and none is lost`() {
    let html = html("a[^1]\n\n[^1]: b\n[^1]: c")
    #expect(html.contains("<li id=\"n-x-1\">b\(back("1"))</li>"))
    #expect(html.hasSuffix("</ol>\n<p>[^1]: c</p>\n"))
  }

  @Test func `a name is never a part of the page`() {
    let html = html("a[^<b>\"']\n\n[^<b>\"']: c")
    #expect(html.contains(reference(1)) && !html.contains("&lt;b&gt;"))
  }

  @Test func `a link has no footnote in it`() {
    let html = html("[a[^1]](https://example.org) ![^1]\n\n[^1]: b")
    #expect(html.hasPrefix("<p>[a\(reference(1))]("), "\(html)")
    #expect(html.contains(" !\(reference(1, "1-2"))</p>"), "\(html)")
  }

  @Test func `the links of another file name the page`() {
    let html = Markdown(text: "a[^1]\n\n[^1]: b", id: "x", page: "2026-11.html").html()
    #expect(html.contains("href=\"2026-11.html#n-x-1\"") && html.contains("\"2026-11.html#r-x-1\""))
  }
}
