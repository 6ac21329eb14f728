import Diary
import Localization

/// The parts of a book, in order, as well-formed HTML.
struct BookChapters {
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
