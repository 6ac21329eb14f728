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

  /// The names of all files.
  public var paths: [String] {
    [StyleSheet.path, Self.indexPath, TagsPage.path, Feed.path]
      + (diary.year == nil ? [] : [Self.yearPath, Self.halfYearPath, Self.streakPath])
      + diary.months.map(MonthPage.path)
  }

  /// Whether a file may be one of ours.
  public static func isPath(_ name: String) -> Bool {
    if [
      StyleSheet.path, indexPath, TagsPage.path, Feed.path, yearPath, halfYearPath, streakPath,
    ].contains(name) {
      return true
    }
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && name.hasSuffix(".html") && parts[0].utf8.allSatisfy(\.isASCIIDigit)
      && parts[1].count == 7 && parts[1].utf8.prefix(2).allSatisfy(\.isASCIIDigit)
  }

  /// Passes each file on as soon as it is made.
  public func forEachFile(_ body: (PageFile) throws -> Void) rethrows {
    try body(PageFile(StyleSheet.path, StyleSheet(theme).text))
    if let year = diary.year {
      try body(PageFile(Self.yearPath, year.svg))
      try body(PageFile(Self.halfYearPath, year.narrowSVG))
      try body(PageFile(Self.streakPath, year.streakSVG))
    }
    try body(PageFile(Self.indexPath, IndexPage(self).html))
    let months = diary.months
    for (place, month) in months.enumerated() {
      let page = MonthPage(
        month: month, before: place > 0 ? months[place - 1] : nil,
        after: place + 1 < months.count ? months[place + 1] : nil, site: self)
      try body(PageFile(MonthPage.path(of: month), page.html))
    }
    try body(PageFile(TagsPage.path, TagsPage(self).html))
    try body(PageFile(Feed.path, Feed(self).xml))
  }

  static let indexPath = "index.html"
  static let yearPath = "year.svg"
  static let halfYearPath = "half-year.svg"
  static let streakPath = "streak.svg"

  /// The address of a day or, with an ID, of a text on it.
  static func address(of day: Day, _ id: Identifier? = nil) -> String {
    "\(PublicMonth.name(of: day)).html#\(id.map { "t-\($0.text)" } ?? "d\(day)")"
  }

  var title: String { diary.title ?? reader.say(.pagesTitle) }

  func say(_ message: Message) -> String { reader.say(message).escapedForHTML }
}
