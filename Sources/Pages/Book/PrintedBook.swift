public import Localization

/// A public diary as one page for a printer: a title, the contents, the year, and the months, with days that
/// are kept whole where they fit.
public struct PrintedBook: Sendable {
  private let diary: PublicDiary
  private let reader: Reader

  public init(_ diary: PublicDiary, reader: Reader) {
    self.diary = diary
    self.reader = reader
  }

  /// Everything is in the page itself.
  private static let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

  /// Passes the page on in parts.
  public func forEachPart(_ write: (String) throws -> Void) rethrows {
    let chapters = BookChapters(diary: diary, reader: reader)
    let title = chapters.title.escapedForHTML
    let contents = chapters.contents.map { name, title in
      "<li><a href=\"#\(name)\">\(title.escapedForHTML)</a></li>\n"
    }
    try write(
      """
      <!DOCTYPE html>
      <html lang="\(reader.language.escapedForHTML)">
      <head>
      <meta charset="utf-8"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)"/>
      <title>\(title)</title>
      <style>\(BookStyle.printed)</style>
      </head>
      <body>
      <header class="cover">
      <h1 dir="auto">\(title)</h1>
      <p>\(chapters.span.escapedForHTML)</p>
      </header>
      <main>
      <nav aria-labelledby="contents">
      <h2 id="contents">\(reader.say(.pagesContents).escapedForHTML)</h2>
      <ol>
      \(contents.joined())</ol>
      </nav>

      """)
    // The picture has styles of its own, which must not reach the page.
    let picture = "data:image/svg+xml," + (diary.year?.svg ?? "").percentEncoded
    try chapters.forEach(level: 2, picture: picture) { chapter in
      try write(
        """
        <section class="chapter" id="\(chapter.name)">
        <h2>\(chapter.title.escapedForHTML)</h2>
        \(chapter.html)</section>

        """)
    }
    try write("</main>\n</body>\n</html>\n")
  }
}
