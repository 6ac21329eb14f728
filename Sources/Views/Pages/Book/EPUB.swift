import Localization

// For readers: EPUB 3, as the files of an archive.

extension Book {
  /// The first file of the archive, which is not compressed.
  public static let type = PageFile(path: "mimetype", text: "application/epub+zip")

  private static let picture = "year.svg"

  /// Passes each other file on as soon as it is made.
  public func forEachFile(_ body: (PageFile) throws -> Void) rethrows {
    func add(_ path: String, _ text: String) throws { try body(PageFile(path: path, text: text)) }
    try add("META-INF/container.xml", Self.container)
    try add("EPUB/package.opf", package)
    try add("EPUB/style.css", BookStyle.reader)
    if let year = diary.year { try add("EPUB/\(Self.picture)", year.svg) }
    try add("EPUB/title.xhtml", page(title, "<p>\(span.escapedForHTML)</p>\n"))
    try add("EPUB/contents.xhtml", page(reader.say(.pagesContents), navigation))
    try forEach(level: 1, picture: Self.picture) { chapter in
      try add("EPUB/\(chapter.name).xhtml", page(chapter.title, chapter.html))
    }
  }

  private static let container = """
    <?xml version="1.0" encoding="utf-8"?>
    <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
    <rootfiles>
    <rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
    </rootfiles>
    </container>

    """

  private var package: String {
    let names = ["title", "contents"] + contents.map(\.name)
    func items(_ line: (String) -> String) -> String { names.map { line($0) + "\n" }.joined() }
    let pages = items { name in
      let kind = name == "contents" ? " properties=\"nav\"" : ""
      return
        "<item id=\"\(name)\" href=\"\(name).xhtml\" media-type=\"application/xhtml+xml\"\(kind)/>"
    }
    let picture =
      diary.year == nil
      ? "" : "<item id=\"picture\" href=\"\(Self.picture)\" media-type=\"image/svg+xml\"/>\n"
    let title = [title, span].filter { !$0.isEmpty }.joined(separator: ", ")
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" \
      xml:lang="\(reader.language.escapedForHTML)">
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:identifier id="id">urn:uuid:\(diary.id)</dc:identifier>
      <dc:title>\(title.escapedForHTML)</dc:title>
      <dc:language>\(reader.language.escapedForHTML)</dc:language>
      <meta property="dcterms:modified">\(diary.updatedAt)</meta>
      </metadata>
      <manifest>
      \(pages)\(picture)<item id="style" href="style.css" media-type="text/css"/>
      </manifest>
      <spine>
      \(items { "<itemref idref=\"\($0)\"/>" })</spine>
      </package>

      """
  }

  private var navigation: String {
    let items = contents.map { name, title in
      "<li><a href=\"\(name).xhtml\">\(title.escapedForHTML)</a></li>\n"
    }
    return "<nav epub:type=\"toc\">\n<ol>\n\(items.joined())</ol>\n</nav>\n"
  }

  private func page(_ title: String, _ content: String) -> String {
    let language = reader.language.escapedForHTML
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <!DOCTYPE html>
      <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" \
      lang="\(language)" xml:lang="\(language)">
      <head>
      <title>\(title.escapedForHTML)</title>
      <link rel="stylesheet" type="text/css" href="style.css"/>
      </head>
      <body>
      <h1 dir="auto">\(title.escapedForHTML)</h1>
      \(content)</body>
      </html>

      """
  }
}
