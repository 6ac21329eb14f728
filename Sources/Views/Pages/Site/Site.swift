import Diary
public import Localization
public import Terminal

/// A public diary as a folder of pages, which opens from a disk and needs no script. The same diary gives
/// the same bytes.
public struct Site: Sendable {
  let diary: PublicDiary
  /// That of the feed, as a UUID.
  public let id: String
  let reader: Reader
  let theme: Theme

  /// - Parameter id: the one that the feed had before; `nil` for a new one.
  public init(_ diary: PublicDiary, id: String? = nil, theme: Theme, reader: Reader) {
    self.diary = diary
    self.id = id ?? diary.id
    self.theme = theme
    self.reader = reader
  }

  static let indexPath = "index.html"
  static let tagsPath = "tags.html"
  static let feedPath = "feed.xml"
  static let stylePath = "style.css"
  static let yearPath = "year.svg"
  static let halfYearPath = "half-year.svg"
  static let streakPath = "streak.svg"

  private static let usualPaths = [stylePath, indexPath, tagsPath, feedPath]
  private static let picturePaths = [yearPath, halfYearPath, streakPath]

  /// The names of all files.
  public var paths: [String] {
    Self.usualPaths + (diary.year == nil ? [] : Self.picturePaths) + diary.months.map(\.path)
  }

  /// Whether a file may be one of ours.
  public static func isPath(_ name: String) -> Bool {
    if (usualPaths + picturePaths).contains(name) { return true }
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && name.hasSuffix(".html") && parts[0].utf8.allSatisfy(\.isASCIIDigit)
      && parts[1].count == 7 && parts[1].utf8.prefix(2).allSatisfy(\.isASCIIDigit)
  }

  /// Passes each file on as soon as it is made.
  public func forEachFile(_ body: (PageFile) throws -> Void) rethrows {
    try body(PageFile(path: Self.stylePath, text: theme.styleSheet))
    if let year = diary.year {
      try body(PageFile(path: Self.yearPath, text: year.svg))
      try body(PageFile(path: Self.halfYearPath, text: year.narrowSVG))
      try body(PageFile(path: Self.streakPath, text: year.streakSVG))
    }
    try body(PageFile(path: Self.indexPath, text: index))
    let months = diary.months
    for (place, month) in months.enumerated() {
      let days = month.days.map { DaySection(day: $0, reader: reader).html }
      let text = page(
        reader.yearAndMonth(month.first), at: month.path,
        before: place > 0 ? months[place - 1] : nil,
        after: place + 1 < months.count ? months[place + 1] : nil, days.joined())
      try body(PageFile(path: month.path, text: text))
    }
    try body(PageFile(path: Self.tagsPath, text: tags))
    try body(PageFile(path: Self.feedPath, text: feed))
  }

  /// The address of a day or, with an ID, of a text on it.
  static func address(of day: Day, _ id: Identifier? = nil) -> String {
    "\(PublicMonth.name(of: day)).html#\(id.map { "t-\($0.text)" } ?? "d\(day)")"
  }

  var title: String { diary.title ?? reader.say(.pagesTitle) }

  func say(_ message: Message) -> String { reader.say(message).escapedForHTML }
}

/// A file of a folder of pages.
public struct PageFile: Hashable, Sendable {
  /// Relative to the folder, in ASCII, without folders of its own.
  public var path: String
  public var text: String
}

extension PublicMonth {
  /// The page with its days, each with an anchor.
  var path: String { "\(name).html" }
}

// MARK: What all pages have around their contents

extension Site {
  /// Nothing is loaded but our own style sheet and pictures.
  private static let policy = "default-src 'none'; style-src 'self'; img-src 'self'"

  /// - Parameters:
  ///   - before: the month of the page before, and `after` that of the one after, for links.
  ///   - content: HTML.
  func page(
    _ title: String, at path: String, before: PublicMonth? = nil, after: PublicMonth? = nil,
    _ content: String
  ) -> String {
    let fullTitle = path == Self.indexPath ? title : "\(title) · \(self.title)"
    func link(_ address: String, _ name: String) -> String {
      let current = address == path ? " aria-current=\"page\"" : ""
      return "<a href=\"\(address)\" dir=\"auto\"\(current)>\(name.escapedForHTML)</a>"
    }
    func name(_ month: PublicMonth) -> String { reader.yearAndMonth(month.first).escapedForHTML }
    return """
      <!DOCTYPE html>
      <html lang="\(reader.language.escapedForHTML)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <meta name="color-scheme" content="light dark">
      <title>\(fullTitle.escapedForHTML)</title>
      <link rel="stylesheet" href="\(Self.stylePath)">
      <link rel="alternate" type="application/atom+xml" href="\(Self.feedPath)" title="\(self.title.escapedForHTML)">
      </head>
      <body>
      <a class="skip" href="#main">\(say(.pagesSkip))</a>
      <header><nav aria-label="\(say(.pagesNavigation))">
      \(link(Self.indexPath, self.title))
      \(link(Self.tagsPath, reader.say(.pagesTags)))
      \(before.map { "<a rel=\"prev\" href=\"\($0.path)\">← \(name($0))</a>\n" } ?? "")\
      \(after.map { "<a rel=\"next\" href=\"\($0.path)\">\(name($0)) →</a>\n" } ?? "")\
      </nav></header>
      <main id="main">
      <h1 dir="auto">\(title.escapedForHTML)</h1>
      \(content)</main>
      </body>
      </html>

      """
  }
}
