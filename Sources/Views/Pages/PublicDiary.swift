public import Diary

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
  public var toDos: [PublicText] = []
  public var notes: [PublicText] = []
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
  /// Of a to-do.
  public var isDone = false
  /// The repository and the commit of a note in a line; `nil` if the repository is private.
  public var about: String?
  public var url: String?

  public init(id: Identifier, title: String, body: String, tags: [String], updatedAt: Instant) {
    self.id = id
    self.title = Array(title.utf8)[...].withoutHeadingMark
    self.body = body
    self.tags = tags
    self.updatedAt = updatedAt
  }
}

/// The days of a month.
struct PublicMonth {
  /// Its first day.
  var first: Day
  var days: ArraySlice<PublicDay>

  /// `2026-11`
  static func name(of day: Day) -> String { String("\(day)".prefix(7)) }

  var name: String { Self.name(of: first) }
}

extension PublicDiary {
  /// The months with something public, in order.
  var months: [PublicMonth] {
    var months: [PublicMonth] = []
    var rest = days[...]
    while let day = rest.first?.day {
      let name = PublicMonth.name(of: day)
      let end = rest.firstIndex { PublicMonth.name(of: $0.day) != name } ?? rest.endIndex
      months.append(PublicMonth(first: Day(iso: "\(name)-01") ?? day, days: rest[..<end]))
      rest = rest[end...]
    }
    return months
  }
}

extension PublicDiary {
  /// An ID for feeds and books: that of the oldest text.
  var id: String { days.lazy.flatMap(\.texts).first?.id.uuid ?? Self.idOfNothing }

  private static let idOfNothing = "00000000-0000-0000-0000-000000000000"

  /// When a text was changed last.
  var updatedAt: Instant {
    days.lazy.flatMap(\.texts).map(\.updatedAt).max() ?? Instant(secondsSince1970: 0)
  }
}

extension PublicDay {
  var texts: [PublicText] {
    [entry].compactMap(\.self) + toDos + notes
  }
}

extension PublicText {
  private static let longestHeadline = 80

  /// The title, or the beginning of a text without one; `nil` if it has neither.
  var headline: String? {
    guard title.isEmpty else { return title }
    var line = Array(body.firstLine.utf8)[...]
    if let marker = ListMarker(line) { line = line.dropFirst(marker.width) }
    if let box = line.checkBox { line = box.text }
    let text = line.withoutHeadingMark.trimmed
    guard !text.isEmpty else { return nil }
    return text.count > Self.longestHeadline
      ? text.prefix(Self.longestHeadline).trimmed + "…" : String(text)
  }
}

extension ArraySlice<UInt8> {
  /// The text of a heading; another line as it is.
  var withoutHeadingMark: String {
    let title = heading?.title ?? []
    return String(decoding: title.isEmpty ? self : title, as: UTF8.self)
  }
}
