public import Diary
import Localization
import Terminal

/// What the author of a diary has made public, as values. Everything in it may be shown.
public struct PublicDiary: Sendable {
  /// `nil` for the usual one in the language of the pages.
  public var title: String?
  /// The days with something public, in order.
  public var days: [PublicDay]
  /// The numbers of the last year; `nil` if nothing was counted.
  public var year: YearPicture?

  public init(title: String? = nil, days: [PublicDay], year: YearPicture?) {
    self.title = title
    self.days = days
    self.year = year
  }
}

/// A day of a public diary.
public struct PublicDay: Sendable {
  public var day: Day
  public var entry: PublicText?
  /// In words.
  public var weather: String?
  public var toDos: [PublicToDo] = []
  public var notes: [PublicNote] = []
  /// The commits or contributions in words; `nil` if there were none.
  public var activity: String?

  public init(day: Day) { self.day = day }
}

/// A title and a body in Markdown.
public struct PublicText: Sendable {
  /// It never changes.
  public var id: Identifier
  /// Without the number signs of a heading.
  public var title: String
  public var body: String
  public var tags: [String]
  public var updatedAt: Instant

  public init(id: Identifier, title: String, body: String, tags: [String], updatedAt: Instant) {
    self.id = id
    self.title = Array(title.utf8)[...].withoutHeadingMark
    self.body = body
    self.tags = tags
    self.updatedAt = updatedAt
  }
}

public struct PublicToDo: Sendable {
  public var text: PublicText
  public var isDone: Bool

  public init(text: PublicText, isDone: Bool) {
    self.text = text
    self.isDone = isDone
  }
}

public struct PublicNote: Sendable {
  public var text: PublicText
  /// The repository and the commit in a line; `nil` if the repository is private.
  public var about: String?
  public var url: String?

  public init(text: PublicText, about: String?, url: String?) {
    self.text = text
    self.about = about
    self.url = url
  }
}

/// The activity of a year, in a picture and in words.
public struct YearPicture: Sendable {
  public var title: String
  /// What the picture shows, in sentences.
  public var summary: String
  public var streaks: [String]
  /// How days are counted to streaks.
  public var rule: String
  /// The heatmap and the streaks as pictures.
  public var svg: String
  /// The last half of the year, for narrow screens.
  public var narrowSVG: String
  public var streakSVG: String
  public var days: [Contribution]
  public var firstWeekday: Weekday

  public init(
    title: String, summary: String, streaks: [String], rule: String, svg: String, narrowSVG: String,
    streakSVG: String, days: [Contribution], firstWeekday: Weekday
  ) {
    self.title = title
    self.summary = summary
    self.streaks = streaks
    self.rule = rule
    self.svg = svg
    self.narrowSVG = narrowSVG
    self.streakSVG = streakSVG
    self.days = days
    self.firstWeekday = firstWeekday
  }
}

/// A file of a folder of pages.
public struct PageFile: Hashable, Sendable {
  /// Relative to the folder, in ASCII, without folders of its own.
  public var path: String
  public var text: String

  init(_ path: String, _ text: String) {
    self.path = path
    self.text = text
  }
}
