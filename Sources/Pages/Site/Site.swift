public import Diary
public import Localization
public import Terminal

/// A public diary as a folder of pages, which opens from a disk and needs no script. The same diary gives
/// the same bytes.
public struct Site: Sendable {
  let diary: PublicDiary
  let reader: Reader
  let theme: Theme

  public init(_ diary: PublicDiary, theme: Theme, reader: Reader) {
    self.diary = diary
    self.theme = theme
    self.reader = reader
  }

  /// The names of all files.
  public var paths: [String] {
    [StyleSheet.path, Self.indexPath, TagsPage.path, Feed.path]
      + (diary.year == nil ? [] : [Self.yearPath, Self.halfYearPath, Self.streakPath])
      + diary.months.map(MonthPage.path)
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

  func say(_ message: Message) -> String { reader.say(message).escapedForHTML }
}
