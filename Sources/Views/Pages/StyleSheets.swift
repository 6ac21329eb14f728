import Terminal

extension Theme {
  /// The one style sheet of all pages: light and dark, for screens and print, and for people who need other
  /// colors or less motion.
  var styleSheet: String {
    """
    :root { \(colors(on: .light)) color-scheme: light dark }
    @media (prefers-color-scheme: dark) { :root { \(colors(on: .dark)) } }
    * { box-sizing: border-box }
    html { font: 100%/1.65 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; \
    background: var(--page); color: var(--text); -webkit-text-size-adjust: 100% }
    :lang(ko) { font-family: system-ui, "Apple SD Gothic Neo", "Noto Sans KR", "Malgun Gothic", sans-serif; \
    word-break: keep-all }
    :lang(ja) { font-family: system-ui, "Hiragino Sans", "Noto Sans JP", "Yu Gothic", sans-serif; \
    line-break: strict }
    body { margin: 0 auto; max-width: 44rem; padding: 0 1rem 4rem; overflow-wrap: anywhere }
    ul, ol { padding-inline-start: 1.25em } li { min-width: 0 }
    ul:not([class]) > li:dir(rtl), ol > li:dir(rtl), .todos > li:dir(rtl) { margin: 0 1.25em 0 -1.25em }
    a { color: var(--accent); text-underline-offset: .15em }
    a:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 3px solid var(--accent); \
    outline-offset: 2px }
    .skip { position: absolute; left: -100vw }
    .skip:focus { left: 1rem; top: .5rem; background: var(--page); padding: .5rem }
    nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 1rem 0; border-bottom: 1px solid var(--line) }
    nav a { padding: .35rem 0; min-height: 24px }
    h1 { font-size: 1.9rem; line-height: 1.2; margin: 2rem 0 1rem }
    h2 { font-size: 1.3rem; line-height: 1.3; margin: 2.5rem 0 .5rem }
    h3 { font-size: 1.1rem; margin: 1.5rem 0 .5rem }
    h4, h5, h6 { font-size: 1rem; margin: 1.25rem 0 .5rem }
    .day > h2 a { color: inherit; text-decoration: none }
    .day > h2 a:hover { text-decoration: underline }
    .quiet { color: var(--quiet) }
    .picture { display: block; height: auto; max-width: 100% }
    pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: .75rem 1rem; background: var(--box); border-radius: 6px; line-height: 1.45 }
    code { direction: ltr; unicode-bidi: isolate }
    code { font-family: ui-monospace, "SFMono-Regular", "Noto Sans Mono", monospace; font-size: .92em }
    :not(pre) > code { background: var(--box); border-radius: 4px; padding: .1em .3em }
    blockquote { margin: 1rem 0; padding: 0 1rem; border-left: 4px solid var(--line); color: var(--quiet) }
    hr { border: 0; border-top: 1px solid var(--line); margin: 2rem 0 }
    .box, .todos { list-style: none }
    .mark { display: inline-block; width: 1em; margin-inline-start: -1.25em }
    .months, .texts, .tags { list-style: none; padding: 0 }
    .months { display: grid; grid-template-columns: repeat(auto-fill, minmax(5.8rem, 1fr)); gap: 0 .75rem; margin: 0; white-space: nowrap }
    .months a, .texts a { display: inline-block; padding: .25rem 0; min-height: 24px }
    .texts li { display: flex; gap: 1rem; justify-content: space-between }
    .texts time { white-space: nowrap; padding: .25rem 0 }
    .tags { display: flex; flex-wrap: wrap; gap: .25rem 1rem }
    .tags a { display: inline-block; min-height: 24px }
    .note { margin: 1.5rem 0; padding-left: 1rem; border-left: 4px solid var(--accent) }
    .heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
    summary { cursor: pointer; padding: .35rem 0; min-height: 24px }
    .wide { overflow-x: auto; margin: 1rem 0 }
    .wide:focus-visible { outline-offset: -2px }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums }
    caption { text-align: left; color: var(--quiet) }
    th, td { padding: .2rem .6rem; text-align: start; vertical-align: top; unicode-bidi: plaintext; \
    overflow-wrap: break-word; border-bottom: 1px solid var(--line) }
    .year th, .year td { text-align: right; position: relative }
    .year th[scope=row] { text-align: left; font-weight: normal; white-space: nowrap }
    .left { text-align: left } .center { text-align: center } .right { text-align: right }
    sup { line-height: 0 }
    .footnotes { font-size: .92em; margin: 1.5rem 0; padding-top: .75rem; border-top: 1px solid var(--line) }
    @media (forced-colors: active) { .note, blockquote { border-left-color: CanvasText } }
    @media (prefers-contrast: more) { .quiet, blockquote, caption { color: var(--text) } }
    @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth } }
    @media print { @page { margin: 2cm } nav, .skip, details { display: none } html { background: none; color: #000 } \
    .quiet { color: #444 } a { color: inherit; text-decoration: none } h1, h2, h3 { break-after: avoid } \
    .day { break-inside: avoid } .wide { overflow: visible } }

    """
  }

  private func colors(on background: Background) -> String {
    let colors = webColors(on: background)
    return "--page: \(colors.page); --text: \(colors.text); --quiet: \(colors.quiet); "
      + "--accent: \(colors.accent); --line: \(colors.line); --box: \(colors.box);"
  }
}

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
