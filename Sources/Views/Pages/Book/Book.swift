public import Localization

extension PublicDiary {
  public func book(in reader: Reader) -> Book { Book(diary: self, reader: reader) }
}

/// A public diary as a book: its parts in order, as well-formed HTML.
public struct Book: Sendable {
  let diary: PublicDiary
  let reader: Reader

  struct Chapter {
    /// In ASCII, for the name of a file and an anchor.
    var name: String
    var title: String
    var html: String
  }

  var title: String { diary.title ?? reader.say(.pagesTitle) }

  /// The first and the last month, as on a title page.
  var span: String {
    guard let first = diary.months.first?.first, let last = diary.months.last?.first else {
      return ""
    }
    let names = [first, last].map { reader.yearAndMonth($0) }
    return names[0] == names[1] ? names[0] : names.joined(separator: " – ")
  }

  /// Passes each part on as soon as it is made.
  ///
  /// - Parameters:
  ///   - level: that of the headings with their names.
  ///   - picture: the address of the picture of the year.
  func forEach(level: Int, picture: String, _ body: (Chapter) throws -> Void) rethrows {
    if let year = diary.year {
      let lines = [year.summary] + year.streaks + [year.rule]
      let html = """
        <figure><img src="\(picture)" alt="\(year.summary.escapedForHTML)"/></figure>
        \(lines.map { "<p>\($0.escapedForHTML)</p>\n" }.joined())
        """
      try body(Chapter(name: "year", title: year.title, html: html))
    }
    for month in diary.months {
      let days = month.days.map {
        DaySection(day: $0, reader: reader, level: level + 1, isLinked: false).html
      }
      try body(
        Chapter(
          name: "m\(month.name)", title: reader.yearAndMonth(month.first), html: days.joined()))
    }
  }

  /// The names and titles of the parts.
  var contents: [(name: String, title: String)] {
    (diary.year.map { [("year", $0.title)] } ?? [])
      + diary.months.map { ("m\($0.name)", reader.yearAndMonth($0.first)) }
  }
}

// MARK: On paper

extension Book {
  /// Everything is in the page itself.
  private static let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

  /// Passes on, in parts, one page for a printer: a title, the contents, the year, and the months, with days
  /// that are kept whole where they fit.
  public func forEachPart(_ write: (String) throws -> Void) rethrows {
    let title = title.escapedForHTML
    let contents = contents.map { name, title in
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
      <p>\(span.escapedForHTML)</p>
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
    try forEach(level: 2, picture: picture) { chapter in
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
