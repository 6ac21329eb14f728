import TestSupport
import Testing

@testable import HTML

@Suite struct HTMLTokenizerTests {
  @Test(
    arguments: [
      ("", []),
      ("only text", [.text("only text")]),
      ("a<b>c</b>d", [.text("a"), .start("b"), .text("c"), .end("b"), .text("d")]),
      ("<TD>x</tD >", [.start("TD"), .text("x"), .end("tD")]),
      ("1 < 2 <3 <", [.text("1 < 2 <3 <")]),
      ("a </", [.text("a </")]),
      ("</>x", [.comment(""), .text("x")]),
      ("</ b>x", [.comment(" b"), .text("x")]),
      ("<!DOCTYPE html>x", [.doctype(" html"), .text("x")]),
      ("<!doctype>", [.doctype("")]),
      ("<?xml version=\"1.0\"?>x", [.comment("?xml version=\"1.0\"?"), .text("x")]),
      ("<![CDATA[a>b]]>", [.comment("[CDATA[a"), .text("b]]>")]),
      (
        "<tool-tip for=a>7</tool-tip>",
        [.start("tool-tip", ["for": "a"]), .text("7"), .end("tool-tip")]
      ),
    ] as [(String, [Piece])])
  func `splits pages into tokens`(html: String, pieces: [Piece]) {
    #expect(Page.pieces(html) == pieces)
  }

  @Test(
    arguments: [
      ("<a b=c d='e' f=\"g\" h>", [.start("a", ["b": "c", "d": "e", "f": "g", "h": ""])]),
      ("<a\n\tb = 'c'\r\n>", [.start("a", ["b": "c"])]),
      ("<a b='c'd=\"e\">", [.start("a", ["b": "c", "d": "e"])]),
      ("<a b='>' c=\"</a>\">", [.start("a", ["b": ">", "c": "</a>"])]),
      ("<a b='1' b='2'>", [.start("a", ["b": "1"])]),
      ("<a b=''>", [.start("a", ["b": ""])]),
      ("<a b= >x", [.start("a", ["b": ""]), .text("x")]),
      ("<a =b>", [.start("a", ["=b": ""])]),
      ("<a =\"b\">", [.start("a", ["=\"b\"": ""])]),
      ("<a \">x", [.start("a", ["\"": ""]), .text("x")]),
      ("<a b/c>", [.start("a", ["b": "", "c": ""])]),
      ("<a b=c/>", [.start("a", ["b": "c/"])]),
      ("<br/>", [.start("br")]),
      ("<br / >", [.start("br")]),
      ("<rect a='b'/>", [.start("rect", ["a": "b"])]),
      ("<a b='&amp;&lt;&#39;&#x26;'>", [.start("a", ["b": "&<'&"])]),
      ("<a b='?x=1&copy=2'>", [.start("a", ["b": "?x=1&copy=2"])]),
      ("</a b='>'>x", [.end("a"), .text("x")]),
      ("<é>", [.text("<é>")]),
      ("<aé ü='ö'>", [.start("aé", ["ü": "ö"])]),
    ] as [(String, [Piece])])
  func `reads attributes with any quotes`(html: String, pieces: [Piece]) {
    #expect(Page.pieces(html) == pieces)
  }

  @Test(
    arguments: [
      ("<!-- a -->b", [.comment(" a "), .text("b")]),
      ("<!-->b", [.comment(""), .text("b")]),
      ("<!--->b", [.comment(""), .text("b")]),
      ("<!---->b", [.comment(""), .text("b")]),
      ("<!--a--!>b", [.comment("a"), .text("b")]),
      ("<!--a->b--", [.comment("a->b--")]),
      ("<!-- <td> -- > -->b", [.comment(" <td> -- > "), .text("b")]),
      (
        "<!-- '\"` --><!-- </textarea></xmp> --></option>",
        [.comment(" '\"` "), .comment(" </textarea></xmp> "), .end("option")]
      ),
      ("<!a>b", [.comment("a"), .text("b")]),
    ] as [(String, [Piece])])
  func `ends comments where browsers do`(html: String, pieces: [Piece]) {
    #expect(Page.pieces(html) == pieces)
  }

  @Test(
    arguments: [
      (
        "<script>if (a<b) '<td>'</script>x",
        [.start("script"), .raw("if (a<b) '<td>'"), .end("script"), .text("x")]
      ),
      (
        "<STYLE a='b'></styles></style >",
        [.start("STYLE", ["a": "b"]), .raw("</styles>"), .end("style")]
      ),
      ("<title>a</title><b>", [.start("title"), .raw("a"), .end("title"), .start("b")]),
      ("<textarea><b></textarea>", [.start("textarea"), .raw("<b>"), .end("textarea")]),
      ("<script></script>", [.start("script"), .end("script")]),
      ("<script>a", [.start("script"), .raw("a")]),
      ("<script>a</script", [.start("script"), .raw("a</script")]),
      ("<title/><b>", [.start("title"), .start("b")]),
      ("<scripts><b>", [.start("scripts"), .start("b")]),
    ] as [(String, [Piece])])
  func `reads raw text elements as text`(html: String, pieces: [Piece]) {
    #expect(Page.pieces(html) == pieces)
  }

  @Test func `skips attributes that are not asked for`() {
    let page = Array("<script src='>'>a</script><a b='>'>c".utf8)
    var tokenizer = HTMLTokenizer()
    var count = 0
    while let token = tokenizer.next(in: page.span) {
      if case .text(let range) = token { #expect(page[range] == [UInt8(ascii: "c")]) }
      count += 1
    }
    #expect(count == 5)
    #expect(tokenizer.nextAttribute(in: page.span) == nil)
  }

  @Test(arguments: ["<a b=c>", "<a b='c'", "<a b", "<a ", "<a b='c", "<a b=", "<a /"])
  func `only a closed tag is complete`(html: String) {
    let page = Array(html.utf8)
    var tokenizer = HTMLTokenizer()
    _ = tokenizer.next(in: page.span)
    while tokenizer.nextAttribute(in: page.span) != nil {}
    #expect(tokenizer.isTagComplete == html.hasSuffix(">"))
    #expect(tokenizer.next(in: page.span) == nil)
  }

  @Test(arguments: [
    "<!--", "<!-- ->", "<a \"", "<a b=\"", "<a b='\" ", "<a =", "<a/", "</a ", "<script>",
    "</script",
    "<script></scrip", "<title></titl", "<", "</", "<!", "<?", "<!d", "&", "&#", "&#x", "&amp", "a",
    ">",
    "-->", "=\"", "'", "<textarea><", "<td data-date='2020-01-01'>", "<a b>", "<!doctype",
    "<![CDATA[",
  ])
  func `time grows linearly with the size of the page`(piece: String) {
    func steps(_ count: Int, _ prefix: String) -> Int {
      let page = Array((prefix + String(repeating: piece, count: count)).utf8)
      var tokenizer = HTMLTokenizer()
      while let token = tokenizer.next(in: page.span) {
        if case .start = token { while tokenizer.nextAttribute(in: page.span) != nil {} }
      }
      return tokenizer.steps
    }
    for prefix in ["", "<script>", "<!--", "<a b=\"", "<a b='", "<title>", "<a "] {
      let once = steps(2_000, prefix)
      #expect(steps(4_000, prefix) <= 2 * once + 100, "\(prefix)")
      #expect(once <= 12 * (2_000 * piece.utf8.count + prefix.utf8.count) + 100, "\(prefix)")
    }
  }
}
