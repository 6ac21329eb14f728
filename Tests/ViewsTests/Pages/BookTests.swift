import Testing

@testable import Views

/// Books, made of values.
@Suite struct BookTests {
  private let diary = PublicDiary(days: DiaryOfTests.days, year: DiaryOfTests.year)

  private var printed: String {
    var text = ""
    diary.book(in: DiaryOfTests.reader()).forEachPart { text += $0 }
    return text
  }

  private var files: [String: String] {
    var files: [String: String] = [:]
    diary.book(in: DiaryOfTests.reader()).forEachFile { files[$0.path] = $0.text }
    return files
  }

  @Test func `a printed book has a title, contents, the year and its months`() {
    let book = printed
    for part in [
      "<p>December 2025 – November 2026</p>", "<a href=\"#year\">", "<a href=\"#m2025-12\">",
      "<section class=\"chapter\" id=\"m2026-11\">", "src=\"data:image/svg+xml,%3csvg",
      "@page", ".day { break-inside: avoid }", "<h3><time datetime=\"2026-11-20\">",
    ] {
      #expect(book.contains(part), "\(part)")
    }
    #expect(!book.contains("tags.html") && !book.contains("<script"))
  }

  @Test func `a book has the title that its author chose`() {
    let titled = PublicDiary(title: "Mina & me", days: DiaryOfTests.days, year: nil)
    var pages = ""
    titled.book(in: DiaryOfTests.reader()).forEachPart { pages += $0 }
    titled.book(in: DiaryOfTests.reader()).forEachFile { pages += $0.text }
    for part in [
      "<title>Mina &amp; me</title>", "<h1 dir=\"auto\">Mina &amp; me</h1>",
      "<dc:title>Mina &amp; me, December 2025 – November 2026</dc:title>",
    ] {
      #expect(pages.contains(part), "\(part)")
    }
    #expect(!pages.contains("Diary"))
  }

  @Test func `an electronic book lists all of its files`() throws {
    let files = files
    let package = try #require(files["EPUB/package.opf"])
    for path in files.keys where path.hasPrefix("EPUB/") && !path.hasSuffix(".opf") {
      #expect(package.contains("href=\"\(path.dropFirst(5))\""), "\(path)")
    }
    #expect(package.contains("<meta property=\"dcterms:modified\">2023-11-14T22:13:25Z</meta>"))
    #expect(package.contains("urn:uuid:63647279-0000-8000-8"))
    let contents = try #require(files["EPUB/contents.xhtml"])
    #expect(contents.contains("<a href=\"m2025-12.xhtml\">December 2025</a>"))
    #expect(Book.type.path == "mimetype")
  }
}
