/// The styles of books, on paper and on readers.
enum BookStyle {
  private static let text = """
    body { line-height: 1.6; overflow-wrap: anywhere }
    ul, ol { padding-inline-start: 1.25em }
    ul:not([class]) > li:dir(rtl), ol > li:dir(rtl), .todos > li:dir(rtl) { margin: 0 1.25em 0 -1.25em }
    :lang(ko) { word-break: keep-all }
    :lang(ja) { line-break: strict }
    h1, h2, h3, h4, h5, h6 { line-height: 1.25; break-after: avoid }
    figure { margin: 1em 0 } figure img { max-width: 100%; height: auto }
    pre { white-space: pre-wrap; overflow-wrap: anywhere }
    pre, code { font-family: monospace; font-size: .9em }
    blockquote { margin: 1em 0; padding-left: 1em; border-left: 3px solid }
    .quiet { font-size: .9em }
    .wide { margin: 1em 0; overflow-x: auto }
    table { border-collapse: collapse }
    th, td { padding: .2em .6em; min-width: 3.5em; text-align: start; vertical-align: top; border-bottom: 1px solid }
    .left { text-align: left } .center { text-align: center } .right { text-align: right }
    sup { line-height: 0 }
    .footnotes { font-size: .9em; margin: 1.5em 0; padding-top: .5em; border-top: 1px solid }
    .box, .todos { list-style: none }
    .mark { display: inline-block; width: 1em; margin-inline-start: -1.25em }
    .tags { list-style: none; padding: 0 }
    .tags li { display: inline; margin-right: .75em }
    .note { margin: 1em 0; padding-left: 1em; border-left: 3px solid }
    .day { break-inside: avoid }

    """

  /// On readers, whose owners choose fonts and colors.
  static let reader = text

  static let printed =
    text + """
      @page { size: A5; margin: 18mm 16mm }
      html { font: 10.5pt/1.6 "Noto Serif", Georgia, serif; color: #000; background: #fff }
      html:lang(ko) { font-family: "Noto Serif CJK KR", "Noto Serif KR", serif }
      html:lang(ja) { font-family: "Noto Serif CJK JP", "Noto Serif JP", serif }
      body { margin: 0 auto; max-width: 40rem; padding: 0 1rem }
      a { color: inherit } .quiet { color: #444 }
      .cover { text-align: center; padding: 30vh 0 }
      .chapter { margin-top: 3em }
      .cover, nav, #year { break-after: page }
      @media print { body { max-width: none; padding: 0 } .wide { overflow: visible } a { text-decoration: none } }

      """
}
