import Testing

@testable import Views

/// Tables in texts, as GitHub reads them.
@Suite struct MarkdownTableTests {
  /// Without what is around each table.
  private func html(_ text: String) -> String {
    Markdown(text: text).html()
      .replacing(
        "<div class=\"wide\" dir=\"auto\" tabindex=\"0\" role=\"group\" aria-label=\"Table\">\n<table>\n",
        with: "<table>"
      )
      .replacing("</table>\n</div>", with: "</table>")
      .replacing(" dir=\"auto\"", with: "").replacing("\n", with: "")
  }

  private static let head = "<thead><tr><th>a</th><th>b</th></tr></thead>"

  @Test func `columns have classes, which need no style in the page`() {
    #expect(
      Markdown(text: "| n | a | b | c |\n|---|:--|:-:|--:|\n| 1 | 2 | 3 | 4 |").html() == """
        <div class="wide" dir="auto" tabindex="0" role="group" aria-label="Table">
        <table>
        <thead>
        <tr><th>n</th><th class="left">a</th><th class="center">b</th><th class="right">c</th></tr>
        </thead>
        <tbody>
        <tr><td>1</td><td class="left">2</td><td class="center">3</td><td class="right">4</td></tr>
        </tbody>
        </table>
        </div>

        """)
  }

  @Test(arguments: [
    ("a | b\n- | -", "<table>\(head)</table>"),
    (
      "|a|b|\r\n|-|-|\r\n|c|d|\r\n",
      "<table>\(head)<tbody><tr><td>c</td><td>d</td></tr></tbody></table>"
    ),
    // The row before the hyphens is the header, even in a paragraph.
    ("text\n|a|b|\n|-|-|", "<p>text</p><table>\(head)</table>"),
    // Missing cells are one, and others are left out.
    (
      "|a|b|\n|-|-|\nc\n|d|e|f|",
      "<table>\(head)<tbody><tr><td>c</td><td></td></tr><tr><td>d</td><td>e</td></tr></tbody></table>"
    ),
    (
      "|a|b|c|\n|-|-|-|\n|d|",
      "<table><thead><tr><th>a</th><th>b</th><th>c</th></tr></thead>"
        + "<tbody><tr><td>d</td><td colspan=\"2\"></td></tr></tbody></table>"
    ),
    // A vertical bar divides code too, unless it is escaped.
    (
      "|a|b|\n|-|-|\n| `c \\| d` | `e | f`|",
      "<table>\(head)<tbody><tr><td><code>c | d</code></td><td>`e</td></tr></tbody></table>"
    ),
    (
      "|a|b|\n|-|-|\n|\\\\|*c*~~d~~|",
      "<table>\(head)<tbody><tr><td>\\</td><td><em>c</em><del>d</del></td></tr></tbody></table>"
    ),
    // An empty heading would be heard.
    ("| |b|\n|-|-|", "<table><thead><tr><td></td><th>b</th></tr></thead></table>"),
    ("> |a|b|\n> |-|-|\nc", "<blockquote><table>\(head)</table></blockquote><p>c</p>"),
    ("- |a|b|\n  |-|-|\n- c", "<ul><li><table>\(head)</table></li><li>c</li></ul>"),
    ("|a|b|\n|-|-|\n- c", "<table>\(head)</table><ul><li>c</li></ul>"),
    // No tables.
    ("|a|b|\n|-|", "<p>|a|b|<br/>|-|</p>"), ("|a|b|\n|-|x|", "<p>|a|b|<br/>|-|x|</p>"),
    ("|a|b|", "<p>|a|b|</p>"), ("a\n---", "<p>a</p><hr/>"), ("|-|-|", "<p>|-|-|</p>"),
    ("a\n\n|-|-|\nb", "<p>a</p><p>|-|-|<br/>b</p>"), ("|a|\n|:|", "<p>|a|<br/>|:|</p>"),
  ])
  func `tables`(_ text: String, _ expected: String) { #expect(html(text) == expected) }
}
